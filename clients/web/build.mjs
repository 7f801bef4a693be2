/**
 * Bundles the web client: writes `dist/`, which servers serve as it is.
 *
 * `--check` fails if `dist/` is not what the sources give; `--watch` writes it again after each change.
 */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, watch, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

process.chdir(new URL(".", import.meta.url).pathname);

const FOLDER = "dist";
/** A file that the page names. Its copy in `dist/` has a digest of its contents in its name. */
const ENTRY = /(?<=")(?:modules|styles)\/[^"]+(?=")/g;
const RELEASE = /(?<=name="regicide-release" content=")/;
const COPIES = { "manifest.webmanifest": "manifest.webmanifest", "node_modules/qr/LICENSE-MIT": "LICENSE-qr" };
const OPTIONS = {
  bundle: true,
  format: "esm",
  legalComments: "none",
  minify: true,
  outdir: FOLDER,
  preserveSymlinks: true, // digests depend on paths
  target: ["chrome123", "firefox125", "safari17.5"], // see README.md
  write: false,
};

/** The contents of the files in `dist/` by their paths. */
async function bundle() {
  const source = await readFile("index.html", "utf8");
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    assetNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    entryNames: "[name]-[hash]",
    entryPoints: [...new Set(source.match(ENTRY))],
    loader: { ".svg": "copy" },
    metafile: true,
    outdir: `${FOLDER}/assets`,
    splitting: true,
  });
  const page = addressed(source, Object.entries(metafile.outputs));
  const release = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const define = {
    FILES: JSON.stringify(Object.keys(metafile.outputs).map(address).sort()),
    RELEASE: JSON.stringify(release),
  };
  const entryPoints = ["service-worker.ts", "service-worker-removal.ts"];
  const workers = await build({ ...OPTIONS, define, entryPoints });
  const files = new Map([["index.html", Buffer.from(page.replace(RELEASE, release))]]);
  for (const { path, contents } of [...outputFiles, ...workers.outputFiles]) files.set(address(path), contents);
  for (const [path, copy] of Object.entries(COPIES)) files.set(copy, await readFile(path));
  for (const name of await readdir("icons")) files.set(`icons/${name}`, await readFile(`icons/${name}`));
  return files;
}

/** The page with the addresses of the bundled files. Scripts that its script imports are requested together with it. */
function addressed(page, outputs) {
  const named = page.replace(ENTRY, (entry) => address(outputs.find(([, { entryPoint }]) => entryPoint === entry)[0]));
  const imported = outputs
    .filter(([, { entryPoint }]) => page.includes(`<script type="module" src="${entryPoint}">`))
    .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === "import-statement"));
  const links = imported.map(({ path }) => `<link rel="modulepreload" href="${address(path)}">\n  `);
  return named.replace("<script", `${links.join("")}$&`);
}

/** The address of a file in `dist/`, relative to the page. */
const address = (path) => relative(FOLDER, path);

async function isFresh(files) {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const isSame = async (path) => (await readFile(path)).equals(files.get(address(path)) ?? Buffer.alloc(0));
  return paths.length === files.size && (await Promise.all(paths.map(isSame))).every(Boolean);
}

async function write(files) {
  await rm(FOLDER, { recursive: true, force: true });
  for (const [name, contents] of files) {
    await mkdir(dirname(join(FOLDER, name)), { recursive: true });
    await writeFile(join(FOLDER, name), contents);
  }
}

const files = await bundle();
if (!process.argv.includes("--check")) await write(files);
else if (!(await isFresh(files))) throw new Error("clients/web/dist is not what the sources give: run `make web`");

if (process.argv.includes("--watch"))
  for await (const { filename } of watch(".", { recursive: true }))
    if (!/^(?:dist|node_modules)\b/.test(filename)) await bundle().then(write).catch(console.error);
