// @ts-check
/** Animations of an event's effects: short texts that rise over the enemy one after another, and a shake for damage. */
import { effectsOf } from "../game/effects.js";
import { h } from "../ui/dom.js";
import { briefText } from "../words/narration.js";
import { prefersReducedMotion } from "../ui/motion.js";

/** @import { GameEvent, Effect } from "../types" */

const INTERVAL_MS = 380;
const RISE_MS = 1400;
const SHAKE_MS = 260;
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

/** Animate the effects of an event over the enemy. @param {GameEvent} event */
export function animateEffects(event) {
  if (prefersReducedMotion() || document.hidden) return;
  const visible = effectsOf(event).filter(briefText);
  visible.forEach((effect, index) => setTimeout(() => animate(effect), index * INTERVAL_MS));
}

/** @param {Effect} effect */
function animate(effect) {
  const layer = document.getElementById("effects");
  if (!layer) return;
  const label = h("span", { class: `effect ${effect.type}` }, briefText(effect));
  layer.append(label);
  label.animate(RISE, { duration: RISE_MS, easing: "ease-out" }).finished.finally(() => label.remove());
  if (effect.type === "damage") layer.parentElement?.animate(SHAKE, { duration: SHAKE_MS });
}
