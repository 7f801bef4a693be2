// A bot in JavaScript: plays the highest sum of values, and discards the lowest.
//
//     regicide-arena check "exec:node bot.mjs"
//
// It has an option, the value of an ace: "exec:node bot.mjs,ace=5".
import { createInterface } from "node:readline";

const VALUES = { A: 1, J: 10, Q: 15, K: 20 };
const ACE = { name: "ace", default: VALUES.A, about: "the value of an ace" };

// The sum of the values of the cards; negative for a discard, which begins with a minus sign.
function worth(action) {
  const ranks = [...action.matchAll(/(10|[2-9AJQK])[CDHS]/g)].map(([, rank]) => rank);
  const sum = ranks.reduce((total, rank) => total + (VALUES[rank] ?? Number(rank)), 0);
  return action.startsWith("-") ? -sum : sum;
}

function answer(question) {
  switch (question.type) {
    case "hello":
      return { type: "greeting", version: 1, name: "sums", deterministic: true, options: [ACE] };
    case "set_options":
      VALUES.A = question.options.ace;
      return { type: "ready" };
    case "new_game":
      return { type: "ready" };
    case "choose": {
      const actions = question.view.legal_actions;
      return { type: "chosen", action: actions.reduce((best, each) => (worth(each) > worth(best) ? each : best)) };
    }
    case "stop":
      return process.exit();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answered = answer(JSON.parse(line));
  if (answered) console.log(JSON.stringify(answered));
}
