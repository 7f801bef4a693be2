/** The parts of a catalogue: see build.mjs. */
declare module "*.json?first" {
  const texts: Record<string, string>;
  export default texts;
}
declare module "*.json?pages" {
  const texts: Record<string, string>;
  export default texts;
}
