/** The pictures of cards as SVG texts: what a card shows but for its index, and the faces of bots. Loaded after the first paint. */
import { ANIMALS, BACK, PIPS } from "./emblems.ts";
import { drawn, type Shapes } from "./drawing.ts";
import { COMPANIONS, JESTER, PEOPLE } from "./people.ts";
import { figure, scene, SETTINGS } from "./portraits.ts";
import { damageOf, type Mood } from "./damage.ts";
import type { Suit } from "../types.ts";

export { characterFace } from "./characters.ts";

/** The SVG of the picture of a card. @param shape that of a suit: it is part of the first load, with the plain cards */
export function picture(code: string, mood: Mood, shape: (suit: Suit) => string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" fill-rule="evenodd">${content(code, mood, shape)}</svg>`;
}

function content(code: string, mood: Mood, shape: (suit: Suit) => string) {
  const [rank, suit] = [code.slice(0, -1), code.slice(-1) as Suit];
  if (code === "back") return back();
  if (rank === "X") return figure(JESTER, SETTINGS[rank], mood);
  if (rank === "A") return companion(suit, shape(suit));
  const person = PEOPLE[code];
  if (!person) return pips(rank, suit, shape(suit));
  return figure(person, SETTINGS[rank], mood, damageOf(mood, suit, person));
}

/** An animal before its suit. */
function companion(suit: Suit, shape: string) {
  const backdrop: Shapes = [["translate(10 18) scale(3.33)", `x ${shape}`]];
  return scene(COMPANIONS[suit], { backdrop }, [{ shapes: ANIMALS[suit], edges: ANIMALS[suit] }]);
}

/** Pips as if engraved: a light line in each, and its lower edge in the light. */
function pips(rank: string, suit: Suit, path: string) {
  const { r, R, q } = COMPANIONS[suit].colours;
  const shape = `d="${path}"`;
  const scale = Number(rank) < 7 ? 1.2 - Number(rank) / 30 : 0.92;
  const uses = PIPS[rank].map(
    ([x, y]) => `<use href="#p" transform="translate(${x} ${y})${y > 70 ? " rotate(180)" : ""} scale(${scale})"/>`,
  );
  return (
    `<defs><linearGradient id="i" x2="1" y2="1"><stop stop-color="${q}"/><stop offset=".45" stop-color="${r}"/><stop offset="1" stop-color="${R}"/></linearGradient>` +
    `<g id="p"><g transform="translate(-12 -12)"><path ${shape} fill="#fffaf0" transform="translate(.5 .8)"/><path ${shape} fill="url(#i)"/>` +
    `<path ${shape} fill="none" stroke="#fff4dc" stroke-width="1.5" stroke-opacity=".55" transform="translate(3 3) scale(.75)"/></g></g></defs>` +
    uses.join("")
  );
}

function back() {
  const colours = { r: "#6f1b2c", R: "#4a0f1c", q: "#93303f" };
  return (
    `<defs><pattern id="l" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45 50 70)">` +
    `<rect width="10" height="10" fill="#5d1524"/><path d="M0 0H10V10H0Z" fill="none" stroke="#8d3545" stroke-width="1.2"/>` +
    `<path d="M5 2.6L7.4 5L5 7.4L2.6 5Z" fill="#b98a3d" opacity=".75"/></pattern>` +
    `<radialGradient id="v" cy=".3"><stop stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-opacity=".35"/></radialGradient></defs>` +
    `<rect x="5" y="5" width="90" height="130" rx="5" fill="url(#l)"/>` +
    `<rect x="5" y="5" width="90" height="130" rx="5" fill="url(#v)"/>` +
    `<rect x="6.4" y="6.4" width="87.2" height="127.2" rx="4" fill="none" stroke="#d3a24a" stroke-width="1.1"/>` +
    `<rect x="9" y="9" width="82" height="122" rx="2.6" fill="none" stroke="#d3a24a" stroke-width=".5"/>` +
    drawn(BACK as Shapes, colours)
  );
}
