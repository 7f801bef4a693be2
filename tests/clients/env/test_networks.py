"""Networks that rate actions, and the bots that play by them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from regicide import Action, Position, apply, observe
from regicide_arena.bots.registry import BotNotFound, load_bot
from regicide_arena.protocol.programs import require_bot
from regicide_env.network import ACTIONS, NUMBERS, Layer, Network

SIZES = (NUMBERS, 8, ACTIONS)


def layers(sizes: tuple[int, ...] = SIZES) -> list[Layer]:
    """Layers of these sizes with random numbers that half the precision holds."""
    rng = np.random.default_rng(1)
    shapes = [*pairwise(sizes)]
    return [Layer(rng.normal(size=shape).astype("f2"), rng.normal(size=shape[1]).astype("f2")) for shape in shapes]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a network."""
    Network(layers()).save(tmp_path / "mine.npz")
    return tmp_path / "mine.npz"


def test_a_file_gives_the_same_ratings(file: Path) -> None:
    """Those of fully connected layers with ReLU between them."""
    first, last = layers()
    observations = np.random.default_rng(2).random((5, NUMBERS), "f4")
    hidden = np.maximum(observations @ first.weights.astype("f4") + first.biases, 0)
    expected = hidden @ last.weights.astype("f4") + last.biases
    assert Network.load(file).ratings(observations) == pytest.approx(expected, rel=1e-4)
    masks = np.zeros((5, ACTIONS), bool)
    masks[:, [3, 200]] = True
    assert (
        Network.load(file).choose(observations, masks).tolist()
        == np.where(expected[:, 3] >= expected[:, 200], 3, 200).tolist()
    )


@pytest.mark.parametrize("sizes", [(NUMBERS, ACTIONS + 1), (NUMBERS - 1, ACTIONS), (NUMBERS,)])
def test_other_layers_are_refused(sizes: tuple[int, ...]) -> None:
    """The message has their shapes, and what is expected."""
    with pytest.raises(ValueError, match=f"expected {NUMBERS} inputs and {ACTIONS} outputs"):
        Network(layers(sizes))


@pytest.mark.parametrize("worst", [1e6, float("nan")])
def test_numbers_beyond_the_precision_are_not_written(worst: float, tmp_path: Path) -> None:
    """Nor is a file without the end of its name."""
    found = layers()
    with pytest.raises(ValueError, match=r"expected a name that ends in \.npz"):
        Network(found).save(tmp_path / "mine")
    broken = [found[0]._replace(biases=np.full(8, worst, "f4")), found[1]]
    with pytest.raises(ValueError, match="biases0 has numbers that are not finite, or above 65504"):
        Network(broken).save(tmp_path / "mine.npz")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("content", [b"", b"a text", b"PK"])
def test_what_is_no_network_is_not_loaded(content: bytes, tmp_path: Path) -> None:
    """Nor are arrays of others, or a part of a network."""
    broken, other = tmp_path / "broken.npz", tmp_path / "other.npz"
    broken.write_bytes(content)
    np.savez(other, weights0=np.zeros(3), biases0=np.zeros(()))
    for each in (broken, other):
        with pytest.raises(ValueError, match=f"{each} holds no network: expected layers from {NUMBERS} inputs"):
            Network.load(each)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", "FileNotFoundError: [Errno 2] No such file or directory: 'network.npz'"),
        (",file={}", "ValueError: {} holds no network: expected layers from 535 inputs to 345 outputs"),
    ],
)
def test_a_bot_without_a_network_is_refused_before_the_games(options: str, message: str, tmp_path: Path) -> None:
    """Also if its option has the default."""
    file = tmp_path / "mine.npz"
    file.write_text("no network")
    bot = f"regicide_env.bots:network{options.format(file)}"
    with pytest.raises(BotNotFound) as raised:
        require_bot(bot, tmp_path)
    assert str(raised.value).startswith(f"{bot} cannot be made: {message.format(file)}")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["imitation", "reinforcement", "network"])
def test_a_bot_plays_a_game(name: str, players: int, file: Path) -> None:
    """With actions of the view, to its end; the same seed and view have the same action."""
    options = {"file": str(file)} if name == "network" else {}
    bots = [load_bot(f"regicide_env.bots:{name}").make(str(seat), **options) for seat in range(players)]
    position = Position.new("baseline", players)
    while not position.is_over:
        action = bots[position.turn](observe(position, position.turn))
        assert action == bots[0](observe(position, position.turn))
        position = apply(position, Action.parse(action))
