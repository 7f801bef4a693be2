/** The page of the devices that have this player's games: `#/devices`, and `#/devices/CODE` for the code of another one. */
import { devicesIn, endDevice, FIRST, listDevices, ownName, pair, take, type KnownDevice } from "../server/devices.ts";
import { api } from "../server/api.ts";
import { titleOf } from "../lobby/own_games.ts";
import { MAX_GAMES, savedGame, savedGames } from "../storage/saved_games.ts";
import { isLoopback, qrCode } from "../table/invitation.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { button, fill, h, labelled } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { ask } from "../ui/question.ts";
import { pageUrl, type Route } from "../ui/route.ts";
import { signal } from "../ui/signals.ts";
import { runOnce, SingleFlight } from "../ui/single_flight.ts";
import { maxNameLength } from "../words/reference.ts";
import { formatAgo, plural, t } from "../words/texts.ts";
import type { Pairing } from "../types.ts";

const TICK_MS = 1_000;
/** The seconds between two looks whether the other device has used the code. */
const LOOK_S = 2;
const CODE_LENGTH = 14;

/** Show the page. Returns a function that closes it. */
export function devicesPage(page: HTMLElement, { id: code }: Route) {
  const sharing = new Sharing(() => void list.refresh());
  const list = new DeviceList();
  if (code) history.replaceState(null, "", "#/devices");
  const sections = [takeSection(code, () => void list.refresh()), savedGames().length > 0 && sharing.element];
  fill(
    page,
    h(
      "div",
      { class: "devices" },
      pageHead(t("devices.title"), t("devices.about")),
      ...(code ? sections : sections.reverse()),
      list.element,
    ),
  );
  void list.refresh();
  return () => sharing.close();
}

/** The part that shows a code for another device, until one has used it. */
class Sharing {
  #pairing = signal<Pairing | null>(null);
  #told = signal("");
  #leftS = signal(0);
  #known = new Set<string>();
  #validUntil = 0;
  #timer = 0;
  #flight = new SingleFlight();

