"""Signals of the web client: what is done again when a value changes."""

from __future__ import annotations

from web_modules import evaluated

NESTED = """(() => {
    const [outer, inner, told] = [m.signal(1), m.signal("a"), []];
    m.autorun(() => {
        const number = outer.value;
        m.autorun(() => told.push(`${number}${inner.value}`));
    });
    inner.value = "b";
    outer.value = 2;
    inner.value = "c";
    return told;
})()"""


def test_an_effect_ends_with_the_one_that_it_is_part_of() -> None:
    """Each change is followed once: the parts of the last run have ended."""
    assert evaluated("ui/signals.ts", NESTED, None) == ["1a", "1b", "2b", "2c"]


DERIVED = """(() => {
    const [seats, told] = [m.signal([{ seat: 0, hand: 7 }]), []];
    const held = m.derived(() => seats.value.map(({ seat }) => seat));
    m.autorun(() => told.push(held.value));
    for (const numbers of [[0], [0, 1], [0, 1]]) seats.value = numbers.map((seat) => ({ seat, hand: 6 }));
    return told;
})()"""


def test_a_derived_value_changes_only_with_its_json() -> None:
    """What reads it is not rendered again by other members."""
    assert evaluated("ui/signals.ts", DERIVED, None) == [[0], [0, 1]]
