// @ts-check
/** Below a replay: whether the deal holds, worked out in the browser, and the record to be kept. */
import { complain } from "../alerts.js";
import { button, fill, h } from "../dom.js";
import { keptGame } from "../kept.js";
import { t } from "../texts.js";
import { verify } from "../verify.js";

/** @import { GameRecord } from "../types" */
/** @import { Check } from "../verify.js" */

/** @param {GameRecord} record */
export function verification(record) {
  const checks = h("div", { class: "checks", id: "checks", role: "status" });
  const check = () => told(record).then((lines) => fill(checks, ...lines), complain);
  return h(
    "section",
    { class: "replay-foot" },
    h(
      "div",
      { class: "buttons" },
      button("verify", t("verify.do"), check),
      button("save", t("replay.save"), () => save(record)),
      h("a", { class: "button", href: "#/" }, t("ending.new")),
    ),
    checks,
  );
}

/** What was found, in lines. @param {GameRecord} record */
async function told(record) {
  if (!crypto.subtle) return [h("p", {}, t("verify.no-crypto"))];
  const checks = await verify(record, keptGame(record.id)?.commitment);
  const holds = checks.every((check) => check.holds);
  const { commitment, seed, seed_origin: origin } = record;
  return [
    h("p", { "data-holds": String(holds) }, h("strong", {}, t(holds ? "verify.all" : "verify.not-all"))),
    h("ul", {}, ...checks.map(line)),
    h("p", { class: "hash" }, t("verify.hash", { commitment, seed })),
    origin === "client" ? h("p", {}, t("verify.client-seed")) : null,
  ];
}

/** @param {Check} check */
function line({ what, holds }) {
  const mark = h("span", { "aria-hidden": "true" }, holds ? "✓" : "✗");
  const words = [" ", t(`verify.${what}`), ": ", t(holds ? "verify.holds" : "verify.fails")];
  return h("li", { class: holds ? "holds" : "fails" }, mark, ...words);
}

/** Let the reader keep the record as a file. @param {GameRecord} record */
function save(record) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  h("a", { href: url, download: `regicide-${record.id}.json` }).click();
  URL.revokeObjectURL(url);
}
