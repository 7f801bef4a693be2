/** Errors of calls: problems of the API as classes, and responses that are missing or not the API's. */
import type { PlainProblem, ProblemCode, Problem as AnyProblem } from "./generated/types.js";

/** The statuses after which the same request may succeed later. */
const TRANSIENT = [429, 502, 503, 504];

/** A call failed. */
export class ApiError extends Error {
  /** The status of the response; null without a response. */
  readonly status: number | null = null;
  /** The seconds after which the server serves the next request (`Retry-After`); 0 if it says nothing. */
  readonly retryAfterS: number = 0;

  constructor(message: string, response?: Response, options?: ErrorOptions) {
    super(message, options);
    if (!response) return;
    this.status = response.status;
    this.retryAfterS = Number(response.headers.get("Retry-After")) || 0;
  }

  /** Whether a repetition of the request may succeed: the server says when, or the status says so. */
  get isTransient(): boolean {
    return this.retryAfterS > 0 || (this.status !== null && TRANSIENT.includes(this.status));
  }
}

/** There was no response, or it broke off: the server is unreachable, or was silent for too long. */
export class ConnectionFailed extends ApiError {
  override readonly name = "ConnectionFailed";

  override get isTransient(): boolean {
    return true;
  }
}

/** The response is not one of this API: the page of a proxy, or of another server. */
export class UnexpectedResponse extends ApiError {
  override readonly name = "UnexpectedResponse";
}

/** The value of a JSON text. Throws UnexpectedResponse for another text. */
export function parsed(text: string, response: Response) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedResponse("the content is not JSON", response, { cause });
  }
}

type Special = Exclude<AnyProblem, PlainProblem>;

/** The members of the problem with a code; of any problem, if the code is not known. */
export type DetailsOf<Code extends string> = string extends Code
  ? AnyProblem
  : [Extract<Special, { code: Code }>] extends [never]
    ? PlainProblem
    : Extract<Special, { code: Code }>;

/** The server refused a request (RFC 9457). Each known code has a subclass: `unknown-game` is `UnknownGame`. */
export class Problem<Code extends string = string> extends ApiError {
  /** The stable code. */
  readonly code: string;
  /** All members of the problem. */
  readonly details: DetailsOf<Code>;

  constructor(details: DetailsOf<Code>, response?: Response) {
    super(details.detail, response);
    this.details = details;
    this.code = details.code;
    this.name = `-${this.code}`.replace(/-./g, ([, letter]) => `${letter}`.toUpperCase());
  }
}

/** The class of the problem with a code. */
export interface ProblemClass<Code extends string> {
  new (details: DetailsOf<Code>, response?: Response): Problem<Code>;
  readonly prototype: Problem<Code>;
}

const classes = new Map<string, ProblemClass<string>>();

/** A new class for the problems with a code. */
export function problemOf<Code extends ProblemCode>(code: Code): ProblemClass<Code> {
  const ofCode = class extends Problem<Code> {};
  classes.set(code, ofCode as unknown as ProblemClass<string>);
  return ofCode;
}

/** The error of a response: its problem, or UnexpectedResponse. */
export async function errorOf(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const details = isProblem ? await response.json().catch(() => null) : null;
  if (typeof details?.code !== "string") return new UnexpectedResponse(`status ${response.status}`, response);
  return new (classes.get(details.code) ?? Problem)(details, response);
}
