// node check-deal.mjs record.json: checks that the record starts with the deal of its seed, if it was dealt
import { readFileSync } from "node:fs";
import { commitment, deal } from "./deal.mjs";

const [, , file] = process.argv;
const fail = (message) => {
  console.error(`check-deal: ${message}`);
  process.exit(2);
};
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return fail(`cannot read ${file}: ${error.message.replaceAll("\n", " ")}`);
  }
};
const record = file ? read(file) : fail("expected one argument: the file of a record");
const start = Object.fromEntries(`${record?.start}`.split(" ").map((part) => part.split("=")));
const isRecord = typeof record?.seed === "string" && [1, 2, 3, 4].includes(record.players) && start.hands;
if (!isRecord) fail(`${file} is not a record of a game: expected the members seed, players and start`);
if (record.beginning === "position") {
  console.log("the game began at a position: there is no deal to check");
  process.exit(0);
}
const { castle, tavern, hands } = deal(record.seed, record.players);
const sorted = (hands) => hands.map((hand) => hand.sort().join(",")).join("/");
const recorded = start.hands.split("/").map((hand) => hand.split(","));
const nonce = record.nonce ?? null; // null: a record from before commitments had a nonce
const errors = [
  [nonce === null || /^[0-9A-Fa-f]{32}$/.test(nonce), "the nonce is not 32 hexadecimal characters"],
  [commitment(record.seed, nonce) === record.commitment, "the commitment does not match the seed and the nonce"],
  [castle.join(",") === start.castle, "the castle does not match"],
  [tavern.join(",") === start.tavern, "the tavern does not match"],
  [sorted(hands) === sorted(recorded), "a hand does not match"],
].filter(([holds]) => !holds).map(([, error]) => error);
console.log(errors.join("; ") || "the deal holds");
process.exitCode = errors.length ? 1 : 0;
