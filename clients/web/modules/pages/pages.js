// @ts-check
/** The pages that `main.js` requests on demand, in one file: their parts are largely the same. */
export * from "./game.js";
export * from "./puzzle.js";
export * from "./replay.js";
export * from "./rules.js";
export * from "./today.js";
export * from "./tutorial.js";
