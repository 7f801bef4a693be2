// node check-deal.mjs record.json: does the record start with the deal of its seed?
import { readFileSync } from "node:fs";
import { commitment, deal } from "./deal.mjs";

const record = JSON.parse(readFileSync(process.argv[2], "utf8"));
const start = Object.fromEntries(record.start.split(" ").map((part) => part.split("=")));
const { castle, tavern, hands } = deal(record.seed, record.players);
const sorted = (hands) => hands.map((hand) => hand.sort().join(",")).join("/");
const told = start.hands.split("/").map((hand) => hand.split(","));
const faults = [
  [commitment(record.seed) === record.commitment, "the commitment is of another seed"],
  [castle.join(",") === start.castle, "the castle is another one"],
  [tavern.join(",") === start.tavern, "the tavern is another one"],
  [sorted(hands) === sorted(told), "a hand is another one"],
].filter(([holds]) => !holds).map(([, fault]) => fault);
console.log(faults.join("; ") || "the deal holds");
process.exitCode = faults.length ? 1 : 0;
