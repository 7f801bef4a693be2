/** The types of calls, which follow from the operations of the OpenAPI document. */
import type { operations } from "./generated/types.js";

/** The `operationId` of an operation. */
export type OperationId = keyof operations;

type OrNothing<Parameters> = [Parameters] extends [never] ? unknown : Parameters;
type Part<Id extends OperationId, Name extends "path" | "query"> = OrNothing<
  NonNullable<operations[Id]["parameters"][Name]>
>;
type Json<Body> = { content: { "application/json": Body } };
type BodyOf<Operation> = Operation extends { requestBody: Json<infer Body> }
  ? { body: Body }
  : Operation extends { requestBody?: Json<infer Body> }
    ? { body?: Body }
    : unknown;
type Content<Response> = Response extends Json<infer Value> ? Value : never;
type Responses<Id extends OperationId> = operations[Id]["responses"];
type OrUndefined<Value> = [Value] extends [never] ? undefined : Value;

/** The parameters of an operation: those of its path and its query by their names, and its `body`. */
export type ParametersOf<Id extends OperationId> = Part<Id, "path"> & Part<Id, "query"> & BodyOf<operations[Id]>;

/** What an operation returns: undefined if it has no content. */
export type ContentOf<Id extends OperationId> = OrUndefined<Content<Responses<Id>[keyof Responses<Id>]>>;

/** Settings of one call. */
export interface CallOptions {
  /** The token of a seat, an agent or an owner in place of the client's; null: none. */
  token?: string | null | undefined;
  /** The `Idempotency-Key`, 22 characters or more, to repeat the call later; by default each call has a new one. */
  key?: string | undefined;
  /** The `ETag` of a copy of the content: the answer has the status 304, and no content, if it is current. */
  etag?: string | undefined;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
  /** Whether the call is repeated after failures that pass. Default: true. */
  retry?: boolean;
  /** Is called when an attempt has had no response in its time, before the next one. */
  onTimeout?: (() => void) | undefined;
}

/** What a call is given: parameters, which can be left out if all of them can, and options. */
export type Given<Parameters> =
  Record<never, never> extends Parameters
    ? [parameters?: Parameters, options?: CallOptions]
    : [parameters: Parameters, options?: CallOptions];

/** A call of an operation. Rejects with an `ApiError`, or with the reason of the signal. */
export type Call<Id extends OperationId> = (...given: Given<ParametersOf<Id>>) => Promise<ContentOf<Id>>;

/** A response with a successful status, or 304. */
export interface Answer<Value> {
  status: number;
  headers: Headers;
  /** The content; undefined if there is none, as with the status 304. */
  content: Value | undefined;
}
