/** The faces of agents: loaded after the first paint, and each drawn once. Until then, and without them, a plain disc. */
import { h, whenIdle } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";

type Source = (typeof import("../cards/pictures.ts"))["characterFace"];

/** What draws the faces; null until it is there. */
export const faces = signal<Source | null>(null);
let isRequested = false;
const addresses = new Map<string, string>();

/** The face of an agent; beside its name, it says nothing to screen readers. */
export function face(agent: string) {
  if (!isRequested) {
    isRequested = true;
    whenIdle(() => import("../cards/pictures.ts").then((code) => (faces.value = code.characterFace)).catch(() => {}));
  }
  return h("span", { class: "face", "aria-hidden": "true" }, () => faces.value && image(faces.value, agent));
}

/** An image; nothing where the page forbids it. */
function image(draw: Source, agent: string) {
  const src = addresses.get(agent) ?? URL.createObjectURL(new Blob([draw(agent)], { type: "image/svg+xml" }));
  addresses.set(agent, src);
  return h("img", { src, alt: "", onerror: ({ target }: Event) => (target as Element).remove() });
}
