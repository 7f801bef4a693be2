/** The sounds of the pages: of the steps that they show, and of the cards that are chosen. */
import { playSound, stopSounds } from "../notice/sound.ts";
import type { TableState } from "../table/table_state.ts";
import { choiceSound, soundOf } from "../theatre/sounds.ts";
import { onMotion } from "../theatre/theatre.ts";
import { autorun } from "../ui/signals.ts";

onMotion((motion) => (motion ? playSound(soundOf(motion.step, motion.duration / 1000)) : stopSounds()));

/** Let the choice of a card sound, not the change of the hand that ends it. */
export function soundChoices({ choice, view }: TableState) {
  let last = { hand: "", count: 0 };
  autorun(() => {
    const [hand, count] = [String(view.value?.hand), choice.codes.value.length];
    if (hand === last.hand && count !== last.count) playSound(choiceSound(last.count, count));
    last = { hand, count };
  });
}
