/** The pictures of cards: loaded after the first paint, and each drawn once. Until then, and without them, cards are plain. */
import { svg, whenIdle } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { SUIT_SHAPES } from "./faces.ts";
import type { Mood } from "./damage.ts";

type Source = (typeof import("./pictures.ts"))["picture"];

const MOODS: Mood[] = ["calm", "hurt", "desperate"];
const ENEMIES = [..."JQK"].flatMap((rank) => Object.keys(SUIT_SHAPES).map((suit) => rank + suit));

const source = signal<Source | null>(null);
let isRequested = false;

/** What has been drawn. The images are kept so that the browser has them ready. */
const drawn = new Map<string, HTMLImageElement>();

/** The centre of a card: its picture, or a plain one until the pictures are there, or where the page forbids them. */
export function pictureOrPlain(code: string, mood: Mood, plain: () => Node): Node {
  const centre = (picture: Source | null) => (picture ? image(picture, code, mood, plain) : plain());
  if (source.peek()) return centre(source.peek());
  request();
  return svg("g", {}, () => centre(source.value));
}

function request() {
  if (isRequested) return;
  isRequested = true;
  whenIdle(() => import("./pictures.ts").then(({ picture }) => (source.value = picture)).catch(() => {}));
}

/** Have the pictures ready that come next, one at a time: the enemy in its moods, and the enemies that may follow. */
export function prepareEnemies(code: string) {
  const moods = MOODS.map((mood) => ({ code, mood }));
  for (const each of [...moods, ...ENEMIES.map((code) => ({ code, mood: "calm" as Mood }))])
    whenIdle(() => source.peek() && address(source.peek() as Source, each.code, each.mood));
}

function image(picture: Source, code: string, mood: Mood, plain: () => Node) {
  const href = address(picture, code, mood);
  const onerror = ({ target }: Event) => (target as Element).replaceWith(plain());
  return svg("image", { href, width: 100, height: 140, class: "picture", onerror });
}

function address(picture: Source, code: string, mood: Mood) {
  const name = `${code} ${mood}`;
  const known = drawn.get(name);
  if (known) return known.src;
  const made = new Image();
  made.src = URL.createObjectURL(
    new Blob([picture(code, mood, (suit) => SUIT_SHAPES[suit])], { type: "image/svg+xml" }),
  );
  drawn.set(name, made);
  made.decode().catch(() => {});
  return made.src;
}
