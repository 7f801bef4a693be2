/** Flat shapes: a short notation for the paths of pictures, and their SVG. */

/**
 * Shapes, the lowest first. A shape is the letter of its colour, the width of its stroke if it is a line, and its path, or
 * `@x y rx ry`. A list in the list is a group, which begins with its transform.
 */
export interface Shapes extends Array<string | Shapes> {}

/** The colours that all pictures share; a picture adds its own. */
const COLOURS: Record<string, string> = {
  k: "#1c1512",
  v: "#f4ecdc",
  g: "#dba63a",
  G: "#94651b",
  y: "#ffe08c",
  m: "#8f99a3",
  M: "#545e69",
  n: "#d3dce4",
  w: "#f3ead7",
  W: "#c6b699",
  b: "#7d4d2a",
  B: "#4a2c18",
  c: "#ad7a48",
  d: "#302d36",
  D: "#1d1b22",
  j: "rgb(70 25 80/.4)",
  C: "#2c5d38",
  u: "#b3202c",
  z: "#bfe3f5",
  U: "#e2601c",
  N: "#0d0708",
  x: "rgb(0 0 0/.32)",
  o: "rgb(255 240 205/.5)",
};

/** Own colours of a picture, from their letters, each with the six digits of its colour. */
export const colours = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split(" ")
      .map((each) => [each[0], `#${each.slice(1)}`]),
  ) as Record<string, string>;

/** The SVG of shapes; without colours, those of the group around them apply. */
export function drawn(shapes: Shapes, colours?: Record<string, string>): string {
  return shapes
    .map((shape) => (typeof shape === "string" ? drawnShape(shape, colours) : group(shape, colours)))
    .join("");
}

function group([transform, ...shapes]: Shapes, colours?: Record<string, string>) {
  return `<g transform="${transform}">${drawn(shapes, colours)}</g>`;
}

function drawnShape(shape: string, colours?: Record<string, string>) {
  const end = shape.indexOf(" ");
  const [colour, width, path] = [shape[0], shape.slice(1, end), shape.slice(end + 1)];
  const value = colours && (colours[colour] ?? COLOURS[colour]);
  const paint = width
    ? `fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="${width}"${value ? ` stroke="${value}"` : ""}`
    : value
      ? `fill="${value}"`
      : 'stroke="none"';
  if (!path.startsWith("@")) return `<path ${paint} d="${rounded(path)}"/>`;
  const [x, y, rx, ry = rx] = path.slice(1).split(" ");
  return `<ellipse ${paint} cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;
}

/** A path without the long fractions of computed numbers. */
const rounded = (path: string) =>
  path.replace(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100));

/** The light of a lamp above, from its middle to the dark corners. */
export const lamp = (colours: string[]) =>
  `<radialGradient id="g" cx=".5" cy=".24" r=".8">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join("")}</radialGradient>`;
