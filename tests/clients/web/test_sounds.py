"""The sounds of the steps: what each consists of, and how it is rendered by the browser."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import log
from typing import Any

import pytest
from web_clients import WebClient
from web_modules import evaluated

STEPS: dict[str, dict[str, Any]] = {
    "a card": {"type": "play", "cards": ["5D"]},
    "a combo": {"type": "play", "cards": ["2C", "2D", "2H", "2S"]},
    "a yield": {"type": "yield"},
    "a flip": {"type": "flip"},
    "a discard": {"type": "discard", "cards": ["5D", "9H", "KS"]},
    "hearts": {"type": "heal", "count": 4},
    "hearts without cards": {"type": "heal", "count": 0},
    "diamonds": {"type": "deal", "draws": [{"seat": 0, "count": 3}, {"seat": 1, "count": 2}]},
    "spades": {"type": "shield", "amount": 5},
    "immune spades": {"type": "shield", "amount": 0},
    "little damage": {"type": "damage", "amount": 1},
    "much damage": {"type": "damage", "amount": 40},
    "no damage": {"type": "damage", "amount": 0},
    "an exact kill": {"type": "defeat", "enemy": "JD", "exact": True, "frame": {"defeated": 1}},
    "a kill": {"type": "defeat", "enemy": "JD", "exact": False, "frame": {"defeated": 1}},
    "the end of a tier": {"type": "defeat", "enemy": "JD", "exact": True, "frame": {"defeated": 4}},
    "cards go": {"type": "clear"},
    "a jack": {"type": "reveal", "enemy": "JD"},
    "a queen": {"type": "reveal", "enemy": "QD"},
    "a king": {"type": "reveal", "enemy": "KD"},
    "a weak strike": {"type": "strike", "amount": 2},
    "a strike": {"type": "strike", "amount": 10},
    "a strong strike": {"type": "strike", "amount": 20},
    "a blocked strike": {"type": "strike", "amount": 0},
    "a jester": {"type": "cancel-immunity"},
    "a turn": {"type": "turn"},
    "a victory": {"type": "over", "outcome": "won"},
    "a loss": {"type": "over", "outcome": "lost"},
}
SILENT = {"hearts without cards", "immune spades", "a turn"}
STEP_S = 0.3
LONGEST_S = {"over": 2, "defeat": 1.9, "reveal": 1.7}
"""The longest sounds; others end within a second."""
STRIKES = ["a weak strike", "a strike", "a strong strike"]
MIN_LOUDER = 1.3
"""The energy of a strike by that of a weaker one; the noise in it varies."""
MIN_DISTANCE = 0.15
"""The least sum of what two sounds differ by in length, energy and frequency, as logarithms."""
ENERGIES = "given.map((step) => m.soundOf(step, 0.3).reduce((sum, { gain, length }) => sum + gain * length, 0))"
TONES = "m.soundOf(given, 0.3).filter(({ hz }) => hz > 200).map(({ at, hz }) => [at, hz])"


def test_a_sound_follows_from_the_step() -> None:
    """Its tones count the damage upwards within the step, and a stronger strike or enemy is louder."""
    tones = evaluated("theatre/sounds.ts", TONES, {"type": "damage", "amount": 9})
    assert len(tones) == 9
    assert tones == sorted(tones) == sorted(tones, key=lambda tone: tone[1])
    assert all(0 < at < STEP_S for at, _ in tones)
    names = [*STEPS]
    energies = dict(zip(names, evaluated("theatre/sounds.ts", ENERGIES, [*STEPS.values()]), strict=True))
    assert {name for name, energy in energies.items() if not energy} == SILENT
    for louder in (STRIKES, ["a jack", "a queen", "a king"], ["a card", "a combo"]):
        assert sorted(louder, key=lambda name: energies[name]) == louder


RENDERED = """(async () => {
    const { Synthesizer, lengthOf } = await own("notice/synthesizer.ts");
    const { TURN_SOUND } = await own("notice/turn_notice.ts");
    const peakOf = (samples) => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    const rate = 44100;
    const sumOf = (samples, value) => samples.reduce((sum, sample, index) => sum + value(sample, index), 0);
    /** The energy, and the root mean square of the frequencies of the spectrum. */
    const characterOf = (samples) => {
        const energy = sumOf(samples, (sample) => sample ** 2);
        const slopes = sumOf(samples, (sample, index) => index && (sample - samples[index - 1]) ** 2);
        return [energy / rate, (Math.sqrt(slopes / energy) * rate) / (2 * Math.PI)];
    };
    const render = async (sound, again = 1) => {
        const end = lengthOf(sound);
        const context = new OfflineAudioContext(1, rate * (end + 0.5), rate);
        const player = new Synthesizer(context);
        for (let time = 0; time < again; time++) player.play(sound);
        const samples = (await context.startRendering()).getChannelData(0);
        return [end, peakOf(samples), peakOf(samples.slice(rate * end)), ...characterOf(samples)];
    };
    const sounds = [...a[0].map((step) => m.soundOf(step, 0.3)), m.choiceSound(0, 1), m.choiceSound(2, 1), TURN_SOUND];
    const rendered = [];
    for (const sound of sounds) rendered.push(await render(sound));
    return [rendered, await render(sounds[a[1]], 8)];
})()"""


@pytest.mark.browser
def test_each_sound_is_heard_and_ends(ana: WebClient) -> None:
    """As Chromium renders it: it is not silent, does not clip, has faded away by its end, and is like no other one.

    Nor do many sounds at once clip. A stronger strike is louder.
    """
    ana.open()
    loud = {name: step for name, step in STEPS.items() if name not in SILENT}
    found = ana.module("theatre/sounds.ts", RENDERED, [*loud.values()], [*loud].index("a strong strike"))
    assert isinstance(found, list), found
    rendered, many = found
    names = [*loud, "a chosen card", "a card put back", "the turn"]
    for name, (end, peak, rest, *_) in zip(names, rendered, strict=True):
        assert 0.05 < peak < 0.9, (name, peak)
        assert rest < 0.002, (name, rest)
        assert end <= LONGEST_S.get(loud.get(name, {}).get("type", ""), 1.1), (name, end)
    assert many[1] < 1
    heard = {
        name: [log(each) for each in (end, *character)]
        for name, (end, _, _, *character) in zip(names, rendered, strict=True)
    }
    for one, other in combinations(names, 2):
        assert sum(abs(a - b) for a, b in zip(heard[one], heard[other], strict=True)) > MIN_DISTANCE, (one, other)
    energies = [rendered[names.index(name)][3] for name in STRIKES]
    assert all(louder > MIN_LOUDER * energy for energy, louder in pairwise(energies)), energies
