/** The picture of a result, 1200 by 630 pixels, drawn on a canvas. */
import { parseCard } from "regicide-client/cards";

/** falls: a letter for each fallen enemy, x exactly, d otherwise; cards: of the strongest play. */
export type Picture = {
  title: string;
  lines: string[];
  falls: string;
  enemies: number;
  hills: Element;
  castle: Element; // at the end
  tone: string; // the colour of the title
  cards: string[];
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
const [MOON_X, MOON_Y] = [1112, 150];
/** The size of the drawing of the castle, and the foot of its wall in it. */
const [CASTLE_WIDTH, FOOT] = [640, 356];
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
const SUITS: Record<string, [string, string]> = {
  H: ["♥", "#b3263a"],
  D: ["♦", "#c26a12"],
  S: ["♠", "#26406e"],
  C: ["♣", "#2c6e49"],
};

/** Draw the picture. Resolves with a PNG. */
export async function draw(picture: Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  await document.fonts.ready;
  paint(context, picture, getComputedStyle(document.querySelector("h1, h2") ?? document.body).fontFamily);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

function paint(context: CanvasRenderingContext2D, picture: Picture, face: string) {
  context.textBaseline = "top";
  const isWon = picture.falls.length === picture.enemies;
  paintSky(context, isWon);
  paintLand(context, picture, isWon);
  paintTable(context);
  paintSquares(context, picture);
  const text = (content: string, y: number, font: string, colour: string, width = 600) => {
    context.font = font;
    context.fillStyle = colour;
    const lines = wrapped(context, content, width);
    lines.forEach((line, index) => context.fillText(line, MARGIN, y + index * 1.25 * parseFloat(font.split(" ")[1])));
    return y + lines.length * 1.25 * parseFloat(font.split(" ")[1]);
  };
  text("REGICIDE", MARGIN - 12, `700 30px ${face}`, GOLD);
  let y = text(picture.title, 118, `700 54px ${face}`, picture.tone, 640) + 14;
  for (const line of picture.lines) y = text(line, y, "400 29px system-ui, sans-serif", PAPER, 610) + 10;
  if (picture.cards.length) paintCards(context, picture, face, Math.max(y + 8, 392));
  context.textAlign = "center";
  context.font = "400 22px system-ui, sans-serif";
  context.fillStyle = QUIET;
  context.fillText(picture.address, AXIS, HORIZON + 98);
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
    context.arc(MOON_X, MOON_Y, 50, 0, 2 * Math.PI);
    context.fill();
  }
}

/** A ray from the foot of the castle. @param angle from the horizon */
function rayShape(angle: number) {
  const end = (turn: number) => `${AXIS + 1300 * Math.cos(turn)} ${HORIZON - 1300 * Math.sin(turn)}`;
  return `M${AXIS} ${HORIZON}L${end(angle - 0.05)}L${end(angle + 0.05)}Z`;
}

/** The hills and the castle, as behind a table. */
function paintLand(context: CanvasRenderingContext2D, { hills, castle }: Picture, isWon: boolean) {
  context.save();
  context.translate(0, HORIZON - 150);
  context.scale(WIDTH / 1000, 1.5);
  paintShapes(context, hills);
  context.restore();
  const scale = isWon ? 0.96 : 0.86;
  context.save();
  context.translate(AXIS - (CASTLE_WIDTH / 2) * scale, HORIZON - FOOT * scale);
  context.scale(scale, scale);
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
}

/** What became of each enemy, below the castle. */
function paintSquares(context: CanvasRenderingContext2D, { falls, enemies }: Picture) {
  const [size, step] = [28, 34];
  const left = (enemy: number) => (enemy - enemies / 2) * step + Math.floor(enemy / SQUARES_IN_ROW) * 10 - 7;
  context.font = "700 19px system-ui, sans-serif";
  context.textAlign = "center";
  for (let enemy = 0; enemy < enemies; enemy++) {
    const [x, y, fall] = [AXIS + left(enemy), HORIZON + 52, falls[enemy]];
    context.beginPath();
    context.roundRect(x, y, size, size, 5);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [fall === "x" ? GOLD : FALLEN, QUIET, 2];
    if (!fall) {
      context.stroke();
      continue;
    }
    context.fill();
    context.fillStyle = "#1a120d";
    context.fillText(fall === "x" ? "★" : "✓", x + size / 2, y + 5);
  }
  context.textAlign = "start";
}

/** The cards of the strongest play under their title. */
function paintCards(context: CanvasRenderingContext2D, { cards, cardsTitle }: Picture, face: string, y: number) {
  context.font = "600 20px system-ui, sans-serif";
  context.fillStyle = QUIET;
  context.fillText(cardsTitle, MARGIN, y);
  cards.forEach((code, index) => {
    const { rank, suit } = parseCard(code) ?? {};
    const [symbol, colour] = SUITS[suit ?? ""] ?? ["★", "#5a2d73"];
    const [x, top, width, height] = [MARGIN + index * 92, y + 34, 80, 112];
    context.fillStyle = PAPER;
    context.beginPath();
    context.roundRect(x, top, width, height, 8);
    context.fill();
    context.fillStyle = colour;
    context.textAlign = "center";
    context.font = `700 40px ${face}`;
    context.fillText(rank ?? "", x + width / 2, top + 14);
    context.font = "400 40px system-ui, sans-serif";
    context.fillText(symbol, x + width / 2, top + 60);
    context.textAlign = "start";
  });
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
