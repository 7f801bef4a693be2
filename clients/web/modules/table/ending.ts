/** The end of a game at the table: its story as a scene over the table, and what to do next. */
import { isOver } from "regicide-client/selection";
import { squaresText } from "../story/castle.ts";
import { scene } from "../story/scene.ts";
import { countsText, theEnemy, tipText, titleText, whyTexts } from "../story/sentences.ts";
import { sharing } from "../story/sharing.ts";
import { fallsText, isComplete, storyOf, type Story } from "../story/story.ts";
import { modeText } from "../today/result_panel.ts";
import { dayEnding } from "../today/results.ts";
import { playedGames } from "../storage/history.ts";
import { isTaken } from "../storage/saved_tutorial.ts";
import { SUIT_SHAPES } from "../cards/faces.ts";
import { rankOf, suitOf } from "../cards/images.ts";
import { button, focus, h, type Child } from "../ui/dom.ts";
import { pageUrl, replayHash } from "../ui/route.ts";
import { autorun, computed, derived, signal } from "../ui/signals.ts";
import { card, enemyCount } from "../words/reference.ts";
import { formatDay, formatMoment, plural, t } from "../words/texts.ts";
import { castle } from "./fortress.ts";
import { hills, scenery } from "./scenery.ts";
import type { Picture } from "../story/picture.ts";
import type { GameView, SeatView } from "../types.ts";
import type { TableState } from "./table_state.ts";

type Game = NonNullable<ReturnType<typeof endedGame>>;

type Parts = {
  rematch: Element; // asks for the rematch, or leads to it
  practice: { undo: () => void; again: () => void }; // takes the last action back; starts another game of practice
  ended: (game: Game, story: Story) => Element[]; // called once the story is complete; the cards of what it has achieved
  highlights: (game: Game, story: Story | null, ready: (agent: string) => void) => Element | null; // the best and the costliest move, by a review
};

/** @param parts null on pages of other sites, which have no ways from here */
export function endingPlace({ settled, events, practice }: TableState, parts: Parts | null) {
  const game = derived(() => endedGame(settled.value));
  const story = derived(() => (game.value && isComplete(events.value) ? storyOf(game.value, events.value) : null));
  const earned = signal<Element[]>([]);
  autorun(() => {
    if (parts && game.value && story.value) earned.value = parts.ended(game.value, story.value);
  });
  const isShown = computed(() => game.value !== null);
  autorun(() => parts && isShown.value && scrollTo({ top: 0 }));
  const isFolded = signal(false);
  const reviewer = signal("");
  const highlights = computed(() =>
    parts && game.value && isTold(game.value) && story.value?.turns !== 0
      ? parts.highlights(game.value, story.value, (agent) => (reviewer.value = agent))
      : null,
  );
  const replay = () =>
    h(
      "a",
      { class: "button", href: () => replayHash(game.value?.id ?? "", 0, reviewer.value), id: "to-replay" },
      t("ending.replay"),
    );
  const fold = (folded: boolean) => {
    isFolded.value = folded;
    scrollTo({ top: 0 });
    focus(place.querySelector(folded ? "#to-scene" : "#ending"));
  };
  const place = h(
    "div",
    { class: "ending-place", "data-folded": () => String(isFolded.value) },
    h("div", { class: "ending-bar" }, () =>
      game.value && isFolded.value
        ? [h("strong", {}, titleText(game.value)), button("to-scene", t("ending.to-scene"), () => fold(false))]
        : [],
    ),
    h("div", { class: "ending-frame" }, () => {
      if (!game.value) return null;
      const toTable = button("to-table", t("ending.to-table"), () => fold(true));
      const told = isTold(game.value) ? [highlights.value, replay()] : [];
      const next = parts
        ? ways(game.value, story.value, practice.value === null ? parts.rematch : practiceWays(parts), told, toTable)
        : toTable;
      const notes = [achieved(earned.value)];
      return scene(game.value, story.value, castlePicture(game.value), next, parts && tip(game.value), notes);
    }),
  );
  return place;
}

/** The achievements that no earlier game had. */
const achieved = (cards: Element[]) =>
  cards.length
    ? h(
        "section",
        { class: "ending-earned", id: "earned" },
        h("h3", { class: "label" }, plural("ending.earned", cards.length)),
        h("a", { class: "label", href: "#/history" }, t("history.title")),
        h("ul", { class: "achievements" }, ...cards),
      )
    : null;

/** What the scene shows of a view; null while the game goes on. */
function endedGame(view: GameView | null) {
  if (!view || !isOver(view)) return null;
  const { id, status, players, you, deal, beginning, result, enemy, hands, seed, seed_origin, seats } = view;
  return {
    ...{ id, status, players, you, deal, beginning, result, enemy, hands, seed, seed_origin },
    seats: (seats as SeatView[]).map(({ seat, name, agent, own, held, stand_in }) => ({
      ...{ seat, name, agent, own, held, stand_in },
    })),
  };
}

