/** The types of the API's answers by short names: for the compiler alone, no browser loads this. */
import type { components } from "../../typescript/src/api.js";

type Schemas = components["schemas"];

export type GameView = Schemas["GameView"];
export type EnemyView = Schemas["EnemyView"];
export type SeatView = Schemas["SeatView"];
export type Result = Schemas["Result"];
export type GameEvent = Schemas["GameEvent"];
export type Effect = Schemas["Effect"];
export type GameRecord = Schemas["Record"];
export type RecordedEvent = Schemas["RecordedEvent"];
export type GameWish = Schemas["GameWish"];
export type SeatWish = Schemas["SeatWish"];
export type CreatedGame = Schemas["CreatedGame"];
export type GameList = Schemas["GameList"];
export type GameSummary = Schemas["GameSummary"];
export type Agent = Schemas["Agent"];
export type AgentList = Schemas["AgentList"];
export type Cards = Schemas["Cards"];
export type CardInfo = Schemas["CardInfo"];
export type Rules = Schemas["Rules"];
export type ProblemDetails = Schemas["Problem"];
export type Suit = "C" | "D" | "H" | "S";
export type Signal = "eager" | "reluctant";

type Texts = typeof import("../texts/en.json");
type BaseOf<Key> = Key extends `${infer Base}.other` ? Base : never;

/** A key of the catalogue, and one that has a text for each plural. */
export type TextKey = keyof Texts;
export type PluralKey = BaseOf<TextKey>;

/** Whether news come. */
export type Connection = "connecting" | "live" | "offline" | "ended";

/** What is to be shown of a table: a view of the game, or a step of its record. */
export type Shown = Pick<
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
> & { hands?: string[][] };

/** What this device keeps of a game: the tokens of its seats, and the commitment that it showed at first. */
export type KeptGame = { tokens: Record<string, string>; commitment?: string; at: string };
