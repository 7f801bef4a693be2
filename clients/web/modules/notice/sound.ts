/** Plays sounds once the browser allows it, after the first click or key, unless they are switched off. */
import { onPreference, preference } from "../storage/preferences.ts";
import type { Sound, Synthesizer } from "./synthesizer.ts";

const GESTURES = ["pointerdown", "pointerup", "keydown"];

let context: AudioContext | null = null;
let synthesizer: Promise<Synthesizer | null> | null = null;

/** Begin at a click or a key, if the user wants sounds. */
function prepare() {
  if (!preference("sound") || !navigator.userActivation.isActive) return;
  context ??= new AudioContext();
  synthesizer ??= loaded(context);
  if (context.state !== "running") context.resume().catch(() => {}); // Safari: also "interrupted", by a call
}

/** The synthesizer of a context, without which the page is silent. */
const loaded = (context: AudioContext) =>
  import("./synthesizer.ts").then(
    ({ Synthesizer }) => new Synthesizer(context),
    () => (synthesizer = null),
  );

GESTURES.forEach((gesture) => addEventListener(gesture, prepare, { capture: true }));
onPreference("sound", (wanted) => (wanted ? prepare() : stopSounds()));

/** Play a sound. @param isNotice whether a hidden page plays it, too */
export async function playSound(sound: Sound, isNotice = false) {
  const player = await synthesizer;
  if (preference("sound") && (isNotice || !document.hidden)) player?.play(sound);
}

/** Let what sounds fade at once. */
export const stopSounds = async () => (await synthesizer)?.stop();