/** The castle under its sky, as behind the table. */
const castlePicture = ({ result }: Game) =>
  h(
    "div",
    { class: "ending-picture" },
    scenery(() => result?.defeated ?? 0),
  );

/** Whether the record of a finished game is told: that of today's deal when the day is over. */
const isTold = ({ deal, seed, result }: Game) => result !== null && (!deal || seed !== null);

const practiceWays = ({ practice }: Parts) =>
  h(
    "div",
    { class: "rematch buttons" },
    button("practise-again", t("practice.again"), practice.again, { class: "main" }),
    button("undo-end", `↶ ${t("practice.undo")}`, practice.undo, { "aria-keyshortcuts": "u" }),
  );

/**
 * What to do next: the rematch first, or what takes its place in a game of practice.
 * @param told the review and the replay, if there are any @param toTable what is done less often
 */
function ways(game: Game, story: Story | null, rematch: Element, told: Child[], toTable: Element) {
  const { deal, result } = game;
  const toLobby = deal ? null : h("a", { class: result ? "button" : "button main", href: "#/" }, t("ending.new"));
  const picture = () => pictureOf(game, story);
  return h(
    "div",
    { class: "ending-ways" },
    deal && h("a", { class: "button main", href: "#/today", id: "to-today" }, t("ending.to-today")),
    result && rematch,
    ...told,
    result && !isTold(game)
      ? h("p", { class: "quiet" }, t("ending.record-at", { time: formatMoment(deal?.ends_at ?? "") }))
      : null,
    result && (dayEnding(game, picture) ?? sharing(() => shareText(game, story), picture)),
    result ? more(toLobby, toTable) : toLobby,
  );
}

/** What is done less often, on demand; one way needs no menu. */
function more(...ways: Child[]) {
  const [first, ...others] = ways.filter(Boolean);
  return others.length
    ? h(
        "details",
        { class: "sharing" },
        h("summary", { class: "button", id: "ending-more" }, t("replay.more")),
        h("div", { class: "buttons" }, first, ...others),
      )
    : first;
}

/** What may help a newcomer in the next game, with the way to the lesson until it is taken. */
function tip({ result }: Game) {
  const advice = result?.outcome === "lost" && isNewcomer() && tipText(result.reason);
  const lesson = isTaken() ? [] : [" ", h("a", { href: "#/tutorial", id: "to-lesson" }, t("ending.to-lesson"))];
  return advice ? h("p", { class: "ending-tip" }, advice, ...lesson) : null;
}

/** Whether no game has been won on this device. */
const isNewcomer = () => Object.values(playedGames()).every(({ outcome }) => outcome === "lost");

const headline = ({ players, result }: Game) =>
  t("ending.headline", { mode: modeText(players), defeated: result?.defeated ?? 0, enemies: enemyCount() });

/** The result as text to paste. */
const shareText = (game: Game, story: Story | null) =>
  [
    headline(game),
    squaresText(fallsOf(game, story)),
    whyTexts(game, story).join(" "),
    pageUrl(isTold(game) ? `#/replay/${game.id}` : "#/"),
  ].join("\n");

const fallsOf = ({ result }: Game, story: Story | null) =>
  story ? fallsText(story, result?.defeated ?? 0) : "d".repeat(result?.defeated ?? 0);

const TONES: Record<string, string> = { gold: "#f0c54a", silver: "#c9d3de", bronze: "#d8935a", won: "#f0c54a" };

/** The result as a picture: nothing of the cards of a deal that others still play. */
function pictureOf(game: Game, story: Story | null): Picture {
  const { deal, result } = game;
  const grade = result?.grade ? t(`grade.${result.grade}`) : "";
  const strongest = deal || !story?.falls.length ? null : story.strongest;
  const counts = story ? countsText(result?.defeated ?? 0, enemyCount(), story) : "";
  return {
    title: titleText({ ...game, you: null }),
    lines: [
      deal ? `${formatDay(deal.date)} · ${modeText(game.players)}` : whyTexts(game, story).join(" "),
      counts,
      grade,
    ].filter(Boolean),
    falls: fallsOf(game, story),
    enemies: enemyCount(),
    hills: hills(),
    castle: castle(() => result?.defeated ?? 0),
    tone: TONES[result?.grade ?? result?.outcome ?? ""] ?? "#f5ecd8",
    cards: (strongest?.cards ?? []).map((code) => ({
      ...{ code, rank: rankOf(code), suit: suitOf(code), value: card(code).value },
    })),
    suits: SUIT_SHAPES,
    cardsTitle: strongest
      ? `${t("ending.strongest")}: ${t("ending.strongest-about", { amount: strongest.amount, enemy: theEnemy(strongest.enemy) })}`
      : "",
    address: location.host,
  };
}
