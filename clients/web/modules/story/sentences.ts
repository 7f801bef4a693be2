/** The story of a game in words. */
import { aboutActor, theCard, type Seats } from "../words/names.ts";
import { endText } from "../words/narration.ts";
import { capitalized, plural, t } from "../words/texts.ts";
import type { SeatView, TextKey } from "../types.ts";
import type { Ended, Story } from "./story.ts";

/** The name of an enemy with its article. */
export const theEnemy = theCard;

const TITLES: Record<string, TextKey> = {
  "last-king": "enemy.all-defeated",
  "given-up": "ending.title-given-up",
  timeout: "ending.title-timeout",
};

/** The end in a few words, for the reader, if that is a player. */
export function titleText({ status, result, seats, you }: Ended & { seats: EndedSeat[]; you?: number | null }) {
  if (status === "cancelled") return t("ending.cancelled");
  if (result?.outcome === "won" && typeof you === "number") return t("ending.title-won");
  if (isAlone(seats) && result?.reason === "given-up") return t("ending.title-given-up.you");
  return t(TITLES[result?.reason ?? ""] ?? "ending.title-lost");
}

/** Whether the reader is the only person of a game. */
const isAlone = (seats: EndedSeat[]) => seats.every(({ own, agent }) => own || agent) && seats.some(({ own }) => own);

type EndedSeat = Seats[number] & Pick<SeatView, "stand_in" | "agent">;

/** How the game was won or lost, and what was missing. @param story null: what the view alone says */
export function whyTexts(game: Ended & { seats: EndedSeat[] }, story: Story | null) {
  const short = story?.standing && story.shortfall;
  return short ? [whyText(game, story), plural("ending.short", short.strike - short.hand)] : [whyText(game, story)];
}

function whyText({ result, seats }: Ended & { seats: EndedSeat[] }, story: Story | null) {
  if (!result) return t("event.cancelled");
  const { seat, reason } = result;
  const agent = seats[seat]?.stand_in ?? null;
  const { shortfall, standing, falls } = story ?? {};
  if (shortfall && standing) {
    const values = { enemy: theEnemy(standing.card), ...shortfall };
    return capitalized(aboutActor("ending.why-strike", seats, seat, agent, values));
  }
  if (reason === "cannot-play-or-yield" && standing)
    return capitalized(aboutActor("ending.why-stuck", seats, seat, agent, { enemy: theEnemy(standing.card) }));
  const last = reason === "last-king" ? falls?.at(-1) : null;
  if (last) return capitalized(aboutActor("ending.why-won", seats, seat, agent, { enemy: theEnemy(last.enemy) }));
  if (reason === "given-up" && isAlone(seats)) return t("over.lost");
  return endText(reason, seats, seat, agent);
}

/** What may help in the next game, by why the last one was lost. */
export function tipText(reason: string) {
  if (reason === "cannot-cover-damage") return t("ending.tip-cover");
  return reason === "cannot-play-or-yield" ? t("ending.tip-stuck") : "";
}

/** The numbers of a game in a line, which breaks between them. */
export function countsText(defeated: number, enemies: number, { turns, falls }: Story) {
  const exact = falls.filter((fall) => fall.exact).length;
  const parts = [t("ending.counts", { defeated, enemies }), plural("ending.turns", turns)];
  return [...parts, ...(exact ? [plural("ending.exact", exact)] : [])]
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join("\u00a0· ");
}
