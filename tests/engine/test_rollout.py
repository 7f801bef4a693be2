"""Rollouts follow the same rules as `apply`."""

from random import Random

from builders import position
from hypothesis import given
from strategies import examples, games

from regicide import Action, EndReason, apply
from regicide.cards import members
from regicide.rollout import SUFFER, Rollout, decode_move, encode_action


def table(game):
    """The state of a rollout without the order of its tavern, which is random after a heal."""
    facts = {name: getattr(game, name) for name in dir(game) if not name.startswith("_")}
    return {name: fact for name, fact in facts.items() if not callable(fact)} | {"tavern": sorted(game.tavern)}


def stepped(before, action):
    """The rollout after an action, with healed cards in random order."""
    game = Rollout(before)
    game.play(encode_action(action), Random(0))
    return game


def healed(effects):
    """The number of cards that hearts put under the tavern."""
    return sum(effect.number for effect in effects if type(effect).__name__ == "Heal")


@examples(100)
@given(games())
def test_a_move_leads_where_the_action_leads(game):
    """Every action of a game, up to its end; cards healed at random may be drawn at once where the tavern is short."""
    before = game.first
    for step in game.steps:
        if not healed(step.effects):
            assert table(stepped(before, step.action)) == table(Rollout(step.position))
        before = step.position


@examples(100)
@given(games())
def test_a_heal_leads_to_the_same_table_but_for_the_cards_healed(game):
    """Each place has the same number of cards, and the same cards except the healed ones."""
    before = game.first
    for step in game.steps:
        if healed(step.effects):
            played, expected = stepped(before, step.action), Rollout(step.position)
            assert (len(played.tavern), played.hand_sizes) == (len(expected.tavern), expected.hand_sizes)
            assert played.discard.bit_count() == expected.discard.bit_count()
            assert (played.enemy_health, played.attack, played.immune_suit, played.turn, played.castle) == (
                (expected.enemy_health, expected.attack, expected.immune_suit, expected.turn, expected.castle)
            )
        before = step.position


@examples(100)
@given(games())
def test_the_same_moves_are_legal(game):
    """In the same order."""
    for there in game.positions:
        rollout = Rollout(there)
        if there.outcome is None:
            assert [decode_move(move, rollout.phase) for move in rollout.legal_moves()] == [*there.legal_actions]
        else:
            assert rollout.legal_moves() == []


@examples(50)
@given(games())
def test_encoding_and_decoding_are_inverse(game):
    """From one to the other, and back."""
    rollout = Rollout(game.positions[-1])
    assert [encode_action(decode_move(move, rollout.phase)) for move in rollout.legal_moves()] == rollout.legal_moves()


def healing():
    """A position in which hearts heal 3 of 6 cards."""
    return position("3H / 9S", discard="2C,4C,5C,2S,4S,5S", tavern="9D,8D")


def test_healed_cards_lie_under_the_tavern():
    """Those that lay there stay on top."""
    game = Rollout(healing())
    game.play(game.legal_moves()[0], Random(0))
    assert game.tavern[3:] == [*reversed(healing().tavern)]


def test_nothing_is_left_of_the_last_enemy():
    """Also if hearts defeat it."""
    before = position("10H,3D / 9S", "KS", played="10C,10D", discard="KC,KD,KH,2C,4C")
    after = apply(before, Action.parse("10H"))
    assert (len(after.tavern) > len(before.tavern), after.reason) == (True, EndReason.LAST_KING)
    ours, theirs = table(stepped(before, Action.parse("10H"))), table(Rollout(after))
    del ours["tavern"], theirs["tavern"], ours["discard"], theirs["discard"]  # any of the cards may be healed
    assert ours == theirs


def test_any_card_of_the_discard_pile_is_healed_as_often():
    """Half of them each time: over 2,000 times each in 45 to 55 % of them."""
    there, rng = healing(), Random(1)
    counts = dict.fromkeys(members(there.discard), 0)
    for _ in range(2000):
        game = Rollout(there)
        game.play(game.legal_moves()[0], rng)
        for card in game.tavern[:3]:
            counts[card] += 1
    assert all(900 < count < 1100 for count in counts.values()), counts


def test_a_jester_lets_the_spades_before_it_count():
    """And only against an enemy that was immune to them."""
    game = Rollout(position("X1,9D / 2C / 3C", "JS", played="4S"))
    assert (game.blocked_shield, game.attack) == (4, 10)
    game.play(1 << 52, Random(0))
    assert (game.blocked_shield, game.attack, game.immune_suit) == (0, 6, 0)


def test_the_damage_remains_after_a_flip():
    """Solo: the new hand has to cover it."""
    game = Rollout(position("AC", phase="suffer", played="2C", tavern="9D,8D,7D,6D,5D,4D,3D,10D", flips=1))
    game.play(-1, Random(0))
    assert (game.phase, game.jesters_left, game.hand_sizes) == (SUFFER, 0, [8])
