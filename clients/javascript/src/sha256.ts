/** SHA-256 (FIPS 180-4). Pages over HTTP have no `crypto.subtle`: browsers keep it for HTTPS and the own machine. */

type Bytes = Uint8Array<ArrayBuffer>;

/** The hash of bytes: 32 bytes. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : computed(bytes);
}

const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** The first 64 primes. */
const primes: number[] = [];
for (let number = 2; primes.length < ROUNDS; number++) if (primes.every((prime) => number % prime)) primes.push(number);
/** The first 32 bits of the fractional parts of roots. */
const fractions = (roots: number[]) => Uint32Array.from(roots, (root) => (root % 1) * 2 ** 32);
const CONSTANTS = fractions(primes.map(Math.cbrt));
const START = fractions(primes.slice(0, 8).map(Math.sqrt));

const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
const mixed = (word: number, one: number, two: number, three: number) =>
  rotated(word, one) ^ rotated(word, two) ^ (three < 0 ? word >>> -three : rotated(word, three));

function computed(bytes: Bytes): Bytes {
  const length = BLOCK_BYTES * Math.ceil((bytes.length + 9) / BLOCK_BYTES);
  const padded = new DataView(new ArrayBuffer(length));
  new Uint8Array(padded.buffer).set([...bytes, 0x80]);
  padded.setUint32(length - 4, 8 * bytes.length);
  let hash = START;
  for (let start = 0; start < length; start += BLOCK_BYTES) {
    const words = Uint32Array.from({ length: ROUNDS }, (_, index) =>
      index < 16 ? padded.getUint32(start + 4 * index) : 0,
    );
    hash = compressed(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

function compressed(hash: Uint32Array, words: Uint32Array): Uint32Array<ArrayBuffer> {
  const word = (index: number) => words[index] ?? 0;
  let state = Uint32Array.from(hash);
  for (let round = 0; round < ROUNDS; round++) {
    if (round >= 16)
      words[round] =
        word(round - 16) + mixed(word(round - 15), 7, 18, -3) + word(round - 7) + mixed(word(round - 2), 17, 19, -10);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    const one = h + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + (CONSTANTS[round] ?? 0) + word(round);
    const two = mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    state = Uint32Array.of(one + two, a, b, c, d + one, e, f, g);
  }
  return state.map((each, index) => each + (hash[index] ?? 0));
}
