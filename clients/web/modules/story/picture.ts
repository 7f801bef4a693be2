/**
 * The picture of a result, 1200 by 630 pixels, drawn on a canvas. It imports no module of the page, so that the bundler
 * makes no shared file that the page would have to load first.
 */
import type { Suit } from "../types.ts";

/** A card as it is drawn. */
type PictureCard = { code: string; rank: string; suit: Suit | null; value: number };

/** falls: a letter for each fallen enemy, x exactly, d otherwise; cards: of the strongest play. */
export type Picture = {
  title: string;
  lines: string[];
  falls: string;
  enemies: number;
  hills: Element;
  castle: Element; // at the end
  tone: string; // the colour of the title
  cards: PictureCard[];
  suits: Record<Suit, string>; // the shapes of their signs
  cardsTitle: string;
  address: string;
};

const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 72;
const PAPER = "#f5ecd8";
const QUIET = "#b9b3a1";
const GOLD = "#e8b84a";
const FALLEN = "#86d3a0";
/** The far edge of the table, and the axis of the castle. */
const [HORIZON, AXIS] = [486, 928];
const [MOON_X, MOON_Y, MOON] = [1052, 168, 66];
/** The size of the drawing of the castle, the foot of its wall in it, and how large it is drawn. */
const [CASTLE_WIDTH, FOOT, CASTLE_SCALE] = [640, 356, 0.94];
/** Where the boards of the table meet. */
const VANISHING_Y = 300;
const SQUARES_IN_ROW = 4;
/** The colours of the shapes of the scenery by their classes, as by night; those of a castle that burns. */
const COLOURS: Record<string, string> = {
  ...{ far: "#1d2233", near: "#131722", rock: "#10131d", wood: "#10141f", tree: "#141a22", "tree-shade": "#0b0e15" },
  ...{ road: "#23202a", stone: "#191a26", wall: "#191a26", rubble: "#191a26", edge: "#5d5674", inside: "#0d0e16" },
  ...{ shade: "#10111a", gate: "#10111a", gateway: "#10111a", beam: "#10111a" },
  ...{ roof: "#241a27", "roof-shade": "#180f1a", pane: "#ffcf6e" },
};
const BURNING: Record<string, string> = {
  ...COLOURS,
  ...{ rock: "#1a1219", stone: "#33222a", wall: "#33222a", rubble: "#33222a", edge: "#f08c3e", inside: "#5a1d16" },
  ...{ shade: "#20151c", gate: "#20151c", gateway: "#7a2413", beam: "#20151c", pane: "#f0843c" },
  ...{ smoke: "#3a1c26b0", "smoke-light": "#452029a0", flame: "#e2551c", "flame-heart": "#ff9a2e" },
  ...{
    "flame-core": "#ffe07a",
    ember: "#ffc46b",
    banner: "#f0c75e",
    "banner-shade": "#b98a2c",
    "banner-pole": "#120b0c",
  },
};
const DARK = "#07080e";
/** As the style sheet has them. */
const INKS = { C: "#1d5a3c", D: "#9c4a00", H: "#a81c33", S: "#1d2c52", X: "#5a2d73" };
const TAB = "M1 9Q1 1 9 1H28V40Q28 46 22 46H1z";
const STAR = "M0 0l2.5 6 6 .5-4.5 4 1.5 6-5.5-3.3-5.5 3.3 1.5-6-4.5-4 6-.5z";
/** The width of a card, the distance from one to the next, and how much they are turned. */
const [CARD, CARD_STEP, CARD_TURN] = [122, 108, 0.05];

/** The faces of the titles and of the texts. */
type Faces = { title: string; text: string };

/** Draw the picture. Resolves with a PNG. */
export async function draw(picture: Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const faceOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body).fontFamily;
  const faces = { title: faceOf("h1, h2"), text: faceOf("body") };
  const fonts = [`700 66px ${faces.title}`, `400 28px ${faces.text}`, `700 22px ${faces.text}`];
  const portraits = picture.cards.map(({ code }) => portrait(code, picture.suits).catch(() => null));
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font, "A1"))); // those of the system may be missing
  paint(context, picture, faces, await Promise.all(portraits));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** What a card shows but for its index. */
