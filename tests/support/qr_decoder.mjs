// Decodes a QR code: reads the path of its dark modules and its size as JSON, prints the text.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , web] = process.argv;
const decoder = createRequire(`${web}/package.json`).resolve("qr/decode.js");
const { default: decodeQR } = await import(pathToFileURL(decoder));
const { size, dark } = JSON.parse(readFileSync(0, "utf8"));
const SCALE = 4;
const width = size * SCALE;
const data = new Uint8Array(width * width * 3).fill(255);
for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
  for (let row = 0; row < SCALE; row++)
    data.fill(0, 3 * ((y * SCALE + row) * width + x * SCALE), 3 * ((y * SCALE + row) * width + (Number(x) + 1) * SCALE));
console.log(decodeQR({ width, height: width, data }));
