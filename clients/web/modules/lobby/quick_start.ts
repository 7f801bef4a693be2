/** The games that begin with one click: with a bot, alone, or with a friend. */
import { savedName } from "../storage/saved_games.ts";
import { unfinishedStep } from "../storage/saved_tutorial.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { todayTile } from "../today/tile.ts";
import { suggestedBot } from "../ui/bot_choice.ts";
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { Start } from "./start.ts";
import type { Agent, CreateGameRequest } from "../types.ts";

/** The number of players of the game with a bot. */
const PAIR = 2;

/** The tiles, with places for those of other pages. @param bots the house bots */
export function quickStart(bots: Promise<Agent[]>) {
  const start = new Start();
  const tile = (
    id: string,
    title: string,
    about: string,
    wish: () => CreateGameRequest | Promise<CreateGameRequest>,
  ) => {
    const onclick = async () => (clearAlerts(), start.game(await wish()).catch(showError));
    const texts = [h("strong", {}, title), h("span", {}, about)];
    return start.add(h("button", { type: "button", id, class: "tile", onclick }, ...texts));
  };
  const withBot = tile("play-bot", t("lobby.play-bot"), t("lobby.about-bot"), async () => {
    const agent = suggestedBot(await bots, PAIR);
    return { players: PAIR, seats: [me(), { agent }] };
  });
  withBot.classList.add("main");
  bots.then((found) => (withBot.hidden = !found.length));
  const solo = tile("play-solo", t("lobby.solo"), t("lobby.about-solo"), () => ({ players: 1, seats: [me()] }));
  const friend = tile("play-friend", t("lobby.play-friend"), t("lobby.about-friend"), () => ({
    players: PAIR,
    seats: [me(), { open: true }],
  }));
  return h(
    "section",
    { class: "play-now", "aria-labelledby": "play-title" },
    h("h2", { id: "play-title", class: "hidden" }, t("lobby.play-now")),
    withBot,
    solo,
    h("div", { id: "home-today", class: "tile-place" }, todayTile()),
    friend,
    h("div", { id: "home-tutorial", class: "tile-place" }, tutorialTile()),
  );
}

/** A link to the tutorial, with the step at which it goes on. */
function tutorialTile() {
  const unfinished = unfinishedStep();
  return h(
    "a",
    { class: "tile", id: "to-tutorial", href: "#/tutorial" },
    h("strong", {}, t(unfinished ? "tutorial.tile-resume" : "tutorial.tile")),
    h("span", {}, unfinished ? t("tutorial.step", unfinished) : t("tutorial.tile-about")),
  );
}

const me = () => ({ name: savedName() || null });
