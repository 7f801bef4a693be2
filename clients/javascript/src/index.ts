/** A client of the Regicide game server. */
export type { Answer, Call, CallOptions, ContentOf, OperationId, ParametersOf } from "./calls.js";
export * from "./cards.js";
export { type ClientOptions, newKey } from "./api.js";
export { Client } from "./client.js";
export { commitmentOf, type Deal, deal, shuffled } from "./deal.js";
export { effectsOf, ofType } from "./effects.js";
export { ApiError, ConnectionFailed, type DetailsOf, Problem, UnexpectedResponse } from "./errors.js";
export type { Connection, FollowOptions } from "./events.js";
export type { Game, GameListener, GameOptions } from "./game.js";
export * from "./generated/problems.js";
export type * from "./generated/types.js";
export * from "./records.js";
export type { RetryPolicy } from "./retry.js";
export * from "./selection.js";
