"""Hypothesis strategies: mutations of valid input. Random texts rarely get past the first check."""

from __future__ import annotations

import json

from hypothesis import strategies as st

JUNK = (
    *(
        "",
        " ",
        "\n",
        "\r\n",
        "\0",
        "\t",
        "\x7f",
        "\x80",
        "\xa0",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\uffff",
        "\ud800",
        "\udfff",
    ),
    *("٣", "２", "½", "²", "Ⅷ", "ß", "İ", "ı", "é", "e\u0301", "🂡", "👩‍🚀", "𝟠"),
    *(
        "0",
        "-1",
        "+1",
        "00",
        "1e9",
        "0x8",
        "1_0",
        "9" * 30,
        "9" * 5000,
        "-" + "9" * 5000,
        "NaN",
        "Infinity",
        "None",
        "true",
    ),
    *(
        "+",
        "-",
        ">",
        "|",
        ",",
        ";",
        "=",
        "/",
        "\\",
        ":",
        "*",
        "%",
        "%00",
        "%s",
        "{}",
        "{0}",
        "{__class__}",
        '"',
        "'",
        "<b>",
    ),
    *("AC", "X1", "X3", "10D", "11D", "yield", "flip", "wait=", "q=", "bytes=", "../", "x" * 10_000),
)
"""Texts that replace parts of valid input."""

odd_texts = st.sampled_from(JUNK) | st.text(max_size=20)
values = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.sampled_from((10**30, -(10**30), 2**53, -0.0, 1e308, float("nan")))),
    *(st.floats(), odd_texts, st.builds(list), st.builds(dict), st.lists(st.integers(0, 60), max_size=3)),
)
"""Unusual JSON values."""


@st.composite
def spoiled(draw, texts, junk=odd_texts):
    """A text with one to four mutations: a part is inserted, deleted, repeated, moved or replaced."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        before, part, after = text[:start], text[start:end], text[end:]
        match draw(st.sampled_from(("insert", "delete", "repeat", "swap", "replace", "case"))):
            case "insert":
                text = before + draw(junk) + part + after
            case "delete":
                text = before + after
            case "repeat":
                text = before + part * draw(st.sampled_from((2, 3, 100))) + after
            case "swap":
                text = before + after + part
            case "replace":
                text = before + draw(junk) + after
            case "case":
                text = before + part.swapcase() + after
        text = text[:50_000]
    return text


@st.composite
def spoiled_json(draw, wholes):
    """A JSON value with one to three parts removed, repeated or replaced."""
    whole = json.loads(json.dumps(draw(wholes)))
    for _ in range(draw(st.integers(1, 3))):
        holder = draw(st.sampled_from([part for part in _parts(whole) if part] or [[whole]]))
        place = draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        part = holder[place]
        match draw(st.sampled_from(("remove", "value", "twice", "text", "add"))):
            case "remove":
                del holder[place]
            case "value":
                holder[place] = draw(values)
            case "twice":
                holder[place] = [part, part]
            case "text":
                holder[place] = draw(spoiled(st.just(part if isinstance(part, str) else json.dumps(part))))
            case "add" if isinstance(holder, dict):
                holder[draw(odd_texts)] = draw(values)
            case "add":
                holder.insert(place, draw(values))
    return whole


def _parts(whole):
    """All objects and lists in a JSON value, itself first."""
    if isinstance(whole, dict | list):
        yield whole
        for part in whole.values() if isinstance(whole, dict) else whole:
            yield from _parts(part)
