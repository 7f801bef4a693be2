/** Types that the client adds to those of the API. */
import type {
  Board,
  CreateGameRequest,
  GameView,
  GameRecord as FullRecord,
  GameResult,
  Problem,
  Review,
  ReviewedMove,
  SeatView as FullSeat,
} from "regicide-client";
export type * from "regicide-client";
export type { CardReference as Cards, DayResult as DayOnBoard } from "regicide-client";

/** A seat; `own` marks that of the reader. */
export type SeatView = FullSeat & { own?: boolean };
/** Its result is null in the link of a game that a tournament ended, not the rules. */
export type GameRecord = {
  [Name in keyof FullRecord as string extends Name ? never : Name]:
    | FullRecord[Name]
    | (Name extends "result" ? null : never);
};

type Texts = typeof import("../texts/en.json");
type BaseOf<Key> = Key extends `${infer Base}.other` ? Base : never;
type PersonOf<Key> = Key extends `${infer Base}.you` ? Base & keyof Texts : never;

/** A key of the catalogue, and the base of keys with plural forms. */
export type TextKey = keyof Texts;
export type PluralKey = BaseOf<TextKey>;
/** A key with a text in the second person, for the reader. */
export type PersonKey = PersonOf<TextKey>;

/** The part of a game that the board shows: from a view, or from a step of a record. */
export type BoardView = Omit<Board, "hands" | "seats"> & {
  seats: SeatView[];
  hands?: string[][] | null;
  fallen?: string[]; // the enemies that the events name
  short?: number; // at the end of a puzzle, the seat whose hand does not cover the strike
};

/** Where a new game begins: members of its request. */
export type Beginning = Pick<CreateGameRequest, "players" | "seed" | "first_player" | "actions" | "position">;

/** A beginning and the seat of the person who plays on; null: the seat to act. */
export type Puzzle = Beginning & { seat: number | null };

/** A review that is ready. */
export type GameReview = Review & { moves: ReviewedMove[] };

/** What the list of saved games shows of a game. */
export type SeenGame = Pick<GameView, "status" | "players" | "turn" | "defeated" | "updated_at"> & {
  seats: SeenSeat[];
  result?: Pick<GameResult, "outcome" | "grade"> | null;
  isDaily?: boolean; // has the deal of a day
};
type SeenSeat = Pick<SeatView, "seat" | "name" | "agent" | "held" | "stand_in">;

/**
 * A saved game: the tokens of this device's seats and of the owner, the commitment from the start, whether one person
 * plays all these seats, the seed of a practice game, in which actions are taken back, and what the game last looked like.
 */
export type SavedGame = {
  tokens: Record<string, string>;
  alone?: boolean | undefined;
  practice?: string | undefined;
  owner?: string | undefined;
  commitment?: string | null;
  seen?: SeenGame;
  at: string;
};

export type ProblemDetails = Problem["details"];
