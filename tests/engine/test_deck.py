"""The deal: castle, tavern and hands are a function of the seed."""

import hmac
from hashlib import sha256

import pytest
from builders import written
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, players, seeds

from regicide import (
    ImpossibleGame,
    MalformedNonce,
    MalformedSeed,
    Phase,
    Position,
    commitment,
    deal,
    numbered_deal,
    parse_card,
    shuffle,
)
from regicide.cards import CARD_NAMES, size

ONE_PLAYER = (
    ("open1/0", 1),
    "16fe0c40f9a9ef15db325b9c5bf73f926f108a00dc19bb8f32f4a2a8e283e791",
    "JC,JH,JS,JD,QD,QH,QS,QC,KS,KH,KC,KD",
    "10D,6H,10H,5S,4S,3D,7D,8C,6S,9S,8H,5C,2S,9C,6D,3S,AS,2D,2H,3H,5D,5H,2C,7S,4H,9D,4D,8S,7C,4C,10S,AH",
    "AC,3C,6C,10C,AD,8D,7H,9H",
)
TWO_PLAYERS = (
    ("open2/1", 2),
    "08a0be919083829e8333dc4a931c9ffa43273995ab34d38350b4da3e89a37ff4",
    "JC,JS,JH,JD,QC,QS,QH,QD,KH,KC,KS,KD",
    "8S,7S,3C,5H,10H,9C,2C,AH,AS,4H,6D,4S,2S,8H,AC,3S,8C,5S,10D,10S,8D,5C,6S,3D,3H,7C",
    "4C,6C,5D,7D,9D,7H,9H / 10C,AD,2D,4D,2H,6H,9S",
)
THREE_PLAYERS = (
    ("open3/2", 3),
    "c3284bfaf9bbdd072c8f0dee92b472e776e00b8a6e3e5c0179e45f642ed3bddf",
    "JS,JC,JH,JD,QC,QS,QD,QH,KD,KS,KH,KC",
    "6H,10C,2D,AD,AC,9C,6C,10H,2C,6S,4S,9D,5H,3S,6D,7C,5C,X1,7S,8D,4D,9H,2S",
    "4C,2H,4H,7H,AS,8S / 5D,7D,AH,5S,9S,10S / 3C,8C,3D,10D,3H,8H",
)
FOUR_PLAYERS = (
    ("open4/3", 4),
    "7601e53aeaf0bc1639ea808f9cd608ab81f9f78eaf4801e0fc598d44e54fc29e",
    "JC,JS,JH,JD,QH,QD,QC,QS,KC,KH,KS,KD",
    "7S,9C,10C,2D,AH,AD,4H,4S,9D,2C,3S,2S,9H,AC,10D,X2,AS,5C,3H,8D,4C,7D",
    "2H,7H,6S,8S,X1 / 8C,3D,6D,5H,9S / 3C,6C,4D,10H,5S / 7C,5D,6H,8H,10S",
)


@pytest.mark.parametrize("known", [ONE_PLAYER, TWO_PLAYERS, THREE_PLAYERS, FOUR_PLAYERS], ids=lambda row: row[0][0])
def test_known_deals(known):
    """The deals agree with other implementations of the same rules."""
    (seed, count), bound, castle, tavern, hands = known
    dealt = deal(seed, count)
    assert commitment(seed) == bound
    assert (written(dealt.castle), written(dealt.tavern)) == (castle, tavern)
    assert " / ".join(map(written, dealt.hands)) == hands


def shuffled_again(seed, label, pile):
    """A second implementation of the shuffle."""
    key = sha256(f"regicide-deal-1:{seed}".encode()).digest()
    return sorted(pile, key=lambda code: sha256(key + f"{label}:{code}".encode()).digest())


def dealt_again(seed, count):
    """A second implementation of the deal: castle, tavern and hands as lists of names."""
    numbers = [f"{number}{suit}" for suit in "CDHS" for number in ["A", *range(2, 11)]] + ["X1", "X2"][
        : max(0, count - 2)
    ]
    full = 9 - count if count > 1 else 8
    castle = [
        code
        for label, rank in [("jacks", "J"), ("queens", "Q"), ("kings", "K")]
        for code in shuffled_again(seed, label, [rank + suit for suit in "CDHS"])
    ]
    tavern = shuffled_again(seed, "tavern", numbers)
    hands = [tavern[seat * full : (seat + 1) * full] for seat in range(count)]
    return castle, tavern[count * full :], [sorted(hand, key=CARD_NAMES.index) for hand in hands]


@examples(200)
@given(seeds, players)
def test_the_deal_agrees_with_a_second_writing_of_its_rules(seed, count):
    """A second implementation with SHA-256 and a sort deals the same cards."""
    castle, tavern, hands = dealt_again(seed, count)
    dealt = deal(seed, count)
    assert (written(dealt.castle), written(dealt.tavern)) == (",".join(castle), ",".join(tavern))
    assert [written(hand) for hand in dealt.hands] == [",".join(hand) for hand in hands]


@examples(50)
@given(seeds, st.integers(0, 100), st.sets(st.sampled_from(CARD_NAMES)))
def test_the_shuffles_of_hearts_agree_with_a_second_writing_of_their_rule(seed, heals, pile):
    """The n-th hearts power shuffles the discard pile by the label `hearts-n`."""
    expected = shuffled_again(seed, f"hearts-{heals}", pile)
    assert written(tuple(shuffle(seed, f"hearts-{heals}", map(parse_card, pile)))) == ",".join(expected)


