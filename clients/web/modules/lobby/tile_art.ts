/** The pictures of the tiles: a bot, or cards that look up from the lower edge. */
import { face } from "../bots/face.ts";
import { cardImage } from "../cards/images.ts";
import { h } from "../ui/dom.ts";

const art = (...content: Node[]) => h("span", { class: "tile-art", "aria-hidden": "true" }, ...content);

export const botArt = (agent: string) => art(face(agent));

export const cardArt = (...codes: string[]) => art(...codes.map((code) => cardImage(code)));