async function portrait(code: string, suits: Picture["suits"]) {
  const { picture } = await import("../cards/pictures.ts");
  const drawing = picture(code, "calm", (suit) => suits[suit]);
  const sized = drawing.replace("<svg ", '<svg width="400" height="560" ');
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

type Portraits = (HTMLImageElement | null)[];

function paint(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { title, text: face }: Faces,
  portraits: Portraits,
) {
  context.textBaseline = "top";
  const isWon = picture.falls.length === picture.enemies;
  paintSky(context, isWon);
  paintLand(context, picture);
  paintTable(context);
  paintSquares(context, picture, face);
  const text = (content: string, y: number, font: string, colour: string, width = 600) => {
    context.font = font;
    context.fillStyle = colour;
    const lines = wrapped(context, content, width);
    lines.forEach((line, index) => context.fillText(line, MARGIN, y + index * 1.25 * parseFloat(font.split(" ")[1])));
    return y + lines.length * 1.25 * parseFloat(font.split(" ")[1]);
  };
  text("REGICIDE", MARGIN - 12, `700 30px ${title}`, GOLD);
  context.font = `700 66px ${title}`;
  const size = Math.floor(66 * Math.min(1, 640 / context.measureText(picture.title).width));
  let y = text(picture.title, 174 - size, `700 ${size}px ${title}`, picture.tone, Infinity) + 14;
  for (const line of picture.lines) y = text(line, y, `400 28px ${face}`, PAPER, 590) + 6;
  if (picture.cards.length) paintCards(context, picture, { title, text: face }, portraits);
  context.textAlign = "center";
  context.font = `400 22px ${face}`;
  context.fillStyle = QUIET;
  context.fillText(picture.address, AXIS, HORIZON + 100);
}

/** Fill a height of the picture with a gradient, by its stops. */
function fillWith(context: CanvasRenderingContext2D, ground: CanvasGradient, stops: [number, string][], top = 0) {
  stops.forEach(([stop, colour]) => ground.addColorStop(stop, colour));
  context.fillStyle = ground;
  context.fillRect(0, top, WIDTH, top ? HEIGHT - top : HORIZON);
}

/** A sunrise with its rays behind a ruin, or a full moon. */
function paintSky(context: CanvasRenderingContext2D, isWon: boolean) {
  const sky = context.createLinearGradient(0, 0, 0, HORIZON);
  const around = (x: number, y: number, radius: number) => context.createRadialGradient(x, y, 0, x, y, radius);
  if (isWon) {
    fillWith(context, sky, [
      [0, "#1b0a14"],
      [0.6, "#571a22"],
      [1, "#a8402c"],
    ]);
    fillWith(context, around(AXIS, HORIZON, 480), [
      [0, "#ffb45ecc"],
      [0.5, "#d6442c66"],
      [1, "#a01e2800"],
    ]);
    const rays = new Path2D(Array.from({ length: 15 }, (_, ray) => rayShape((ray * Math.PI) / 14)).join(""));
    context.save();
    context.clip(rays);
    fillWith(context, around(AXIS, HORIZON, 900), [
      [0, "#ffcd7833"],
      [1, "#ffcd7800"],
    ]);
    context.restore();
  } else {
    fillWith(context, sky, [
      [0, "#0c0a1f"],
      [0.65, "#241b45"],
      [1, "#43306a"],
    ]);
    fillWith(context, around(MOON_X, MOON_Y, 330), [
      [0, "#dcd6ff55"],
      [1, "#dcd6ff00"],
    ]);
    context.fillStyle = "#f3ecd2";
    context.beginPath();
    context.arc(MOON_X, MOON_Y, MOON, 0, 2 * Math.PI);
    context.fill();
  }
}

/** A ray from the foot of the castle. @param angle from the horizon */
function rayShape(angle: number) {
  const end = (turn: number) => `${AXIS + 1300 * Math.cos(turn)} ${HORIZON - 1300 * Math.sin(turn)}`;
  return `M${AXIS} ${HORIZON}L${end(angle - 0.05)}L${end(angle + 0.05)}Z`;
}

/** The hills and the castle, as behind a table. */
function paintLand(context: CanvasRenderingContext2D, { hills, castle }: Picture) {
  context.save();
  context.translate(0, HORIZON - 150);
  context.scale(WIDTH / 1000, 1.5);
  paintShapes(context, hills);
  context.restore();
  context.save();
  context.translate(AXIS - (CASTLE_WIDTH / 2) * CASTLE_SCALE, HORIZON - FOOT * CASTLE_SCALE);
  context.scale(CASTLE_SCALE, CASTLE_SCALE);
  paintShapes(context, castle);
  context.restore();
}

/** The shapes of a drawing by their classes, without what has fallen. */
function paintShapes(context: CanvasRenderingContext2D, drawing: Element) {
  const isBurning = drawing.matches(".burning");
  const colours = isBurning ? BURNING : COLOURS;
  for (const shape of drawing.querySelectorAll("path")) {
    const name = shape.getAttribute("class") ?? "";
    if (!colours[name] || shape.matches(".fallen > .whole *, .standing > .ruin > *")) continue;
    context.save();
    const isDark = name === "pane" && !isBurning && shape.matches(".dark > *");
    if (name === "pane" && !isDark) [context.shadowColor, context.shadowBlur] = [colours.pane, 24];
    context.fillStyle = isDark ? DARK : colours[name];
    context.fill(new Path2D(shape.getAttribute("d") ?? ""));
    context.restore();
  }
}

function paintTable(context: CanvasRenderingContext2D) {
  const wood = context.createLinearGradient(0, HORIZON, 0, HEIGHT);
  fillWith(
    context,
    wood,
    [
      [0, "#8a613d"],
      [0.06, "#2a1b12"],
      [1, "#3a281a"],
    ],
    HORIZON,
  );
  const board = (x: number) =>
    `M${x} ${HORIZON + 9}L${AXIS + ((x - AXIS) * (HEIGHT - VANISHING_Y)) / (HORIZON - VANISHING_Y)} ${HEIGHT}`;
  context.strokeStyle = "#140c07aa";
  context.lineWidth = 2;
  context.stroke(new Path2D(Array.from({ length: 24 }, (_, gap) => board(gap * 52)).join("")));
}

/** What became of each enemy, below the castle. */
function paintSquares(context: CanvasRenderingContext2D, { falls, enemies }: Picture, face: string) {
  const [size, step] = [33, 38];
  const left = (enemy: number) => (enemy - enemies / 2) * step + Math.floor(enemy / SQUARES_IN_ROW) * 12 - 10;
  context.font = `700 22px ${face}`;
  context.textAlign = "center";
  for (let enemy = 0; enemy < enemies; enemy++) {
    const [x, y, fall] = [AXIS + left(enemy), HORIZON + 44, falls[enemy]];
    context.beginPath();
    context.roundRect(x, y, size, size, 5);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [fall === "x" ? GOLD : FALLEN, QUIET, 2];
    if (!fall) {
      context.stroke();
      continue;
    }
    context.fill();
    context.fillStyle = "#1a120d";
    context.fillText(fall === "x" ? "★" : "✓", x + size / 2, y + 6);
  }
  context.textAlign = "start";
}

/** The cards of the strongest play on the table, under their title. */
function paintCards(
  context: CanvasRenderingContext2D,
  { cards, cardsTitle, suits }: Picture,
  { title, text }: Faces,
  portraits: Portraits,
) {
  context.font = `700 22px ${text}`;
  context.fillStyle = PAPER;
  context.fillText(cardsTitle, MARGIN, 392);
  cards.forEach((each, index) => {
    context.save();
    context.translate(MARGIN + index * CARD_STEP, 436);
    context.scale(CARD / 100, CARD / 100);
    context.rotate(CARD_TURN * (index % 2 ? 1 : -1));
    paintCard(context, each, suits, portraits[index], title);
    context.restore();
  });
}

/** A card of 100 by 140 units, as on the table. */
function paintCard(
  context: CanvasRenderingContext2D,
  shown: PictureCard,
  suits: Picture["suits"],
  portrait: HTMLImageElement | null,
  face: string,
) {
  const { rank, suit, value } = shown;
  const isPainted = "AJQKX".includes(rank);
  context.fillStyle = PAPER;
  context.beginPath();
  context.roundRect(0, 0, 100, 140, 8);
  context.save();
  Object.assign(context, { shadowColor: "#000c", shadowBlur: 22, shadowOffsetY: 8 });
  context.fill();
  context.restore();
  context.save();
  context.clip();
  if (portrait) context.drawImage(portrait, 0, 0, 100, 140);
  paintIndex(context, shown, suits, face, isPainted ? 0.78 : 1);
  context.restore();
  if (!isPainted) {
    context.translate(100, 140);
    context.rotate(Math.PI);
    paintIndex(context, shown, suits, face, 1);
  } else if (suit && rank !== "A") paintWorth(context, String(value), face);
}

/** Rank and suit in the corner. */
function paintIndex(
  context: CanvasRenderingContext2D,
  { rank, suit }: PictureCard,
  suits: Picture["suits"],
  face: string,
  scale: number,
) {
  context.save();
  context.scale(scale, scale);
  context.fillStyle = "#f2e7ce";
  if (scale < 1) context.fill(new Path2D(TAB));
  context.fillStyle = INKS[suit ?? "X"];
  Object.assign(context, { textAlign: "center", textBaseline: "alphabetic" });
  context.font = `700 ${rank === "10" ? 20 : 24}px ${face}`;
  if (suit) context.fillText(rank, rank === "Q" ? 11.6 : 13.6, 24);
  context.translate(suit ? 6.4 : 13.2, suit ? 29 : 5);
  context.scale(suit ? 14 / 24 : 1.5, suit ? 14 / 24 : 1.5);
  context.fill(new Path2D(suit ? suits[suit] : STAR));
  context.restore();
}

/** The value of a court card. */
function paintWorth(context: CanvasRenderingContext2D, value: string, face: string) {
  context.fillStyle = GOLD;
  context.beginPath();
  context.arc(14, 126, 10.5, 0, 2 * Math.PI);
  context.fill();
  Object.assign(context, { fillStyle: "#2a1a05", font: `700 14px ${face}` });
  Object.assign(context, { textAlign: "center", textBaseline: "alphabetic" });
  context.fillText(value, 14, 131);
}

/** The lines of a text that fit a width. */
function wrapped(context: CanvasRenderingContext2D, text: string, width: number) {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