@examples(50)
@given(seeds, st.sets(st.integers(0, 53)), st.sets(st.integers(0, 53)))
def test_a_cards_place_does_not_depend_on_the_cards_beside_it(seed, pile, removed):
    """If cards are removed from a shuffle, the others keep their order."""
    whole = shuffle(seed, "hearts-0", pile)
    assert shuffle(seed, "hearts-0", pile - removed) == [card for card in whole if card not in removed]


@examples(100)
@given(seeds)
def test_a_commitment_is_the_sha_256_of_its_prefix_and_the_seed(seed):
    """The commitment commits the dealer to the seed."""
    assert commitment(seed) == sha256(b"regicide-commit-1:" + seed.encode()).hexdigest()


@examples(100)
@given(seeds, st.text("0123456789abcdefABCDEF", min_size=32, max_size=32))
def test_a_salted_commitment_hashes_the_nonce_before_the_seed(seed, nonce):
    """With a prefix of its own, and a colon between nonce and seed."""
    assert commitment(seed, nonce) == sha256(f"regicide-commit-2:{nonce}:{seed}".encode()).hexdigest()


def test_a_known_salted_commitment():
    """As any other implementation has it: `printf regicide-commit-2:… | sha256sum`."""
    expected = "09a110d21004da01e1fa0e243ec8f6d31556571ebf356de933ba47302af122a8"
    assert commitment("open1/0", "0123456789abcdef0123456789abcdef") == expected


@pytest.mark.parametrize(
    "nonce", ["", "0" * 31, "0" * 33, "0" * 31 + "g", "0" * 32 + "\n", " " + "0" * 31, "٠" * 32, "0" * 32 + ":seed"]
)
def test_a_nonce_is_32_hexadecimal_characters(nonce):
    """Another length would give two pairs of nonce and seed one commitment. The message does not repeat the text."""
    with pytest.raises(MalformedNonce, match=r"^invalid nonce: expected 32 hexadecimal characters$"):
        commitment("seed", nonce)


@pytest.mark.parametrize("seed", ["!", "~", "a" * 128, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "=|/", "phase=play"])
def test_a_seed_is_1_to_128_printable_characters(seed):
    """A seed is 1 to 128 printable ASCII characters except spaces."""
    assert Position.new(seed, players=2).seed == seed


@pytest.mark.parametrize(
    "seed", ["", "a" * 129, " ", "two words", "a ", "a\n", "\ta", "\x00", "\x1f", "\x7f", "é", "ｆ", "🂡", "\ud800"]
)
def test_a_text_that_cannot_be_a_seed_is_refused(seed):
    """An empty or too long seed and any other character are refused, and the message does not repeat the seed."""
    with pytest.raises(MalformedSeed) as caught:
        deal(seed, 2)
    assert str(caught.value) == "a seed is 1 to 128 printable ASCII characters without spaces (0x21 to 0x7E)"


@pytest.mark.parametrize("count", [-1, 0, 5, 54, 2.0, "3", None])
def test_a_game_is_for_1_to_4_players(count):
    """Any other number of players is refused, also what only looks like one."""
    with pytest.raises(ImpossibleGame, match=f"^invalid number of players {count!r}: expected 1 to 4$"):
        Position.new("seed", count)


@pytest.mark.parametrize(
    ("count", "full", "jesters", "flips"), [(1, 8, 0, 2), (2, 7, 0, 0), (3, 6, 1, 0), (4, 5, 2, 0)]
)
def test_the_numbers_of_cards_and_jesters_depend_on_the_players(count, full, jesters, flips):
    """The full hand, the jesters that are shuffled into the 40 cards, and those beside a solo game."""
    position = Position.new("seed", count)
    assert [size(hand) for hand in position.hands] == [full] * count == [position.full_hand] * count
    assert len(position.tavern) + count * full == 40 + jesters
    assert position.jesters_left == flips


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_may_begin(seat):
    """R13: The first player is seat 0 unless another one is named, and begins at S1; the deal stays the same."""
    assert Position.new("seed", 3, seat) == Position.new("seed", 3)._replace(turn=seat, phase=Phase.PLAY)


@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_a_seat_that_is_not_there_cannot_begin(seat):
    """The first player has to be one of the seats."""
    with pytest.raises(ImpossibleGame, match=f"invalid first player {seat}: the seats are 0 to 2"):
        Position.new("seed", 3, seat)


def test_seat_0_begins():
    """R13: Seat 0 begins by default."""
    assert Position.new("seed", 4).turn == 0


def test_nothing_has_happened_at_the_start():
    """At the start no card is played, discarded, healed or known, and no seat has yielded (R6)."""
    first = Position.new("seed", 4)
    assert (first.played, first.discard, first.heart_shuffles, first.known_on_top, first.yielded_seats) == (
        (),
        0,
        0,
        0,
        0,
    )
    assert (first.damage, first.shield, first.defeated, first.outcome) == (0, 0, 0, None)


def test_the_seed_of_a_numbered_deal_is_an_hmac():
    """It is HMAC-SHA256 of a label, keyed with the text of the series, as every language has it."""
    expected = hmac.new(b"secret", b"regicide-cup-deal-1:3/17", sha256).hexdigest()
    assert numbered_deal("secret", 3, 17) == (expected, 2)
    with pytest.raises(ImpossibleGame, match="invalid number of players 0: expected 1 to 4"):
        numbered_deal("secret", 0, 17)


@given(st.integers(0, 999), players)
def test_the_first_player_of_numbered_deals_rotates(number, count):
    """Every seat begins equally often."""
    assert {numbered_deal("s", count, number + offset)[1] for offset in range(count)} == {*range(count)}
