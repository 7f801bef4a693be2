/** The end of a game as a scene: what happened, the castle, the strongest play, the enemy that stands, the hands. */
import { enemyCard, faceUpCard, moodOf } from "../cards/images.ts";
import { withFaces } from "../cards/small_faces.ts";
import { squares } from "./castle.ts";
import { h, svg, prefersReducedMotion, type Child } from "../ui/dom.ts";
import { preference } from "../storage/preferences.ts";
import { medal } from "./medal.ts";
import { about, agentName, nameOf, titleBy } from "../words/names.ts";
import { sentence } from "../words/narration.ts";
import { enemyCount, gradeText } from "../words/reference.ts";
import { formatDay, plural, t } from "../words/texts.ts";
import { fallsText, type Ended, type Play, type Story } from "./story.ts";
import { countsText, theEnemy, titleText, whyTexts } from "./sentences.ts";
import type { GameResult, GameView, SeatView } from "../types.ts";

type Seats = Pick<SeatView, "seat" | "name" | "agent" | "own" | "held" | "stand_in">[];
export type EndedGame = Ended & { seats: Seats; you: number | null; deal: GameView["deal"] };

/**
 * @param story null while the events have not arrived: the scene then says what the view alone says
 * @param picture the castle under its sky @param ways what to do next @param tip for the next game
 * @param notes what else is told of the game
 */
export function scene(game: EndedGame, story: Story | null, picture: Element, ways: Child, tip: Child, notes: Child[]) {
  const { result, status, seats, deal } = game;
  const hands = openHands(game);
  const told = story && facts(game, story);
  // Beside what was achieved, the hands have the column with fewer facts.
  const isNext = story?.standing || !notes.some(Boolean);
  const [why, missing] = whyTexts(game, story);
  return h(
    "section",
    { class: `ending ${result?.outcome ?? status}`, "aria-labelledby": "ending-title", id: "ending", tabindex: "-1" },
    picture,
    h(
      "div",
      { class: "ending-head" },
      result && celebration(result),
      deal && h("p", { class: "ending-day" }, formatDay(deal.date)),
      h("h2", { id: "ending-title" }, titleText(game)),
      h("p", { class: "ending-why" }, why, missing && " ", missing && h("strong", {}, missing)),
      ...(result ? standInTexts(seats) : []),
      result?.grade ? gradeLine(result.grade) : null,
    ),
    h("div", { class: "ending-next" }, ways, ...notes, isNext && hands),
    h("div", { class: "ending-record" }, result && tally(result.defeated, story), tip, told, !isNext && hands),
  );
}

/** The bots that played for players at the end. */
const standInTexts = (seats: Seats) =>
  seats.flatMap(({ seat, held, stand_in: agent }) =>
    agent && held
      ? [h("p", { class: "stood-in" }, about("stand-in.played", seats, seat, { agent: agentName(agent) }))]
      : [],
  );

const gradeLine = (grade: NonNullable<GameResult["grade"]>) =>
  h("p", { class: `grade ${grade}` }, medal(grade), h("strong", {}, t(`grade.${grade}`)), " ", gradeText(grade));

/** The twelve, and the numbers of the game. */
const tally = (defeated: number, story: Story | null) =>
  h(
    "div",
    { class: "ending-tally" },
    squares(story ? fallsText(story, defeated) : "d".repeat(defeated)),
    h(
      "p",
      { class: "ending-counts" },
      story ? countsText(defeated, enemyCount(), story) : t("ending.defeated", { defeated, enemies: enemyCount() }),
    ),
  );

/** The strongest play, if any enemy fell, and the enemy that stands. */
function facts({ result, seats }: EndedGame, { strongest: play, standing, falls }: Story) {
  const strongest = falls.length ? play : null;
  if (!strongest && !standing) return null;
  return h(
    "dl",
    { class: "ending-facts" },
    strongest && fact("strongest", titleBy(t("ending.strongest"), seats, strongest.seat), ...playContent(strongest)),
    standing &&
      result &&
      fact("standing", t("ending.standing"), ...standingContent(standing, enemyCount() - result.defeated - 1)),
  );
}

const fact = (name: string, title: string, ...content: Child[]) =>
  h("div", { class: "ending-fact", "data-fact": name }, h("dt", { class: "label" }, title), h("dd", {}, ...content));

const playContent = ({ cards, amount, enemy }: Play) => [
  h("span", { class: "ending-cards" }, ...cards.map(faceUpCard)),
  h(
    "span",
    {},
    ...withFaces(
      sentence("ending.strongest-about", { amount: String(amount), cards: { cards }, enemy: theEnemy(enemy) }),
    ),
  ),
];

