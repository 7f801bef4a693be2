"""Playing a cup: in the order of play, each game once, until all is played or decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regicide_arena.cup.games.told import Played
from regicide_arena.cup.journal import Journal
from regicide_arena.cup.order import Block, Shard, blocks
from regicide_arena.cup.pace import Pace
from regicide_arena.cup.plan import Cup, Stop, pairs
from regicide_arena.cup.statistics.deciding import is_decided
from regicide_arena.cup.tally import Tally
from regicide_arena.cup.workers import PlayAll

Place = tuple[int, int]
"""Where a line of the journal begins, and how long it is."""
OnPlayed = Callable[["Run"], None]


class Run:
    """A cup that is played, from where its journal ends. Which deals count depends on the cup alone."""

    def __init__(self, cup: Cup, journal: Journal) -> None:
        """Raises BrokenJournal, and NoSuchShard where the journal is not of this cup."""
        self.cup, self.tally = cup, Tally(cup)
        self.places: dict[Shard, Place] = {}
        self._journal, self._pace = journal, Pace()
        self._blocks = blocks(cup.deals)
        self._block: Block | None = next(self._blocks)
        self.decided_after: int | None = None
        """The number of deals after which all was decided."""
        for place, length, played in journal.lines():
            self._count(played, (place, length))

    @property
    def is_over(self) -> bool:
        """Whether all is played that counts."""
        return self._block is None or self.decided_after is not None

    @property
    def most_deals(self) -> int:
        """The deals that may count, for each number of players."""
        return self.decided_after or self.cup.deals

    def play(self, play_all: PlayAll, on_played: OnPlayed) -> None:
        """Play on to the end; `on_played` is told after each shard.

        Raises OSError where the journal cannot be written, and whatever keeps shards from being played.
        """
        for played in play_all(self._shards()):
            self._count(played, self._journal.append(played))
            on_played(self)
            if self.is_over:
                return

    def _count(self, played: Played, place: Place) -> None:
        self.tally.add(played)
        self.places[played.shard] = place
        self._pace.note(played.shard, played.seconds)
        while not self.is_over and self._block and self.tally.has(self._block):
            self._close(self._block)

    def _close(self, block: Block) -> None:
        """A block is complete: see if all is decided."""
        if self.cup.stop is Stop.DECIDED and is_decided(self.tally.scores(block.end), pairs(self.cup), self.cup.error):
            self.decided_after = block.end
        self._block = next(self._blocks, None)

    def _shards(self) -> Iterator[Shard]:
        """All that is still to be played."""
        for block in blocks(self.cup.deals):
            for lineup in self.tally.lineups:
                for gap in [*self.tally.missing(lineup, block)]:
                    yield from self._cut(gap)

    def _cut(self, gap: Shard) -> Iterator[Shard]:
        """Shards of some seconds each, as far as is known when each is handed out."""
        first = gap.first
        while first < gap.end and not self.is_over:
            end = min(gap.end, first + self._pace.games(gap.lineup))
            yield Shard(gap.lineup, first, end)
            first = end
