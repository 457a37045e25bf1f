"""The bots of Undercover: they read clues sensibly, know only what their seat may, and are as strong as they say."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Setup, Words
from interplay.tracks.games.undercover.bank import bank, entries
from interplay.tracks.games.undercover.bots import DETECTIVE_FITTING, lean
from interplay.tracks.games.undercover.listening import Spoken, understand
from interplay.tracks.games.undercover.rules import GAME, State
from tests.games import matches
from tests.games.undercover.players import apt_doubts, doubted
from tests.games.undercover.test_rules import setup, speak, vote

NAMES = ("majority", "detective")
TALK = [
    ("cat", "rabbit", "It purrs when you stroke it"),
    ("rabbit", "cat", "Loves carrots and hops around"),
    ("eagle", "owl", "A bald one is the symbol of America"),
    ("strawberry", "raspberry", "Often dipped in chocolate; eaten while watching tennis"),
    ("coffee", "tea", "A barista makes espresso from these beans"),
    ("wine", "beer", "Red or white, made of grapes"),
    ("hammer", "axe", "Bang! It hits nails"),
    ("submarine", "ship", "Yellow in a song, with a periscope, deep under water"),
    ("piano", "accordion", "A grand one stands in the concert hall and has pedals"),
    ("desert", "beach", "A camel walks through the Sahara"),
    ("teacher", "coach", "Gives homework and writes on the blackboard in school"),
    ("microscope", "telescope", "Shows cells and bacteria"),
]
"""Own words, their other words, and what a person might say about the first."""


def leaning(word: str, clue: str) -> tuple[int, int]:
    return lean(understand(bank(), bank().about(word), Spoken(0, clue, ())))


@pytest.mark.parametrize(("word", "other", "said"), TALK)
def test_free_talk_is_read_as_being_about_its_word(word: str, other: str, said: str) -> None:
    assert leaning(other, said)[0] > 0
    assert leaning(word, said)[0] < 0
    assert doubted(other, said) > doubted(word, said) == 0


@pytest.mark.parametrize("word", [word for entry in entries().values() for word in entry.words])
def test_clues_of_the_bank_keep_their_information(word: str) -> None:
    own = bank().about(word)
    assert {doubted(word, clue) for clue in own.clues} == {0}
    assert {doubted(own.other, clue) for clue in own.distinct} == {100}


def test_natural_clues_that_fit_both_words_are_seldom_doubted() -> None:
    doubts = apt_doubts()
    assert len(doubts) >= 200
    assert sum(value >= 30 for value in doubts) <= len(doubts) / 10


@pytest.mark.parametrize(
    "clue",
    [
        "It is dug out of the soil",
        "You find it at the bottom of a shopping bag",
        "Some people peel it in one long spiral",
    ],
)
def test_words_that_the_bank_does_not_have_are_no_evidence(clue: str) -> None:
    assert doubted("potato", clue) == doubted("carrot", clue) == 0
    assert leaning("potato", clue) == leaning("carrot", clue)
    assert leaning("potato", clue) in ((0, 0), (-DETECTIVE_FITTING, 0))


NOTHING = (
    "",
    "?!",
    "It is a thing that people know",
    "Everybody has seen one",
    "lorem ipsum dolor sit amet",
    "xq zvv brrk",
    "it is a potato",
    "like carrots",
    "\u6c34",
)


@pytest.mark.parametrize("clue", NOTHING)
def test_what_says_nothing_is_doubted_whatever_the_word(clue: str) -> None:
    assert doubted("potato", clue) == doubted("carrot", clue) == 50
    assert leaning("potato", clue)[1] == leaning("carrot", clue)[1] > 0


def test_an_echo_says_nothing() -> None:
    for clue in ("it floats", "It floats!", "it really floats", "floating"):
        assert doubted("raft", clue) == 0
        assert doubted("raft", clue, ("castaways have one", "it floats")) == 50


def test_a_second_clue_that_connects_with_nothing_says_nothing() -> None:
    def votes(first: str, second: str) -> set[str]:
        said = bank().about("raft").shared
        state = vote(speak(GAME.start(setup(4)), [first, *said[:4]]), (3, 3, 4, 1, 3))
        return set(moves(speak(state, [second, said[4], said[0], said[1]]), 1, "majority"))

    assert votes("taxes are due in april", "a bishop wrote about it") == {"vote: player_0"}
    for first, second in (
        ("taxes are due in april", "you may swim beside it"),
        ("you may swim beside it", "taxes are due in april"),
    ):
        assert len(votes(first, second)) == 3


def moves(state: State, seat: int, name: str) -> list[str]:
    bot = catalogue.bots_of("undercover")[name]
    return [bot.move(GAME, state, seat, Stream("tests", str(n), "bot")) for n in range(10)]


def swapped(dealt: Setup, seat: int) -> Setup:
    """Return the match in which *seat* holds the same word and is alone with it."""
    words = Words(name="words", values=dealt.texts("words")[::-1])
    return replace(setup(seat), words=(dealt.words[0], words))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spoken", range(6))
def test_the_same_move_whatever_is_hidden(name: str, spoken: int) -> None:
    clues = ["it floats", "castaways have one", "you get wet", "two people kneel in it", "it can turn over"][:spoken]
    for undercover in (1, 2, 3):
        four = speak(GAME.start(setup(undercover)), clues) if clues else GAME.start(setup(undercover))
        alone = speak(GAME.start(swapped(setup(4), 0)), clues) if clues else GAME.start(swapped(setup(4), 0))
        seat = 0 if four.voting else GAME.to_move(four)[0]
        if seat == 0:
            assert moves(four, 0, name) == moves(alone, 0, name)
    for ties in ((0, 0), (7, 7)):
        state = speak(GAME.start(setup(4, ties)), clues) if clues else GAME.start(setup(4, ties))
        for seat in GAME.to_move(state):
            assert moves(state, seat, name) == moves(
                replace(state, table=replace(state.table, ties=(1, 1))), seat, name
            )


@pytest.mark.parametrize(("name", "profile"), [("majority", "strict"), ("majority", "compat"), ("detective", "compat")])
def test_other_seats_votes_are_not_used(name: str, profile: str) -> None:
    first = vote(speak(GAME.start(setup(4, profile=profile))), (2, 2, 0, 2, 2))
    second = vote(speak(GAME.start(setup(4, profile=profile))), (2, 3, 3, 2, 2))
    assert first.past[0].out == second.past[0].out == 2
    assert moves(first, 0, name) == moves(second, 0, name)
    assert moves(speak(first), 3, name) == moves(speak(second), 3, name)


def test_a_detective_suspects_who_voted_against_a_friend() -> None:
    raft = bank().about("raft")
    state = vote(speak(GAME.start(setup(4)), [*raft.shared[:4], raft.distinct[0]]), (2, 2, 1, 4, 2))
    assert state.past[0].out == 2
    assert set(
        moves(speak(state, [raft.shared[1], raft.shared[2], raft.shared[0], raft.shared[4]]), 0, "detective")
    ) == {"vote: player_3"}


def test_both_vote_for_the_seat_that_talks_about_something_else() -> None:
    clues = [
        "it floats",
        "tom sawyer might build one on his island",
        "you get wet",
        "two people kneel in it",
        "on a river",
    ]
    state = speak(GAME.start(setup(3)), clues)
    for name in NAMES:
        assert set(moves(state, 0, name)) == {"vote: player_3"}


def test_a_detective_that_is_the_odd_one_speaks_for_the_others_and_votes_with_them() -> None:
    bank_of = bank().about("raft")
    state = speak(GAME.start(setup(2)), [bank_of.distinct[0], bank_of.distinct[1]])
    assert {text.removeprefix("player_2: ") for text in moves(state, 2, "detective")} <= {*bank_of.shared}
    state = speak(state, ["it floats", "logs tied together", "lorem ipsum"])
    assert set(moves(state, 2, "detective")) == {"vote: player_4"}


def test_a_detective_is_vague_in_doubt_and_telling_among_friends() -> None:
    own = bank().about("raft")
    said = {text.split(": ")[1] for text in moves(GAME.start(setup(4)), 0, "detective")}
    assert said <= set(own.shared)
    friends = speak(GAME.start(setup(4)), [own.distinct[0], own.shared[0]])
    assert {text.split(": ")[1] for text in moves(friends, 2, "detective")} == {own.distinct[1]}


def test_a_seat_that_left_while_the_game_went_on_tells_which_word_is_common() -> None:
    canoe = bank().about("canoe")
    state = speak(
        GAME.start(swapped(setup(4), 0)),
        ["it floats", *bank().about("raft").distinct, "you get wet", "it can turn over"],
    )
    state = vote(state, (1, 2, 1, 1, 1))
    said = {text.split(": ")[1] for text in moves(state, 0, "detective")}
    assert said.isdisjoint(canoe.distinct)


@pytest.mark.parametrize("name", NAMES)
def test_bots_repeat_nobody_and_never_leak(name: str) -> None:
    for seed in range(30):
        item = matches.item("undercover", (f"bot:{name}@3",) * 5, seed=str(seed), held_out=seed % 2)
        verdict = Replay(item).verify(matches.play(item, matches.randomly(0)))
        assert not any(seat.flags for seat in verdict.seats)


@pytest.mark.parametrize("name", NAMES)
def test_any_clue_of_others_can_be_answered(name: str) -> None:
    for clue in ("", "\u6c34", "x" * 200, "it floats " * 20, "?!"):
        for state in (speak(GAME.start(setup(4)), [clue] * 4), speak(GAME.start(setup(4)), [clue] * 5)):
            for seat in GAME.to_move(state):
                for text in moves(state, seat, name):
                    GAME.parse(state, seat, text)


def survives(undercover: str, four: str, seeds: Sequence[int]) -> float:
    wins = 0
    for seed in seeds:
        dealt = matches.item("undercover", seed=str(seed)).setup
        seat = dealt.drawn("undercover")[0]
        named = {bot.name: f"bot:{bot.name}@{bot.version}" for bot in catalogue.bots_of("undercover").values()}
        players = tuple(named[undercover if other == seat else four] for other in range(5))
        claimed = matches.play(matches.item("undercover", players, seed=str(seed)), matches.randomly(0)).claimed
        assert claimed is not None
        wins += claimed.returns[seat] > 0
    return wins / len(seeds)


@pytest.mark.slow
def test_bots_are_ordered_by_strength_on_both_sides() -> None:
    seeds = range(250)
    assert survives("detective", "majority", seeds) > 0.42
    assert 0.17 < survives("majority", "majority", seeds) < 0.37
    assert survives("majority", "detective", seeds) < 0.05
    assert 0.2 < survives("detective", "detective", seeds) < 0.4
    assert survives("random", "majority", seeds) < 0.05


def test_the_system_sits_as_the_undercover_or_as_one_of_the_four() -> None:
    held = [0] * 5
    for seed in range(200):
        dealt = GAME.deal(str(seed), {}, "strict")
        seat = dealt.drawn("undercover")[0]
        (first, alone), (second, (one,)) = GAME.sides(dealt)
        assert (first, alone, second) == ("undercover", (seat,), "other")
        assert one != seat
        held[one] += 1
    assert min(held) > 20
