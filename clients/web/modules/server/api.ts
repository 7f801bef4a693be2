/** The API of the server, and why a request to it has failed. */
import { Api } from "regicide-client/api";
import { ApiError, Problem } from "regicide-client/errors";
import { apiUrl } from "../storage/api_address.ts";
import { language } from "../storage/language.ts";

/** After a failure, some attempts: the page soon says that the server does not respond, and a person tries again. */
const RETRY = { deadlineMs: 2_000, timeoutMs: 60_000 };

let server: Api | null = null;

/** The API; not before the user has agreed to its address. */
export const api = () => (server ??= new Api(apiUrl(), { language, retry: RETRY }));

/** Whether an error says that the server is unreachable, or is not one of the API. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && !(error instanceof Problem);

export { Problem };
