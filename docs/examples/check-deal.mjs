// node check-deal.mjs record.json: checks that the record starts with the deal of its seed
import { readFileSync } from "node:fs";
import { commitment, deal } from "./deal.mjs";

const record = JSON.parse(readFileSync(process.argv[2], "utf8"));
const start = Object.fromEntries(record.start.split(" ").map((part) => part.split("=")));
const { castle, tavern, hands } = deal(record.seed, record.players);
const sorted = (hands) => hands.map((hand) => hand.sort().join(",")).join("/");
const recorded = start.hands.split("/").map((hand) => hand.split(","));
const errors = [
  [commitment(record.seed) === record.commitment, "the commitment does not match the seed"],
  [castle.join(",") === start.castle, "the castle does not match"],
  [tavern.join(",") === start.tavern, "the tavern does not match"],
  [sorted(hands) === sorted(recorded), "a hand does not match"],
].filter(([holds]) => !holds).map(([, error]) => error);
console.log(errors.join("; ") || "the deal holds");
process.exitCode = errors.length ? 1 : 0;
