"""The analysis of Undercover on hand-made matches with known numbers."""

from collections.abc import Mapping, Sequence

import msgspec

from interplay.core.driver import Ask
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item
from interplay.tracks.games.undercover.analysis import ANALYSIS
from tests.games import matches
from tests.games.undercover.test_rules import setup

Ratio = tuple[float, float]
CLUES = {0: "a raft", 1: "it floats", 2: "It floats!", 3: "logs", 4: "bah"}
SECOND = {1: "logs", 2: "two people kneel in it", 3: "logs", 4: ""}


def item(undercover: int, guess: int = 0) -> Item:
    return msgspec.structs.replace(matches.item("undercover"), setup=setup(undercover, guess=guess))


def measured(of: Item, texts: Mapping[tuple[int, str, int], str], seats: Sequence[int]) -> dict[str, Ratio]:
    """Play the texts by (round, phase, seat), and return what is measured of *seats*, without empty ratios."""

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return texts[len(at.state.past), "vote" if at.state.voting else "clue", at.seat]

    measures = ANALYSIS.measure(matches.verified(of, matches.play(of, reply), seats))
    assert measures.samples == {}
    assert set(measures.ratios) == set(ANALYSIS.titles)
    return {name: ratio for name, ratio in measures.ratios.items() if ratio[1]}


def script(votes: Sequence[Mapping[int, str]]) -> dict[tuple[int, str, int], str]:
    texts = {(0, "clue", seat): f"player_{seat}: {clue}" for seat, clue in CLUES.items()}
    texts |= {(1, "clue", seat): f"player_{seat}: {clue}" for seat, clue in SECOND.items()}
    for number, cast in enumerate(votes):
        texts |= {
            (number, "vote", seat): text if "vote" in text else f"vote: player_{text}" for seat, text in cast.items()
        }
    return texts


VOTES: list[dict[int, str]] = [
    {0: "2", 1: "0", 2: "0", 3: "0", 4: "1"},
    {1: "2", 2: "1", 3: "1", 4: "1"},
]


def test_the_undercover_that_survives() -> None:
    found = measured(item(2), script(VOTES), [2])
    assert found == {
        "leak_rate_as_undercover": (0, 2),
        "repeat_rate_as_undercover": (1, 2),
        "empty_rate_as_undercover": (0, 2),
        "win_rate_as_undercover": (1, 1),
        "rounds_survived_as_undercover": (2, 1),
        "votes_received_as_undercover": (2, 7),
        "vote_accuracy_of_opponents": (2, 7),
    }


def test_one_of_the_four_that_leaves_first() -> None:
    found = measured(item(2), script(VOTES), [0])
    assert found == {
        "leak_rate_as_other": (1, 1),
        "repeat_rate_as_other": (0, 1),
        "empty_rate_as_other": (0, 1),
        "win_rate_as_other": (0, 1),
        "rounds_survived_as_other": (0, 1),
        "votes_received_as_other": (3, 4),
        "vote_accuracy": (1, 1),
        "vote_accuracy_of_opponents": (1, 6),
    }


def test_all_seats_are_kept_apart_by_role_and_a_clue_given_up_is_empty() -> None:
    found = measured(item(2), script(VOTES), range(5))
    assert found["empty_rate_as_other"] == (1, 7)
    assert found["repeat_rate_as_other"] == (1, 7)
    assert found["leak_rate_as_other"] == (1, 7)
    assert found["rounds_survived_as_other"] == (5, 4)
    assert found["votes_received_as_other"] == (7, 16 + 9)
    assert found["vote_accuracy"] == (2, 7)
    assert "vote_accuracy_of_opponents" not in found


def guess(words: Mapping[int, str], target: int) -> str:
    return "".join(f"guess player_{seat}: {word}\n" for seat, word in words.items()) + f"vote: player_{target}"


def test_guesses_count_in_the_first_vote_and_by_role() -> None:
    caught = dict.fromkeys(range(5), "2") | {2: guess({0: "Rafts", 1: "a raft", 3: "raft", 4: "the raft."}, 0)}
    strict = measured(item(2, guess=1), script([caught]), [2])
    assert strict["guess_as_undercover"] == strict["guess_strict_as_undercover"] == strict["self_identified"] == (1, 1)
    assert strict["rounds_survived_as_undercover"] == (0, 1)
    partly = caught | {2: guess({0: "raft", 1: "canoe", 3: "ship", 4: "boat"}, 0)}
    found = measured(item(2, guess=1), script([partly]), [2])
    assert found["guess_as_undercover"] == (1, 1)
    assert found["guess_strict_as_undercover"] == found["self_identified"] == (0, 1)
    echo = caught | {0: guess({1: "raft", 2: "raft", 3: "raft", 4: "raft"}, 2)}
    found = measured(item(2, guess=1), script([echo]), [0, 1])
    assert found["guess_as_other"] == (1, 2)
    assert found["guess_strict_as_other"] == (0, 2)
    assert "self_identified" not in found
    wrong = caught | {2: guess({0: "ship", 1: "boat", 3: "kayak", 4: "tub"}, 0)}
    assert measured(item(2, guess=1), script([wrong]), [2])["self_identified"] == (1, 1)


def test_guesses_in_a_vote_that_was_taken_away_do_not_count() -> None:
    bad = dict.fromkeys(range(5), "2") | {2: guess({0: "raft", 1: "raft", 3: "raft", 4: "raft"}, 2)}
    found = measured(item(2, guess=1), script([bad]), [2])
    assert found["guess_as_undercover"] == (0, 1)


def test_a_clue_given_up_after_three_replies_is_empty() -> None:
    texts = script([dict.fromkeys(range(5), "2") | {2: "0"}]) | {(0, "clue", 1): "I pass"}
    found = measured(item(2), texts, [1])
    assert found["empty_rate_as_other"] == (1, 1)
    assert found["vote_accuracy"] == (1, 1)
    assert found["win_rate_as_other"] == (1, 1)
