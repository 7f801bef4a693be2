/** A game with open seats: what its players see, and what a friend with the link sees. */
import { cardImage } from "../cards/images.ts";
import { botField } from "../bots/bot_choice.ts";
import { closesElsewhere, over } from "../ui/disclosure.ts";
import { button, h, svg } from "../ui/dom.ts";
import { ask } from "../ui/question.ts";
import { lessonHash, pageUrl } from "../ui/route.ts";
import { seatNameField } from "../ui/own_name.ts";
import { runOnce } from "../ui/single_flight.ts";
import { icon } from "./dock.ts";
import { keeperOf, nameOf, namesOf } from "../words/names.ts";
import { savedGames, saveName, savedName } from "../storage/saved_games.ts";
import { isTaken } from "../storage/saved_tutorial.ts";
import { maxNameLength } from "../words/reference.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent } from "../types.ts";
import type { Presences } from "./attendance.ts";
import type { Facts, TableState } from "./table_state.ts";

type Handlers = {
  takeSeat: (seat: number, name: string | null) => Promise<unknown>;
  leaveSeat: (seat: number) => void;
  fillSeat: (seat: number, bot: string) => void;
  cancel: () => void;
};

export function invitation(facts: Facts, { own, bots, isOwner }: TableState, presences: Presences, handlers: Handlers) {
  const open = facts.seats.filter((seat) => !seat.held).map(({ seat }) => seat);
  const isPlayer = own.value.length > 0;
  if (facts.status === "active" && open.length && !isPlayer && !isOwner.value) return keptSeat(facts, open, handlers);
  if (facts.status !== "waiting") return null;
  const isHost = isPlayer || isOwner.value;
  return h(
    "section",
    { class: facts.interrupted ? "invitation" : "invitation alone", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, isHost ? t("invite.title") : invitedText(facts)),
    h("p", {}, facts.interrupted ? t("invite.interrupted") : plural("invite.waiting", open.length)),
    seatList(facts, presences),
    ...(isPlayer ? [] : guestParts(facts, open, handlers)),
    isPlayer && !isOwner.value && isNew() ? whatItIs(facts) : null,
    isHost ? shareArea(pageUrl(location.hash)) : null,
    isOwner.value ? fillingField(facts, open, bots.value, handlers) : null,
    isPlayer ? besideArea(open, handlers) : null,
    facts.interrupted
      ? null
      : h(
          "div",
          { class: "buttons" },
          ...leaveButtons(own.value, handlers),
          isOwner.value ? cancelButton(handlers) : null,
        ),
  );
}

/** An open seat that a bot plays until a player comes, as those see it who have no seat. */
function keptSeat(facts: Facts, open: number[], handlers: Handlers) {
  const bot = nameOf(facts.seats, open[0]);
  return h(
    "section",
    { class: "invitation", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, invitedText(facts)),
    h("p", {}, t("invite.kept", { bot })),
    ...guestParts(facts, open, handlers),
  );
}

const LETTER = "M3 6h18v12H3zM3 7l9 6 9-6";

/** The link to an open seat that a bot plays, for the players and the owner. */
export function keptInvitation({ status, seats }: Facts, { own, isOwner }: TableState) {
  const kept = seats.filter((seat) => !seat.held);
  if (status !== "active" || !kept.length || !(own.value.length || isOwner.value)) return null;
  const title = t("invite.keeping", { bot: nameOf(seats, kept[0].seat) });
  const summary = h("summary", { class: "tool", title }, icon(LETTER), h("span", { class: "hidden" }, title));
  const panel = over(title, h("h2", {}, title), shareArea(pageUrl(location.hash)));
  return closesElsewhere(h("details", { "data-focus": "keeping" }, summary, panel));
}

/** Who invites: the players who have a seat. */
function invitedText({ seats }: Facts) {
  const people = seats.filter(({ held, agent }) => held && !agent);
  return people.length
    ? plural("friends.invited", people.length, { names: namesOf(people) })
    : t("friends.invited-by-none");
}

/** The seats, with who is there. */
function seatList({ seats }: Facts, presences: Presences) {
  const item = (seat: Facts["seats"][number]) =>
    h(
      "li",
      { class: seat.held ? null : "open" },
      presences.dot(seat),
      seat.held || keeperOf(seat) ? nameOf(seats, seat.seat) : t("seat.open"),
    );
  return h("ol", { class: "invited-seats" }, ...seats.map(item));
}

/** For a guest: the form that takes a seat, and what the game is. */
const guestParts = (facts: Facts, open: number[], handlers: Handlers) => [sittingForm(open, handlers), whatItIs(facts)];

/** What the game is, and the lesson, which leads back here. */
const whatItIs = ({ id, status }: Facts) =>
  h(
    "details",
    { class: "what-it-is", "data-focus": "what-it-is", open: status === "waiting" && isNew() },
    h("summary", {}, t("invite.what")),
    h(
      "div",
      {},
      h(
        "div",
        {},
        h("p", {}, t("invite.about")),
        h("a", { class: "button", id: "lesson-first", href: lessonHash(id) }, t("invite.lesson")),
        h("p", { class: "quiet" }, t("invite.lesson-hint")),
      ),
      tablePicture(),
    ),
  );

