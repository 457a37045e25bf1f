"""What a match is worth by role: 0 to uninformed baselines, more to who reads better, as much to a bot's copy."""

from collections.abc import Mapping, Sequence
from itertools import islice

import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.undercover.rules import GAME
from tests.games import matches
from tests.games.undercover.players import ROLES, SPEECHES, Result, apt_clues, items, results, talker
from tests.games.undercover.test_rules import setup

NOTHING = sorted(set(SPEECHES) - {"apt", "off topic"})
PAIRS = frozenset(apt_clues())


def of(strength: str, role: str, opponent: str, number: int) -> Result:
    return results(BOTS[strength], items(role, opponent), number)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.slow
def test_a_better_player_gets_more_in_both_roles(role: str) -> None:
    random, competent, strong = (of(strength, role, "competent", 150) for strength in ("random", "competent", "strong"))
    assert competent.worth - random.worth > 4 * (competent.error + random.error)
    assert strong.worth > competent.worth


@pytest.mark.slow
def test_votes_of_a_random_player_are_worth_nothing() -> None:
    random = of("random", "other", "competent", 150)
    assert abs(random.worth) < 3 * random.error
    assert random.won > 0.6


@pytest.mark.parametrize("opponent", ["competent", "strong"])
@pytest.mark.parametrize("speech", NOTHING)
def test_an_undercover_that_says_nothing_is_found(opponent: str, speech: str) -> None:
    assert results(talker(speech), items("undercover", opponent), 30).won == 0


@pytest.mark.parametrize("vote", ["first", "last", "random"])
@pytest.mark.slow
def test_blind_votes_are_worth_nothing_whatever_is_said(vote: str) -> None:
    for speech in ("silence", "constant", "off topic"):
        blind = results(talker(speech, vote), items("other", "competent"), 60)
        assert blind.worth < 3 * blind.error
    assert results(talker("silence", "sense"), items("other", "competent"), 60).worth > 0.2


@pytest.mark.parametrize("opponent", ["competent", "strong"])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.slow
def test_apt_talk_survives_the_first_vote_as_a_bot_does(role: str, opponent: str) -> None:
    natural = results(talker("apt"), items(role, opponent, "natural", PAIRS), 80)
    bot = results(BOTS[opponent], items(role, opponent, "natural", PAIRS), 80)
    assert natural.survived > bot.survived - 0.15


@pytest.mark.parametrize("opponent", ["competent", "strong"])
def test_a_copy_of_a_bot_plays_the_same_match_in_both_roles(opponent: str) -> None:
    """So what the roles are worth in self-play is all that tells a copy from the bot."""
    for sides in zip(*(islice(items(role, opponent), 25) for role in ROLES), strict=True):
        played = [matches.play(item, BOTS[opponent]) for item in sides]
        assert played[0].rounds == played[1].rounds
        seats = [item.players.index(SYSTEM) for item in sides]
        points = [
            matches.verified(i, p, (s,)).verdict.outcome.points[s] for i, p, s in zip(sides, played, seats, strict=True)
        ]
        assert sum(points) == 1


@pytest.mark.parametrize(
    ("votes", "worth", "found"),
    [
        (((4, 4, 4, 4, 0),), 1, True),
        (((1, 4, 4, 4, 0),), -1 / 3, True),
        (((4, 4, 1, 1, 1), {0: 4, 2: 3, 3: 2, 4: 2}), 2, False),
        (((4, 4, 1, 1, 1), {0: 2, 2: 3, 3: 2, 4: 2}), 1 - 1 / 2, False),
        (((1, 4, 1, 1, 0), {0: 4, 2: 4, 3: 4, 4: 2}), -1 / 3 + 1, True),
        (((4, 0, 0, 0, 1), {1: 2, 2: 3, 3: 2, 4: 2}), 1, False),
        (((1, 0, 0, 0, 1), {1: 2, 2: 3, 3: 2, 4: 2}), -1 / 3, False),
    ],
)
def test_votes_are_worth_their_hits_above_chance_and_nothing_when_voted_out(
    votes: Sequence[Sequence[int] | Mapping[int, int]], worth: float, found: bool
) -> None:
    item = replace(matches.item("undercover"), setup=setup(4))

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        said = at.state.voting
        return f"vote: player_{votes[len(at.state.past)][at.seat]}" if said else f"player_{at.seat}: wet {at.seat}"

    played = matches.play(item, reply)
    assert GAME.worth(matches.verified(item, played, (0,))) == pytest.approx(worth)
    assert GAME.worth(matches.verified(item, played, (4,))) == float(not found)
