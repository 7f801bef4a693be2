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
const COPIES = {
  "manifest.webmanifest": "manifest.webmanifest",
  "node_modules/@preact/signals-core/LICENSE": "LICENSE-signals",
  "node_modules/qr/LICENSE-MIT": "LICENSE-qr",
  "node_modules/@fontsource/alegreya-sans/LICENSE": "LICENSE-alegreya-sans",
  "node_modules/@fontsource/cinzel/LICENSE": "LICENSE-cinzel",
};
/** The names of files whose addresses have a digest of their contents. */
const DIGESTED = "assets/[name]-[hash]";
const OPTIONS = {
  chunkNames: DIGESTED,
  absWorkingDir: process.cwd(),
  bundle: true,
  format: "esm",
  legalComments: "none",
  minify: true,
  outdir: FOLDER,
  preserveSymlinks: true, // digests depend on paths
  target: ["chrome123", "firefox125", "safari17.5"], // see README.md
  write: false,
};

/** Whether browsers keep a file for a start without the server: of the puzzles, they keep the weeks that they open. */
const isKept = (path) => !/[/]\d+-[^/]+$/.test(path);

/** The contents of the files in `dist/` by their paths. */
async function bundle() {
  const source = await readFile("index.html", "utf8");
  const isFirst = await firstTexts(source);
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    assetNames: DIGESTED,
    entryNames: DIGESTED,
    entryPoints: [...new Set(source.match(ENTRY))],
    loader: { ".svg": "copy", ".woff2": "file" },
    metafile: true,
    plugins: [catalogues(isFirst)],
    splitting: true,
  });
  const page = addressed(source, Object.entries(metafile.outputs));
  const release = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const define = {
    FILES: JSON.stringify(Object.keys(metafile.outputs).filter(isKept).map(address).sort()),
    RELEASE: JSON.stringify(release),
  };
  const entryPoints = ["service-worker.ts", "service-worker-removal.ts"];
  const workers = await build({ ...OPTIONS, define, entryPoints });
  const element = await bundledElement();
  const files = new Map([["index.html", Buffer.from(page.replace(RELEASE, release))]]);
  for (const { path, contents } of [...outputFiles, ...workers.outputFiles, ...element])
    files.set(address(path), contents);
  for (const [path, copy] of Object.entries(COPIES)) files.set(copy, await readFile(path));
  for (const name of await readdir("icons")) files.set(`icons/${name}`, await readFile(`icons/${name}`));
  return files;
}

/**
 * Which texts the first load has, by their keys: those that its modules name, whole or by what a template begins with.
 */
async function firstTexts(page) {
  const entryPoints = page.match(ENTRY).filter((entry) => entry.startsWith("modules/"));
  const { metafile } = await build({ ...OPTIONS, entryPoints, metafile: true, splitting: true });
  const { imports } = metafile.outputs[outputOf(metafile.outputs, entryPoints[0])];
  const chunks = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
  const outputs = [outputOf(metafile.outputs, entryPoints[0]), ...chunks].map((path) => metafile.outputs[path]);
  const modules = outputs.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => path.startsWith("modules/"));
  const source = (await Promise.all(modules.map((path) => readFile(path, "utf8")))).join("\n");
  const prefixes = [...source.matchAll(/`([a-z][a-z-]*[.][\w.-]*)\$\{/g)].map(([, prefix]) => prefix);
  return (key) =>
    source.includes(`"${key.replace(/[.](?:one|other|you)$/, "")}"`) || prefixes.some((each) => key.startsWith(each));
}

/** A catalogue is in two parts: `?first` has the texts of the first load, `?pages` the others. */
const catalogues = (isFirst) => ({
  name: "catalogues",
  setup({ onLoad }) {
    onLoad({ filter: /\btexts\b.[a-z]+[.]json$/ }, async ({ path, suffix }) => {
      const texts = Object.entries(JSON.parse(await readFile(path, "utf8")));
      const part = texts.filter(([key]) => isFirst(key) === (suffix === "?first"));
      return { contents: `export default ${JSON.stringify(Object.fromEntries(part))}`, loader: "js" };
    });
  },
});

/** The files of `<regicide-table>`, whose script has a stable name, and the style sheet in it. */
async function bundledElement() {
  const { outputFiles: sheets } = await build({ ...OPTIONS, entryPoints: ["styles/element.css"] });
  const { outputFiles } = await build({
    ...OPTIONS,
    define: { STYLES: JSON.stringify(scoped(sheets[0].text)) },
    entryPoints: { "regicide-table": "modules/element/regicide_table.ts" },
    plugins: [catalogues(() => true)],
    splitting: true,
  });
  return outputFiles;
}

/** A style sheet for a shadow tree: what it says of the page and of the window, it says of the element. */
const scoped = (css) =>
  css
    .replace(/(?<![-\w])(?:html|:root)(:not\([^)]*\))?(?![-\w])/g, (_, not) => (not ? `:host(${not})` : ":host"))
    .replace(/@media([^{]*(?:width|height)[^{]*)\{/g, (rule, query) =>
      /hover|pointer/.test(query) ? rule : `@container ${joined(query)}{`,
    )
    .replace(/(?<=[\d.])[dsl]?v([wh])\b/g, "cq$1");

/** The conditions of a media query as one of a container. */
const joined = (query) =>
  query
    .split(",")
    .map((each) => `(${each.trim()})`)
    .join(" or ");

/** The page with the addresses of the bundled files. Scripts that its script imports are requested together with it. */
function addressed(page, outputs) {
  const named = page.replace(ENTRY, (entry) => address(outputOf(Object.fromEntries(outputs), entry)));
  const imported = outputs
    .filter(([, { entryPoint }]) => page.includes(`<script type="module" src="${entryPoint}">`))
    .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === "import-statement"));
  const links = imported.map(({ path }) => `<link rel="modulepreload" href="${address(path)}">\n  `);
  return named.replace("<script", `${links.join("")}$&`);
}

/** The path of the output of an entry point. */
const outputOf = (outputs, entry) => Object.keys(outputs).find((path) => outputs[path].entryPoint === entry);

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