/** Whether this device has no other game than the one it is invited to, nor the lesson. */
const isNew = () => savedGames().length <= 1 && !isTaken();

/** A table in small: an enemy, the cards played against it, and a hand. */
const tablePicture = () =>
  h(
    "div",
    { class: "table-picture", role: "img", "aria-label": t("invite.picture") },
    ...[["QH"], ["8S", "5C", "5D"], ["AD", "4H", "7C", "9S", "JC"]].map((cards) =>
      h("div", {}, ...cards.map((code) => cardImage(code))),
    ),
  );

/** One button, which takes the first open seat. */
function sittingForm([first]: number[], handlers: Handlers) {
  const field = seatNameField("sit-name", first);
  const sit = h("button", { class: "main", ...takes(first) }, t("friends.sit"));
  const onsubmit = (event: SubmitEvent) => {
    event.preventDefault();
    saveName(savedName()); // asked, with or without an answer
    void runOnce(sit, () => handlers.takeSeat(first, savedName() || null));
  };
  return h("form", { class: "taking", onsubmit }, field, sit);
}

const takes = (seat: number) => ({ "data-take": seat, "data-focus": `take-${seat}` });

/** A second seat on this device, which a friend cannot take any more. */
function besideArea(open: number[], handlers: Handlers) {
  const field = nameField("beside-name", t("friends.beside-name"));
  const take = async (seat: number) => {
    const label = t("invite.take", { number: seat + 1 });
    if (await ask(t("friends.ask-beside"), label)) await handlers.takeSeat(seat, field.value() || null);
  };
  const buttons = open.map((seat) => takeButton(seat, t("invite.take", { number: seat + 1 }), () => take(seat)));
  const onsubmit = (event: SubmitEvent) => {
    event.preventDefault();
    buttons[0].click();
  };
  return h(
    "details",
    { class: "more beside", "data-focus": "beside" },
    h("summary", {}, t("friends.beside")),
    h("p", { class: "quiet" }, t("friends.beside-hint")),
    h("form", { onsubmit }, field.element, h("div", { class: "buttons" }, ...buttons)),
  );
}

function takeButton(seat: number, label: string, take: () => Promise<unknown>) {
  const element = h("button", { type: "button", ...takes(seat), onclick: () => runOnce(element, take) }, label);
  return element;
}

function nameField(id: string, label: string) {
  const field = h("input", {
    id,
    maxlength: maxNameLength(),
    autocomplete: "off",
    "data-focus": id,
  });
  const element = h("div", { class: "field" }, h("label", { for: id }, label), field);
  return { element, value: () => field.value.trim() };
}

/** The choice of a bot, with a button for each open seat. */
function fillingField({ players }: Facts, open: number[], bots: Agent[], handlers: Handlers) {
  const { element, chosen } = botField(bots, players);
  const fillButton = (seat: number) =>
    button(`fill-${seat}`, t("invite.fill", { number: seat + 1 }), () => chosen() && handlers.fillSeat(seat, chosen()));
  element.append(h("div", { class: "buttons" }, ...open.map(fillButton)));
  const summary = h("summary", {}, t("friends.fill"));
  return h("details", { class: "more filling", "data-focus": "filling" }, summary, element);
}

const leaveButtons = (own: number[], handlers: Handlers) =>
  own.map((seat) => {
    const label = own.length > 1 ? t("invite.leave", { number: seat + 1 }) : t("invite.leave-own");
    return quiet(`leave-${seat}`, label, () => handlers.leaveSeat(seat));
  });

function cancelButton(handlers: Handlers) {
  const cancel = async () => (await ask(t("invite.ask-cancel"), t("invite.cancel"))) && handlers.cancel();
  return quiet("cancel-game", t("invite.cancel"), cancel);
}

const quiet = (id: string, label: string, onclick: () => unknown) => button(id, label, onclick, { class: "plain" });

/** Names of the device itself (RFC 6761, RFC 6890), as URLs have them. */
const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** A link to share, by default of a game: as a text, as a QR code, and by the device's own way to share. */
export const shareArea = (url: string, label = t("invite.link"), text = t("friends.share-text")) =>
  h("div", { class: "share" }, qrPlace(url), linkField(url, label, text));

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

function linkField(url: string, label: string, text: string) {
  const field = h("input", { id: "link", readonly: true, "data-focus": "link", onfocus: () => field.select() });
  field.value = url;
  const told = h("p", { class: "quiet", role: "status" });
  const share = shareButton(url, text);
  return h(
    "div",
    { class: "field" },
    h("label", { for: "link" }, label),
    field,
    h(
      "div",
      { class: "buttons" },
      share,
      button("copy-link", t("invite.copy"), () => copy(field, told), { class: share ? null : "main" }),
    ),
    told,
    isLoopback(url) ? h("p", { class: "notice", id: "only-here" }, t("invite.loopback")) : null,
  );
}

/** The button that opens the share sheet; null where there is none. */
function shareButton(url: string, text: string) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: t("title"), text, url }).catch(() => {});
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
  told.textContent = t(isCopied ? "invite.copied" : "invite.selected");
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
