/** Sounds from notes by the Web Audio API: oscillators and noise, each with an envelope and a low-pass, in a small room. */

/** A tone, or noise without a frequency. Times are in seconds. */
export type Note = {
  at: number; // after the beginning of the sound
  length: number;
  gain: number;
  hz?: number;
  glide?: number; // the frequency at its end
  wave?: OscillatorType;
  attack?: number; // the time until it is loudest
  cutoff?: number; // of the low-pass in hertz
};

export type Sound = Note[];

/** How long the room sounds after a note. */
export const ROOM_S = 0.35;
const WET = 0.18;
const NOISE_S = 1;
const ATTACK_S = 0.004;
const CUTOFF_HZ = 3200;
/** The gain at which a note has faded away, as the end of an exponential ramp. */
const SILENCE = 1e-4;
/** The time in which a sound that is stopped fades. */
const FADE_S = 0.015;
const LIMIT = { threshold: -12, knee: 6, ratio: 12, attack: 0.002, release: 0.12 };
const LOUDNESS = 0.5;

/** The end of a sound after its beginning, in seconds. */
export const lengthOf = (sound: Sound) => Math.max(0, ...sound.map(({ at, length }) => at + length)) + ROOM_S;

/** Plays sounds in a context. */
export class Synthesizer {
  #noise;
  #master;
  #bus: GainNode | null = null;

  constructor(readonly context: BaseAudioContext) {
    this.#noise = decaying(context, NOISE_S, () => 1);
    this.#master = this.#room();
  }

  /** Play a sound, with those that still sound. */
  play(sound: Sound) {
    this.#bus ??= this.#opened();
    const start = this.context.currentTime;
    for (const note of sound) this.#sound(note, start + note.at, this.#bus);
  }

  /** Let what sounds fade at once. */
  stop() {
    this.#bus?.gain.setTargetAtTime(0, this.context.currentTime, FADE_S);
    this.#bus = null;
  }

  #opened() {
    const bus = this.context.createGain();
    bus.connect(this.#master);
    return bus;
  }

  /** The way to the loudspeaker: a room, a limiter, the loudness of all. */
  #room() {
    const { context } = this;
    const input = context.createGain();
    const echo = new ConvolverNode(context, { buffer: decaying(context, ROOM_S, (rest) => rest ** 3) });
    const limiter = new DynamicsCompressorNode(context, LIMIT);
    input.connect(limiter);
    input
      .connect(echo)
      .connect(new GainNode(context, { gain: WET }))
      .connect(limiter);
    limiter.connect(new GainNode(context, { gain: LOUDNESS })).connect(context.destination);
    return input;
  }

  #sound({ length, gain, cutoff = CUTOFF_HZ, attack = ATTACK_S, ...tone }: Note, start: number, bus: AudioNode) {
    const end = start + length;
    const source = tone.hz ? this.#tone(tone.wave, tone.hz, tone.glide, start, end) : this.#hiss();
    const envelope = new GainNode(this.context, { gain: 0 });
    envelope.gain.setValueAtTime(SILENCE, start);
    envelope.gain.exponentialRampToValueAtTime(gain, start + attack);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    source.connect(new BiquadFilterNode(this.context, { type: "lowpass", frequency: cutoff })).connect(envelope);
    envelope.connect(bus);
    source.start(start);
    source.stop(end);
  }

  #tone(type: OscillatorType = "triangle", hz: number, glide = hz, start: number, end: number) {
    const source = new OscillatorNode(this.context, { type, frequency: hz });
    source.frequency.setValueAtTime(hz, start);
    source.frequency.exponentialRampToValueAtTime(glide, end);
    return source;
  }

  #hiss() {
    return new AudioBufferSourceNode(this.context, { buffer: this.#noise, loop: true });
  }
}

/** Noise that decays as a function of the share that is left. */
function decaying(context: BaseAudioContext, seconds: number, loudness: (rest: number) => number) {
  const buffer = context.createBuffer(1, seconds * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, index) => (samples[index] = (2 * Math.random() - 1) * loudness(1 - index / samples.length)));
  return buffer;
}
