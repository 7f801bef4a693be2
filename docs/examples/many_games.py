"""Play many games with one label, and compare every third one with another way to go on: python3 many_games.py."""

import os

from regicide_client import CreateGameRequest, Session

SERVER = os.environ.get("REGICIDE_URL", "http://127.0.0.1:8000")
LABEL = "study-1"


def play(session, created, choose):
    """Play a game of one player to its end."""
    view, seat = created.game, session.with_token(created.seats[0].token)
    while view.turn is not None:
        view = seat.act(view, choose(view.legal_actions))


def fork(record, moment, label):
    """A game that goes on from a moment of another one: 0 is the deal, 1 the moment after the first action."""
    actions = [event.action for event in record.events[:moment]]
    return CreateGameRequest(players=record.players, seed=record.seed, actions=actions, label=label)


def main():
    """Print the enemies defeated in each game, and in the game that goes on from its middle."""
    with Session(SERVER) as session:
        games = session.create_games([CreateGameRequest(players=1, seed=f"deal-{n}", label=LABEL) for n in range(9)])
        owner = session.with_token(games[0].owner.token)
        for created in games:
            play(session, created, choose=lambda actions: actions[0])
        for line in owner.get_records(LABEL):
            print(line.record.seed, line.record.result.defeated)
        records = [line.record for line in owner.get_records(LABEL)][::3]
        forks = [fork(record, len(record.events) // 2, f"{LABEL}/forks") for record in records]
        for created in owner.create_games(forks):
            play(session, created, choose=lambda actions: actions[-1])
        for line in owner.get_records(f"{LABEL}/forks"):
            print(line.record.seed, line.record.result.defeated, "after", line.record.given_actions, "given actions")


if __name__ == "__main__":
    main()
