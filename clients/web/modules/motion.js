// @ts-check
/** What happened, briefly seen: words that fly up from the enemy, one after the other, and a blow that shakes it. */
import { h } from "./dom.js";
import { inBrief } from "./narration.js";
import { calm } from "./settings.js";

/** @import { GameEvent, Effect } from "./types" */

const STEP = 380;
const RISE = [
  { opacity: 0, transform: "translateY(1rem) scale(.8)" },
  { opacity: 1, transform: "none", offset: 0.2 },
  { opacity: 1, transform: "translateY(-1.5rem)", offset: 0.7 },
  { opacity: 0, transform: "translateY(-3rem)" },
];
const SHAKE = [
  { transform: "none" },
  { transform: "translateX(-5px) rotate(-1.5deg)" },
  { transform: "translateX(5px) rotate(1.5deg)" },
  { transform: "none" },
];

/** Show the effects of an event over the enemy. @param {GameEvent} event */
export function flyUp(event) {
  if (calm() || document.hidden) return;
  const told = (event.effects ?? []).filter(inBrief);
  told.forEach((effect, place) => setTimeout(() => fly(effect), place * STEP));
}

/** @param {Effect} effect */
function fly(effect) {
  const place = document.getElementById("flying");
  if (!place) return;
  const word = h("span", { class: `word ${effect.type}` }, inBrief(effect));
  place.append(word);
  word.animate(RISE, { duration: 1400, easing: "ease-out" }).finished.finally(() => word.remove());
  if (effect.type === "damage") place.parentElement?.animate(SHAKE, { duration: 260 });
}
