/** A game with open seats: what its players see, and what a friend with the link sees. */
import { botField } from "../ui/bot_choice.ts";
import { button, h, svg } from "../ui/dom.ts";
import { ask } from "../ui/question.ts";
import { runOnce } from "../ui/single_flight.ts";
import { nameOf, namesOf } from "../words/names.ts";
import { saveName, savedName } from "../storage/saved_games.ts";
import { maxNameLength } from "../words/reference.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent, GameView, SeatView } from "../types.ts";
import type { Presences } from "./attendance.ts";

type Handlers = {
  takeSeat: (seat: number, name: string | null) => Promise<void>;
  leaveSeat: (seat: number) => void;
  fillSeat: (seat: number, bot: string) => void;
  cancel: () => void;
};

/**
 * @param own the seats of this device
 * @param bots those that the user may seat, as the owner of the game; null for others
 */
export function invitation(
  view: GameView,
  own: number[],
  bots: Agent[] | null,
  handlers: Handlers,
  presences: Presences,
) {
  if (view.status !== "waiting") return null;
  const open = view.seats.filter((seat) => !seat.held).map(({ seat }) => seat);
  const isPlayer = own.length > 0;
  return h(
    "section",
    { class: "invitation", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, isPlayer || bots ? t("invite.title") : invitedText(view)),
    h("p", {}, plural("invite.waiting", open.length)),
    isPlayer ? null : sittingForm(open, handlers),
    isPlayer || bots ? shareArea(location.href) : null,
    seatList(view, presences),
    bots ? fillingField(view, open, bots, handlers) : null,
    isPlayer ? besideArea(open, handlers) : null,
    h("div", { class: "buttons" }, ...leaveButtons(own, handlers), bots ? cancelButton(handlers) : null),
  );
}

/** Who invites: the players who have a seat. */
function invitedText({ seats }: GameView) {
  const people = seats.filter(({ held, agent }) => held && !agent);
  return people.length
    ? plural("friends.invited", people.length, { names: namesOf(people) })
    : t("friends.invited-by-none");
}

/** The seats, with who is there. */
function seatList(view: GameView, presences: Presences) {
  const item = (seat: SeatView) =>
    h(
      "li",
      { class: seat.held ? null : "open" },
      presences.dot(seat),
      seat.held ? nameOf(view.seats, seat.seat) : t("seat.open"),
    );
  return h("ol", { class: "invited-seats" }, ...view.seats.map(item));
}

/** One button, which takes the first open seat. */
function sittingForm([first]: number[], handlers: Handlers) {
  const field = nameField("sit-name", t("invite.name"), savedName());
  field.element.addEventListener("input", () => saveName(field.value()));
  const sit = () => {
    const name = field.value();
    saveName(name);
    return handlers.takeSeat(first, name || null);
  };
  return h("div", { class: "taking" }, field.element, takeButton(first, t("friends.sit"), sit));
}

/** A second seat on this device, which a friend cannot take any more. */
function besideArea(open: number[], handlers: Handlers) {
  const field = nameField("beside-name", t("friends.beside-name"), "");
  const take = async (seat: number) => {
    const label = t("invite.take", { number: seat + 1 });
    if (await ask(t("friends.ask-beside"), label)) await handlers.takeSeat(seat, field.value() || null);
  };
  return h(
    "details",
    { class: "more beside", "data-focus": "beside" },
    h("summary", {}, t("friends.beside")),
    h("p", { class: "quiet" }, t("friends.beside-hint")),
    field.element,
    h(
      "div",
      { class: "buttons" },
      ...open.map((seat) => takeButton(seat, t("invite.take", { number: seat + 1 }), () => take(seat), "")),
    ),
  );
}

function takeButton(seat: number, label: string, take: () => Promise<void>, kind = "main") {
  const onclick = () => runOnce(element, take);
  const properties = { type: "button", class: kind || null, "data-take": seat, "data-focus": `take-${seat}`, onclick };
  const element = h("button", properties, label);
  return element;
}

function nameField(id: string, label: string, content: string) {
  const field = h("input", {
    id,
    maxlength: maxNameLength(),
    autocomplete: content ? "nickname" : "off",
    "data-focus": id,
  });
  field.value = content;
  const element = h("div", { class: "field" }, h("label", { for: id }, label), field);
  return { element, value: () => field.value.trim() };
}

/** The choice of a bot, with a button for each open seat. */
function fillingField(view: GameView, open: number[], bots: Agent[], handlers: Handlers) {
  const { element, chosen } = botField(bots, view.players);
  const fillButton = (seat: number) =>
    button(`fill-${seat}`, t("invite.fill", { number: seat + 1 }), () => chosen() && handlers.fillSeat(seat, chosen()));
  element.append(h("div", { class: "buttons" }, ...open.map(fillButton)));
  const summary = h("summary", {}, t("friends.fill"));
  return h("details", { class: "more filling", "data-focus": "filling" }, summary, element);
}

const leaveButtons = (own: number[], handlers: Handlers) =>
  own.map((seat) => button(`leave-${seat}`, t("invite.leave", { number: seat + 1 }), () => handlers.leaveSeat(seat)));

function cancelButton(handlers: Handlers) {
  const cancel = async () => (await ask(t("invite.ask-cancel"), t("invite.cancel"))) && handlers.cancel();
  return button("cancel-game", t("invite.cancel"), cancel);
}

/** Names of the device itself (RFC 6761, RFC 6890), as URLs have them. */
const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** The link of a game, to share: as a text, as a QR code, and by the device's own way to share. */
const shareArea = (url: string) => h("div", { class: "share" }, qrPlace(url), linkField(url));

/** Whether a link opens on this device alone. */
export const isLoopback = (url: string) => LOOPBACK.test(new URL(url).hostname);

/** The QR code, in a place of its size while the encoder loads; none if it cannot be loaded. */
function qrPlace(url: string) {
  const place = h("div", { class: "qr-place" });
  qrCode(url, t("friends.qr")).then(
    (code) => place.append(code),
    () => place.remove(),
  );
  return place;
}

function linkField(url: string) {
  const field = h("input", { id: "link", readonly: true, "data-focus": "link", onfocus: () => field.select() });
  field.value = url;
  const told = h("p", { class: "quiet", role: "status" });
  return h(
    "div",
    { class: "field" },
    h("label", { for: "link" }, t("invite.link")),
    field,
    h(
      "div",
      { class: "buttons" },
      shareButton(url),
      button("copy-link", t("invite.copy"), () => copy(field, told)),
    ),
    told,
    isLoopback(url) ? h("p", { class: "notice", id: "only-here" }, t("invite.loopback")) : null,
  );
}

/** The button that opens the share sheet; null where there is none. */
function shareButton(url: string) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: t("title"), text: t("friends.share-text"), url }).catch(() => {});
  const found = button("share-link", t("friends.share"), share);
  found.classList.add("main");
  return found;
}

/** Copy the link; pages loaded over plain HTTP have no clipboard: then it is selected. */
async function copy(field: HTMLInputElement, told: Element) {
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  told.textContent = t(isCopied ? "link.copied" : "link.copy");
}

/** The width of the empty border in modules, which the standard requires. */
const BORDER = 4;

/** The QR code (ISO/IEC 18004) of a text, black on white in both colour schemes; the encoder is loaded with the first one. */
export async function qrCode(text: string, label: string) {
  const { encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return svg(
    "svg",
    {
      class: "qr-code",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}
