/**
 * The pages that `main.ts` requests on demand, in one file: their parts are largely the same. The pictures come while they
 * wait for a game.
 */
import { loadPictures } from "../cards/gallery.ts";

export { NewGame } from "../lobby/new_game.ts";
export { toggleRules } from "../rules/panel.ts";
export { sceneryBehind } from "../table/scenery.ts";
export * from "./devices.ts";
export * from "./game.ts";
export * from "./history.ts";
export * from "./puzzle.ts";
export * from "./puzzles.ts";
export * from "./replay.ts";
export * from "./rules.ts";
export * from "./today.ts";
export * from "./tutorial.ts";

loadPictures();
