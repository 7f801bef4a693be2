/** The rematch of a finished game: asked for, joined, or watched. */
import { button, h } from "../ui/dom.ts";
import { autorun, computed, derived, type ReadonlySignal } from "../ui/signals.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { tokensOf } from "../storage/saved_games.ts";
import { nameOf } from "../words/names.ts";
import { formatList, t } from "../words/texts.ts";
import { announce } from "./log.ts";
import type { GameView } from "../types.ts";
import type { Presences } from "./attendance.ts";
import type { TableState } from "./table_state.ts";

/**
 * @param present who is in the rematch @param asker who asked for it
 * @param join asks for the rematch and opens it; a failure is thrown
 */
export function rematchArea(
  { settled, own }: TableState,
  present: Presences,
  asker: ReadonlySignal<number | null>,
  join: (key: string) => Promise<void>,
  onError: (error: unknown) => void,
) {
  const flight = new SingleFlight();
  const joinButton = (label: string, kind = "main") =>
    button("rematch", label, () => flight.run(null, join).catch(onError), { class: kind, ...flight.busy });
  /** Who asks, if players of this device are asked. */
  const asked = computed(() =>
    settled.value?.next && own.value.length ? askedText(settled.value, own.value, asker.value) : "",
  );
  const rematch = derived(() => settled.value && rematchOf(settled.value, own.value, present));
  autorun(() => asked.value && isOther(asker.value, own.value) && announce(asked.value));
  return h("div", { class: "rematch" }, () => {
    if (!rematch.value) return null;
    const { next, isOfDay, isOwn, isJoined, there } = rematch.value;
    if (!next) return isOwn && joinButton(t(againKey(rematch.value)), isOfDay ? "" : "main");
    const link = { class: "button main", href: `#/game/${next}`, "data-focus": "rematch" };
    return [
      asked.value && h("p", { class: "rematch-asked" }, h("strong", {}, asked.value)),
      there && h("p", { class: "quiet", id: "rematch-there" }, t("friends.there", { names: there })),
      isOwn && !isJoined
        ? joinButton(t("friends.join"))
        : h(
            "a",
            { ...link, id: isOwn ? "rematch" : "to-rematch" },
            t(isOwn ? "friends.to-rematch" : "ending.to-rematch"),
          ),
    ];
  });
}

function againKey({ isSolo, isOfDay }: { isSolo: boolean; isOfDay: boolean }) {
  if (isOfDay) return isSolo ? "ending.another-deal" : "ending.same-players";
  return isSolo ? "ending.again" : "ending.rematch";
}

/** The rematch of a view, for the seats of this device. */
function rematchOf({ next, deal, seats }: GameView, own: number[], present: Presences) {
  const tokens = tokensOf(next ?? "");
  const there = seats.filter(({ seat, agent }) => !agent && !own.includes(seat) && present.of(seat) === "here");
  return {
    next,
    isSolo: seats.length === 1,
    isOfDay: Boolean(deal),
    isOwn: own.length > 0,
    isJoined: own.some((seat) => tokens.has(seat)),
    there: formatList(there.map(({ seat }) => nameOf(seats, seat))),
  };
}

function askedText({ seats }: GameView, own: number[], asker: number | null) {
  if (asker === null) return t("friends.asked-by-some");
  return own.includes(asker) ? t("friends.asked-by-you") : t("friends.asked", { who: nameOf(seats, asker) });
}

const isOther = (asker: number | null, own: number[]) => asker !== null && !own.includes(asker);
