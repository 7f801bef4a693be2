"""The queue of events: own actions that are drawn before the answer, jumps to the view, and keys that skip steps."""

from __future__ import annotations

from typing import Any

from web_modules import evaluated

import regicide

STAGED = """(async () => {
    const drawn = [], entered = [];
    const stage = {
        draw: (frame, settled) => drawn.push([frame.version, settled]),
        enter: async ({ type }) => void entered.push(type),
        finish: () => {}, isInstant: () => false, open: () => {}, withdraw: () => {}, tell: () => {},
    };
    const theatre = new m.Theatre(stage);
    theatre.receive({ ...given, version: 1 });
    %s
    return { drawn: drawn.at(-1), entered };
})()"""


def staged(program: str) -> dict[str, Any]:
    """What a theatre draws last, and the steps that it shows, from the first view of a game on."""
    position = regicide.Position.new("skips", 2)
    view = regicide.observe(position, position.turn) | {"status": "active"}
    shown: dict[str, Any] = evaluated("theatre/theatre.ts", f"await {STAGED % program}", view)
    return shown


def test_the_steps_of_an_expected_action_are_shown_once() -> None:
    """The answer brings the others."""
    shown = staged(
        """
        const [action, seat] = [given.hand.find((card) => !card.startsWith("X")), given.you];
        await theatre.expect(action);
        const effects = [{ type: "damage", amount: 2 }, { type: "turn", seat: 1 - seat }];
        await theatre.tell({ type: "action", seat, action, effects, version: 2 }, false);
        theatre.receive({ ...given, version: 2 });""",
    )
    assert shown == {"drawn": [2, True], "entered": ["play", "damage", "turn"]}


def test_the_next_view_is_drawn_at_once_after_a_later_effect() -> None:
    """Its event cannot be shown, so the page does not wait for those that follow."""
    shown = staged(
        """
        await theatre.tell({ type: "action", seat: 0, action: "2C", effects: [{ type: "later" }], version: 2 }, false);
        theatre.receive({ ...given, version: 3 });
        theatre.close();""",
    )
    assert shown["drawn"] == [3, True]


KEYS = """(() => {
    let press, isOpen = false;
    globalThis.Element = class {};
    document.addEventListener = (_, listener) => (press = listener);
    document.querySelector = () => (isOpen ? {} : null);
    const skipped = [], table = { addEventListener: () => {} };
    const skips = (key) => {
        let skipped = false;
        m.listenForSkips(table, () => given.playing, () => (skipped = true));
        press({ key, target: null, preventDefault: () => {}, stopPropagation: () => {} });
        return skipped;
    };
    const alone = given.keys.filter(skips);
    isOpen = true;
    return [alone, given.keys.filter(skips)];
})()"""


def test_three_keys_skip_steps_unless_a_dialog_is_open() -> None:
    """Without steps they keep their meaning."""
    keys = ["Enter", "Escape", " ", "a"]
    for playing, skipping in ((True, keys[:3]), (False, [])):
        given = {"keys": keys, "playing": playing}
        assert evaluated("theatre/theatre.ts", KEYS, given) == [skipping, []]
