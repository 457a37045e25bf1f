"""What a match is worth by role: nothing to who knows nothing, more to who reads better, the same to a copy of a bot."""

from itertools import islice

import pytest

from interplay.core.driver import SYSTEM
from interplay.tracks.games.bots import BOTS, bot_of
from interplay.tracks.games.undercover.rules import GAME
from tests.games import matches
from tests.games.undercover.players import ROLES, SPEECHES, Result, apt_clues, items, results, talker

NOTHING = sorted(set(SPEECHES) - {"apt", "off topic"})
PAIRS = frozenset(apt_clues())


def of(strength: str, role: str, opponent: str, number: int) -> Result:
    return results(BOTS[strength], items(role, opponent), number)


@pytest.mark.parametrize("role", ROLES)
def test_a_better_player_gets_more_in_both_roles(role: str) -> None:
    random, competent, strong = (of(strength, role, "competent", 300) for strength in ("random", "competent", "strong"))
    assert competent.worth - random.worth > 4 * (competent.error + random.error)
    assert strong.worth - competent.worth > strong.error + competent.error


def test_votes_of_a_random_player_are_worth_nothing() -> None:
    random = of("random", "other", "competent", 300)
    assert abs(random.worth) < 3 * random.error
    assert random.won > 0.6


@pytest.mark.parametrize("opponent", ["competent", "strong"])
@pytest.mark.parametrize("speech", NOTHING)
def test_an_undercover_that_says_nothing_is_found(opponent: str, speech: str) -> None:
    assert results(talker(speech), items("undercover", opponent), 60).won == 0


@pytest.mark.parametrize("vote", ["first", "last", "random"])
def test_blind_votes_are_worth_nothing_whatever_is_said(vote: str) -> None:
    for speech in ("silence", "constant", "off topic"):
        blind = results(talker(speech, vote), items("other", "competent"), 150)
        assert blind.worth < 3 * blind.error
    assert results(talker("silence", "sense"), items("other", "competent"), 150).worth > 0.2


@pytest.mark.parametrize("opponent", ["competent", "strong"])
@pytest.mark.parametrize("role", ROLES)
def test_apt_talk_survives_the_first_vote_as_a_bot_does(role: str, opponent: str) -> None:
    natural = results(talker("apt"), items(role, opponent, "natural", PAIRS), 120)
    bot = results(BOTS[opponent], items(role, opponent, "natural", PAIRS), 120)
    assert natural.survived > bot.survived - 0.15


@pytest.mark.parametrize("opponent", ["competent", "strong"])
def test_a_copy_of_a_bot_plays_the_same_match_in_both_roles(opponent: str) -> None:
    """So what the roles are worth in self-play is all that tells a copy from the bot."""
    for sides in zip(*(islice(items(role, opponent), 25) for role in ROLES), strict=True):
        played = [matches.play(item, BOTS[opponent]) for item in sides]
        assert played[0].rounds == played[1].rounds
        seats = [item.players.index(SYSTEM) for item in sides]
        points = [matches.verified(i, p, (s,)).verdict.outcome.points[s] for i, p, s in zip(sides, played, seats, strict=True)]
        assert sum(points) == 1


def test_the_worth_of_votes_counts_hits_misses_and_votes_not_cast() -> None:
    item = next(items("other", "random"))
    undercover, seat = item.setup.drawn("undercover")[0], item.players.index(SYSTEM)
    wrong = next(other for other in range(5) if other not in (undercover, seat))
    always = {True: undercover, False: wrong}

    def votes(first: bool, second: bool) -> float:
        def reply(ask: matches.Ask) -> str:
            at = ask.situation
            assert isinstance(at, matches.Situation)
            named = always[second if at.state.past else first]
            named = named if named in at.state.seats else next(o for o in at.state.seats if o not in (undercover, at.seat))
            return f"vote: player_{named}" if at.state.voting else f"player_{at.seat}: a word"

        return GAME.worth(matches.verified(item, matches.play(item, reply), (seat,)))

    found = {(first, second): votes(first, second) for first in (True, False) for second in (True, False)}
    assert found
    assert bot_of("undercover", "random").name == "random"
