/** Short names for the types of the API, for the compiler only. */
import type { components } from "../../javascript/src/generated/types.ts";

type Schemas = components["schemas"];

export type GameView = Schemas["GameView"] & { advice?: string; previews?: Preview[] | null };
export type EnemyView = Schemas["EnemyView"];
/** A seat; `own` marks that of the reader. */
export type SeatView = Schemas["SeatView"] & { own?: boolean };
export type GameResult = Schemas["GameResult"];
export type GameEvent = Schemas["GameEvent"];
export type Effect = Schemas["Effect"];
/** Its result is null in the link of a game that a tournament ended, not the rules. */
export type GameRecord = {
  [Name in keyof FullRecord as string extends Name ? never : Name]:
    | FullRecord[Name]
    | (Name extends "result" ? null : never);
};
type FullRecord = Schemas["GameRecord"];
export type RecordedEvent = Schemas["RecordedEvent"];
export type CreateGameRequest = Schemas["CreateGameRequest"];
export type SeatRequest = Schemas["SeatRequest"];
export type CreatedGame = Schemas["CreatedGame"];
export type GameList = Schemas["GameList"];
export type GameSummary = Schemas["GameSummary"];
export type GamePresence = Schemas["GamePresence"];
export type SeatPresence = Schemas["SeatPresence"];
export type GameLook = Schemas["GameLook"];
export type Agent = Schemas["Agent"];
export type AgentList = Schemas["AgentList"];
export type Cards = Schemas["CardReference"];
export type CardInfo = Schemas["CardInfo"];
export type Rules = Schemas["Rules"];
export type RuleSection = Schemas["RuleSection"];
export type ProblemDetails = Schemas["Problem"];
export type Fault = Schemas["Fault"];
export type Suit = Schemas["Suit"];
export type Signal = Schemas["Signal"];

export type Preview = Schemas["Preview"];
export type AdviceRequest = Schemas["AdviceRequest"];
export type Advice = Schemas["Advice"];
export type RatedAction = Schemas["RatedAction"];

type Texts = typeof import("../texts/en.json");
type BaseOf<Key> = Key extends `${infer Base}.other` ? Base : never;
type PersonOf<Key> = Key extends `${infer Base}.you` ? Base & keyof Texts : never;

/** A key of the catalogue, and the base of keys with plural forms. */
export type TextKey = keyof Texts;
export type PluralKey = BaseOf<TextKey>;
/** A key with a text in the second person, for a reader without a name. */
export type PersonKey = PersonOf<TextKey>;

/** The state of the event stream. */
export type Connection = "connecting" | "live" | "offline" | "ended";

/** The part of a game that the board shows: from a view, or from a step of a record. */
export type BoardView = Pick<
  GameView,
  | "status"
  | "phase"
  | "players"
  | "you"
  | "turn"
  | "enemy"
  | "castle_size"
  | "tavern_size"
  | "tavern_top"
  | "discard"
  | "played"
  | "seats"
  | "hand"
  | "flips_left"
  | "defeated"
> & { hands?: string[][] | null };

/** Where a new game begins: members of its request. */
export type Beginning = Pick<CreateGameRequest, "players" | "seed" | "first_player" | "actions" | "position">;

/** A beginning and the seat of the person who plays on; null: the seat to act. */
export type Puzzle = Beginning & { seat: number | null };

export type TodaysDeals = Schemas["TodaysDeals"];
export type BotResult = Schemas["BotResult"];
export type DealOfDay = Schemas["DealOfDay"];
export type GameEvents = Schemas["GameEvents"];

export type Review = Schemas["Review"];
/** A review that is ready. */
export type GameReview = Review & { moves: ReviewedMove[] };
export type ReviewedMove = Schemas["ReviewedMove"];

/** What the list of saved games shows of a game. */
export type SeenGame = Pick<GameView, "status" | "players" | "turn" | "defeated" | "updated_at"> & {
  seats: SeenSeat[];
  result?: Pick<GameResult, "outcome" | "grade"> | null;
};
type SeenSeat = Pick<SeatView, "seat" | "name" | "agent" | "held" | "stand_in">;

/**
 * A saved game: the tokens of this device's seats and of the owner, the commitment from the start, whether one person
 * plays all these seats, and what the game last looked like.
 */
export type SavedGame = {
  tokens: Record<string, string>;
  alone?: boolean | undefined;
  owner?: string | undefined;
  commitment?: string | null;
  seen?: SeenGame;
  at: string;
};
