"""Imitation: a network learns which action a bot takes, from a dataset of `regicide-arena dataset`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import torch
from pyarrow.parquet import read_table
from torch import Tensor, nn

from regicide_env.network import ACTIONS, NUMBERS, Layer, Network

BATCH: Final = 512
LEARNING_RATE: Final = 3e-3
WEIGHT_DECAY: Final = 1e-3
TESTED: Final = 10
"""One game in this number is not learned from: it tells how well the network foresees actions."""


def main() -> None:
    """Read a dataset, train, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", nargs="+", type=Path, help="folders of datasets")
    parser.add_argument("--output", type=Path, default=Path("imitation.npz"), help="(default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=8, help="passes over the dataset (default: %(default)s)")
    parser.add_argument("--width", type=int, default=256, help="of both hidden layers (default: %(default)s)")
    options = parser.parse_args()
    if options.output.suffix != ".npz" or not options.output.parent.is_dir():
        parser.error(f"cannot write {options.output}: expected NAME.npz in a folder that exists")
    for folder in options.datasets:
        if not [*folder.glob("part-*.parquet")]:
            parser.error(f"{folder} has no part-*.parquet: expected a folder that regicide-arena dataset has written")
    torch.manual_seed(0)
    torch.set_num_threads(1)  # so that the sums have the same order everywhere
    network = nn.Sequential(
        nn.Linear(NUMBERS, options.width), nn.ReLU(),
        nn.Linear(options.width, options.width), nn.ReLU(),
        nn.Linear(options.width, ACTIONS),
    )  # fmt: skip
    train(network, options.datasets, options.epochs)
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    Network([Layer(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in layers]).save(options.output)


def read(folders: list[Path]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the observations, masks and actions of datasets, and which of them are for the test."""
    columns: list[list[np.ndarray]] = [[], [], [], []]
    for folder in folders:
        table = read_table(folder, columns=["observation", "mask", "action", "game"]).combine_chunks()
        flat = [
            table[name].combine_chunks().flatten().to_numpy(zero_copy_only=False) for name in ("observation", "mask")
        ]
        columns[0].append(flat[0].reshape(-1, NUMBERS).astype("f2"))
        columns[1].append(flat[1].reshape(-1, ACTIONS))
        columns[2].append(table["action"].to_numpy().astype("i8"))
        columns[3].append(table["game"].to_numpy() % TESTED == 0)
    observations, masks, actions, is_test = (torch.from_numpy(np.concatenate(column)) for column in columns)
    return observations, masks, actions, is_test


def train(network: nn.Module, folders: list[Path], epochs: int) -> None:
    """Minimise the cross-entropy between the ratings of the legal actions and the action taken."""
    observations, masks, actions, is_test = read(folders)

    def logits(places: Tensor) -> Tensor:
        ratings: Tensor = network(observations[places].float())
        return ratings.masked_fill(~masks[places], -1e9)

    learned, tested = (~is_test).nonzero()[:, 0], is_test.nonzero()[:, 0]
    optimizer = torch.optim.AdamW(network.parameters(), LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    steps = epochs * -(-len(learned) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    for epoch in range(1, epochs + 1):
        for batch in learned[torch.randperm(len(learned))].split(BATCH):
            loss = nn.functional.cross_entropy(logits(batch), actions[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            found = logits(tested)
            loss = nn.functional.cross_entropy(found, actions[tested])
            foreseen = (found.argmax(1) == actions[tested]).float().mean()
        print(
            f"epoch {epoch}: cross-entropy {loss:.3f}, {foreseen:.1%} of the actions of other games foreseen",
            flush=True,
        )


if __name__ == "__main__":
    main()
