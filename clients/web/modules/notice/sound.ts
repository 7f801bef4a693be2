/** The sound of the player's turn: two tones of the Web Audio API. Browsers allow sound after the first click or key only. */
import { onPreference, preference } from "../storage/preferences.ts";

const TONES_HZ = [587.33, 880];
const TONE_S = 0.16;
const LOUDNESS = 0.12;
const GESTURES = ["pointerdown", "keydown"];

let context: AudioContext | null = null;

/** Prepare the sound at the next click or key, if the user wants it. */
const prepare = () => {
  if (preference("sound")) context ??= new AudioContext();
  if (context && context.state !== "running") context.resume().catch(() => {}); // Safari: also "interrupted", by a call
};

GESTURES.forEach((gesture) => addEventListener(gesture, prepare, { capture: true }));
onPreference("sound", (wanted) => {
  if (wanted) prepare();
});

/** Play the sound, if the user wants it and the browser allows it. */
export function playTurnSound() {
  if (!context || !preference("sound")) return;
  TONES_HZ.forEach((frequency, index) => tone(context as AudioContext, frequency, index * TONE_S));
}

function tone(audio: AudioContext, frequencyHz: number, delayS: number) {
  const [start, source, volume] = [audio.currentTime + delayS, audio.createOscillator(), audio.createGain()];
  source.frequency.value = frequencyHz;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, start + TONE_S);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + TONE_S);
}