  element = h(
    "section",
    { class: "panel share-games", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, t("devices.share")),
    h("p", {}, t("devices.share-about")),
    h("div", {}, () => (this.#pairing.value ? codeArea(this.#pairing.value) : this.#button())),
    h("p", { role: "status", id: "share-status" }, () => this.#told.value),
    h("p", { class: "quiet", id: "code-left" }, () => this.#left()),
  );

  constructor(readonly onArrival: () => void) {}

  close() {
    clearInterval(this.#timer);
  }

  #button() {
    const start = () => this.#start().catch((error) => showError(error, start));
    const found = button("get-code", t("devices.get-code"), start, this.#flight.busy);
    found.classList.add("main");
    return found;
  }

  /** The time that is left, in minutes and seconds. */
  #left() {
    const seconds = this.#leftS.value;
    return (
      this.#pairing.value &&
      t("devices.left", { left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })
    );
  }

  async #start() {
    clearAlerts();
    const found = await this.#flight.run(
      savedGames().map(([id]) => id),
      pair,
    );
    if (!found) return;
    this.#flight = new SingleFlight();
    const [game = ""] = found.games;
    this.#known = new Set((await devicesIn(game)).map(({ id }) => id));
    this.#told.value = "";
    this.#pairing.value = found;
    this.#validUntil = performance.now() + found.validMs;
    this.#tick();
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
  }

  #tick() {
    const pairing = this.#pairing.value;
    if (!pairing) return;
    const leftMs = Math.min(Date.parse(pairing.expires_at) - api().now(), this.#validUntil - performance.now());
    this.#leftS.value = Math.max(0, Math.floor(leftMs / 1000));
    if (!this.#leftS.value) this.#end(t("devices.expired"));
    else if (this.#leftS.value % LOOK_S === 0) void this.#look(pairing);
  }

  async #look(pairing: Pairing) {
    const found = (await devicesIn(pairing.games[0] ?? "")).find(({ id }) => !this.#known.has(id));
    if (!found || this.#pairing.value !== pairing) return;
    this.#end(t("devices.arrived", { device: nameOf(found) }));
    this.onArrival();
  }

  #end(told: string) {
    clearInterval(this.#timer);
    this.#pairing.value = null;
    this.#told.value = told;
  }
}

/** The code, as a link in a QR code and to be typed. */
function codeArea({ code }: Pairing) {
  const url = pageUrl(`#/devices/${code}`);
  const place = h("div", { class: "qr-place" });
  qrCode(url, t("devices.qr")).then(
    (image) => place.append(image),
    () => place.remove(),
  );
  return h(
    "div",
    { class: "share" },
    place,
    h(
      "div",
      { class: "field" },
      h("p", {}, t("devices.code")),
      h("p", { class: "pairing-code", id: "pairing-code" }, code),
      isLoopback(url) ? h("p", { class: "notice" }, t("invite.loopback")) : null,
    ),
  );
}

/**
 * The form that takes the games of another device.
 * @param code of the link that the page was opened by; "" for none
 * @param onTaken called when the page stays, as some games have no room
 */
function takeSection(code: string, onTaken: () => void) {
  const flight = new SingleFlight();
  const told = signal("");
  const codeField = h("input", {
    ...{ id: "take-code", required: true, maxlength: CODE_LENGTH, autocomplete: "off", autocapitalize: "characters" },
    ...{ spellcheck: "false", pattern: "\\s*([0-9A-TV-Za-tv-z]{4}[ \\-]?){2}[0-9A-TV-Za-tv-z]{4}\\s*" },
    placeholder: "XXXX-XXXX-XXXX",
  });
  codeField.value = code;
  const nameField = h("input", { id: "device-name", required: true, maxlength: maxNameLength(), autocomplete: "off" });
  nameField.value = ownName() ?? suggestedName();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    clearAlerts();
    const [typed, name] = [codeField.value.trim(), nameField.value.trim()];
    try {
      const withoutRoom = await flight.run([typed, name], (key) => take(typed, name, key));
      if (withoutRoom === 0) location.hash = "#/";
      if (!withoutRoom) return;
      told.value = plural("devices.no-room", withoutRoom, { most: MAX_GAMES });
      onTaken();
    } catch (error) {
      showError(error);
    }
  };
  return h(
    "section",
    { class: "panel take-games", "aria-labelledby": "take-title" },
    h("h2", { id: "take-title" }, t("devices.take")),
    h(
      "form",
      { onsubmit: send },
      labelled("take-code", t("devices.take-code"), codeField),
      labelled("device-name", t("devices.name"), nameField),
      h("button", { class: code ? "main" : null, id: "take", ...flight.busy }, t("devices.do-take")),
    ),
    h("p", { role: "status", id: "take-status" }, () => told.value),
  );
}

/** What browsers say that they run on. */
const SYSTEMS = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];

const suggestedName = () => SYSTEMS.find((system) => navigator.userAgent.includes(system)) ?? "";

const nameOf = ({ name }: Pick<KnownDevice, "name">) => name ?? t("devices.first");

/** The list of devices; hidden until it is known, and while this device has no games. */
class DeviceList {
  #devices = signal<KnownDevice[]>([]);

  element = h(
    "section",
    { class: "panel", id: "devices", "aria-labelledby": "devices-title", hidden: () => !this.#devices.value.length },
    h("h2", { id: "devices-title" }, t("devices.list")),
    h("ul", { class: "device-list" }, () => this.#devices.value.map((device) => this.#row(device))),
  );

  async refresh() {
    this.#devices.value = await listDevices();
  }

  #row(device: KnownDevice) {
    const { id, current, games, added_at: at } = device;
    const first = id === FIRST && !current && savedGame(games[0] ?? "");
    const facts = [
      first ? titleOf(first) : plural("devices.games", games.length),
      at && !current && formatAgo(Math.max(0, (api().now() - Date.parse(at)) / 1000)),
    ];
    const name = current ? t("devices.this") : nameOf(device);
    const stop: HTMLButtonElement = button(`end-${first ? games[0] : id}`, t("devices.end"), () =>
      runOnce(stop, () => this.#end(device)),
    );
    stop.setAttribute("aria-label", t("devices.end-label", { device: name }));
    return h(
      "li",
      { "data-device": current ? "this" : id },
      h("span", {}, h("strong", {}, name), h("span", { class: "quiet" }, facts.filter(Boolean).join(" · "))),
      current ? null : stop,
    );
  }

  async #end(device: KnownDevice) {
    if (!(await ask(t("devices.ask-end", { device: nameOf(device) }), t("devices.end")))) return;
    try {
      await endDevice(device);
      await this.refresh();
    } catch (error) {
      showError(error);
    }
  }
}
