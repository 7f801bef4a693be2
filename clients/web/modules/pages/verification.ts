/** The part below a replay: verification of the deal in the browser, download of the record. */
import { showError } from "../ui/alerts.ts";
import { button, fill, h } from "../ui/dom.ts";
import { savedGame } from "../storage/saved_games.ts";
import { t } from "../words/texts.ts";
import { verify, type Check } from "../game/verify.ts";
import type { GameRecord } from "../types.ts";

export function verification(record: GameRecord) {
  const checks = h("div", { class: "checks", id: "checks", role: "status" });
  const onclick = () => results(record).then((lines) => fill(checks, ...lines), showError);
  return h(
    "section",
    { class: "replay-foot" },
    h(
      "div",
      { class: "buttons" },
      button("verify", t("verify.do"), onclick),
      button("save", t("replay.save"), () => save(record)),
      h("a", { class: "button", href: "#/" }, t("ending.new")),
    ),
    checks,
  );
}

/** The results as elements. */
async function results(record: GameRecord) {
  if (!crypto.subtle) return [h("p", {}, t("verify.no-crypto"))];
  const checks = await verify(record, savedGame(record.id)?.commitment);
  const holds = checks.every((check) => check.holds);
  const { seed_origin: origin } = record;
  return [
    h("p", { "data-holds": String(holds) }, h("strong", {}, t(holds ? "verify.all" : "verify.not-all"))),
    h("ul", {}, ...checks.map(checkItem)),
    h("p", { class: "hash" }, hash(record)),
    origin === "client" ? h("p", {}, t("verify.client-seed")) : null,
  ];
}

/** The text with the commitment and the seed. */
function hash({ commitment, nonce, seed }: GameRecord) {
  if (!commitment) return t("verify.position", { seed });
  return nonce ? t("verify.salted-hash", { commitment, nonce, seed }) : t("verify.hash", { commitment, seed });
}

function checkItem({ name, holds }: Check) {
  const mark = h("span", { "aria-hidden": "true" }, holds ? "✓" : "✗");
  const texts = [" ", t(`verify.${name}`), ": ", t(holds ? "verify.holds" : "verify.fails")];
  return h("li", { class: holds ? "holds" : "fails" }, mark, ...texts);
}

/** Download the record as a file. */
function save(record: GameRecord) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  h("a", { href: url, download: `regicide-${record.id.slice(0, 20)}.json` }).click();
  URL.revokeObjectURL(url);
}