function standingContent(enemy: NonNullable<Story["standing"]>, behind: number) {
  const { card, health, damage } = enemy;
  const left = t("ending.standing-enemy", { enemy: theEnemy(card), left: health - damage, health });
  const rest = behind > 0 ? plural("ending.behind", behind) : t("ending.last-enemy");
  return [
    h("span", { class: "ending-cards" }, enemyCard(card, moodOf(enemy))),
    h("span", { class: "sentence" }, `${left} ${rest}`),
  ];
}

const SUITS = ["♥", "♦", "♣", "♠"];
const PIECES = 28;
const GOLDEN_RATIO = 0.618;

/** A crown in the colour of the grade, and falling suits, hidden from screen readers; null for a lost game. */
function celebration({ outcome, grade }: GameResult) {
  if (outcome !== "won") return null;
  const still = preference("speed") === "off" || prefersReducedMotion();
  return h(
    "div",
    { class: `celebration ${grade ?? "plain"}${still ? " still" : ""}`, "aria-hidden": "true" },
    crown(),
    still ? null : h("div", { class: "suit-rain" }, ...Array.from({ length: PIECES }, (_, number) => piece(number))),
  );
}

const crown = () =>
  svg(
    "svg",
    { viewBox: "4 4 112 86", class: "victory-crown" },
    path("crown-velvet", "M26 74C22 44 46 30 60 30C74 30 98 44 94 74Z"),
    path("crown-metal", CROWN),
    path("crown-shade", "M60 20C66 38 74 51 82 54C90 53 98 48 106 35L98 74Q82 79 60 79Z"),
    path("crown-light", "M17 41L24.5 72M59 25C53 40 46 50 38.6 53.6M82.4 53.8C91 52 98 47 103.6 39"),
    ...CROWN_BALLS.flatMap(([cx, cy, r]) => [
      svg("circle", { class: "crown-metal", cx, cy, r }),
      svg("circle", { class: "crown-light", cx: cx - r * 0.3, cy: cy - r * 0.35, r: r * 0.22 }),
    ]),
    path("crown-metal", "M20 72Q60 80 100 72V85Q60 93 20 85Z"),
    path("crown-shade", "M60 76Q82 76 100 72V85Q82 89 60 89Z"),
    path("crown-light", "M21 73.5Q60 81 99 73.5"),
    ...CROWN_JEWELS.flatMap(([suit, cx, cy, rx, ry]) => [
      svg("ellipse", { class: `crown-jewel suit-${suit}`, cx, cy, rx, ry }),
      svg("circle", { class: "crown-glint", cx: +cx - 1.2, cy: +cy - 1.4, r: 1 }),
    ]),
  );

const path = (name: string, d: string) => svg("path", { class: name, d });
const CROWN =
  "M22 74L14 35C22 48 30 53 38 54C46 51 54 38 60 20C66 38 74 51 82 54C90 53 98 48 106 35L98 74Q60 84 22 74Z";
const CROWN_BALLS = [
  [14, 32, 5],
  [60, 15, 6.5],
  [106, 32, 5],
];
/** One of each suit on the band, and a heart's above it: the middle and the radii of each. */
const CROWN_JEWELS: [string, number, number, number, number][] = [
  ["D", 32, 80.4, 4, 3.6],
  ["C", 50.5, 82.4, 4, 3.6],
  ["S", 69.5, 82.4, 4, 3.6],
  ["H", 88, 80.4, 4, 3.6],
  ["H", 60, 60, 5, 6.6],
];

/** A falling suit, at a place and a time that are spread evenly. */
function piece(number: number) {
  const element = h("span", { class: `piece suit-${"HDCS"[number % 4]}` }, SUITS[number % 4]);
  const spread = (number * GOLDEN_RATIO) % 1;
  element.style.setProperty("--at", `${(spread * 100).toFixed(1)}%`);
  element.style.setProperty("--delay", `${((number * 137) % 1400) - 200}ms`);
  element.style.setProperty("--turn", `${((number * 97) % 360) - 180}deg`);
  return element;
}

/** The hands of all seats; null if no hand is known, or none has a card. */
function openHands({ hands, seats, you }: EndedGame) {
  if (!hands?.some((cards) => cards.length)) return null;
  const row = (cards: string[], seat: number) =>
    h(
      "li",
      { class: seat === you ? "open-hand own" : "open-hand", "data-open-hand": seat },
      seats.length > 1 && h("span", { class: "label" }, nameOf(seats, seat)),
      cards.length
        ? h("span", { class: "ending-cards" }, ...cards.map(faceUpCard))
        : h("span", { class: "quiet" }, t("ending.no-cards")),
    );
  return h(
    "div",
    { class: "open-hands" },
    h("h3", { class: "label" }, t(hands.length > 1 ? "ending.hands" : "ending.hand")),
    h("ul", {}, ...hands.map(row)),
  );
}
