/** The pages that `main.ts` requests on demand, in one file: their parts are largely the same. */
export * from "./game.ts";
export * from "./puzzle.ts";
export * from "./replay.ts";
export * from "./rules.ts";
export * from "./today.ts";
export * from "./tutorial.ts";
