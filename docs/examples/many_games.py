"""Play many games with one label, and compare every third one with another way to go on: python3 many_games.py."""

import os
from collections.abc import Callable

from regicide_client import CreatedGame, CreateGameRequest, GameRecord, Session

SERVER = os.environ.get("REGICIDE_URL", "http://127.0.0.1:8000")
LABEL = "study-1"


def play(session: Session, created: CreatedGame, choose: Callable[[list[str]], str]) -> None:
    """Play a game of one player to its end."""
    view, seat = created.game, session.with_token(created.seats[0].token)
    while view.turn is not None:
        view = seat.games.act(view, choose(view.legal_actions))


def fork(record: GameRecord, moment: int, label: str) -> CreateGameRequest:
    """A game that goes on from a moment of another one: 0 is the deal, 1 the moment after the first action."""
    actions = [event.action for event in record.events[:moment]]
    return CreateGameRequest(players=record.players, seed=record.seed, actions=actions, label=label)


def main() -> None:
    """Print the enemies defeated in each game, and in the game that goes on from its middle."""
    with Session(SERVER) as session:
        deals = [CreateGameRequest(players=1, seed=f"deal-{number}", label=LABEL) for number in range(9)]
        games = session.games.create_many(deals)
        owner = session.with_token(games[0].owner.token)
        for created in games:
            play(session, created, choose=lambda actions: actions[0])
        records = [line.record for line in owner.games.records(LABEL) if line.record]
        for record in records:
            print(record.seed, record.result.defeated)
        forks = [fork(record, len(record.events) // 2, f"{LABEL}/forks") for record in records[::3]]
        for created in owner.games.create_many(forks):
            play(session, created, choose=lambda actions: actions[-1])
        for line in owner.games.records(f"{LABEL}/forks"):
            if forked := line.record:
                print(forked.seed, forked.result.defeated, "after", forked.given_actions, "given actions")


if __name__ == "__main__":
    main()
