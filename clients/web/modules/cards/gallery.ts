/** The pictures of cards: loaded after the first paint, and each drawn once. Until then, and without them, cards are plain. */
import { prefersReducedMotion, svg, whenIdle } from "../ui/dom.ts";
import { SUIT_SHAPES } from "./faces.ts";
import type { Mood } from "./damage.ts";

type Source = (typeof import("./pictures.ts"))["picture"];

const MOODS: Mood[] = ["calm", "angry", "hurt", "desperate"];
const ENEMIES = [..."JQK"].flatMap((rank) => Object.keys(SUIT_SHAPES).map((suit) => rank + suit));
const ARRIVAL_MS = 250;

/** What has been drawn. The images are kept so that the browser has them ready. */
const drawn = new Map<string, HTMLImageElement>();

let source: Source | null = null;
let loading: Promise<void> | null = null;
let arrive: (picture: Source) => void;
const arrival = new Promise<Source>((resolve) => (arrive = resolve));

/** Request the pictures: a page with a table does while it waits for its game, others when the browser is idle. */
export const loadPictures = () =>
  (loading ??= import("./pictures.ts").then(({ picture }) => arrive((source = picture))).catch(() => {}));

/** The centre of a card: its picture, or a plain one until the pictures are there, or where the page forbids them. */
export function pictureOrPlain(code: string, mood: Mood, plain: () => Node): Node {
  if (source) return image(source, code, mood, plain);
  const centre = svg("g", {}, plain());
  if (!loading) whenIdle(loadPictures);
  arrival.then((picture) => fadeIn(centre, code, mood, picture)).catch(() => {});
  return centre;
}

/** Let the picture take the place of a plain one as soon as it is ready. */
async function fadeIn(centre: Element, code: string, mood: Mood, picture: Source) {
  await made(picture, code, mood).decode();
  centre.replaceChildren(image(picture, code, mood, () => svg("g")));
  if (!prefersReducedMotion()) centre.animate({ opacity: [0, 1] }, ARRIVAL_MS);
}

/** Have the pictures ready that come next, one at a time: the enemy in its moods, and the enemies that may follow. */
export function prepareEnemies(code: string) {
  const moods = MOODS.map((mood) => ({ code, mood }));
  for (const each of [...moods, ...ENEMIES.map((code) => ({ code, mood: "calm" as Mood }))])
    whenIdle(() => source && made(source, each.code, each.mood));
}

function image(picture: Source, code: string, mood: Mood, plain: () => Node) {
  const onerror = ({ target }: Event) => (target as Element).replaceWith(plain());
  const { src } = made(picture, code, mood);
  return svg("image", { href: src, width: 100, height: 140, class: "picture", onerror });
}

function made(picture: Source, code: string, mood: Mood) {
  const name = `${code} ${mood}`;
  const known = drawn.get(name);
  if (known) return known;
  const made = new Image();
  made.src = URL.createObjectURL(
    new Blob([picture(code, mood, (suit) => SUIT_SHAPES[suit])], { type: "image/svg+xml" }),
  );
  drawn.set(name, made);
  made.decode().catch(() => {});
  return made;
}
