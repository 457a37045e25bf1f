"""Players of Undercover that are no bots, and what a match by role against a table of bots is worth to them."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from math import sqrt
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask
from interplay.core.randomness import Stream
from interplay.tracks.games.bots import BOTS, bot_of
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.records import Item
from interplay.tracks.games.undercover.bank import bank, entries
from interplay.tracks.games.undercover.bots import doubt
from interplay.tracks.games.undercover.listening import Spoken, understand
from interplay.tracks.games.undercover.rules import GAME, eliminated
from interplay.tracks.games.undercover.words import PAIRS
from tests.games import matches

ROLES = ("undercover", "other")
RELEASE = "interplay-0.1"
"""The seed of the release: its setups are the first 50 of this seed."""
Player = Callable[[Ask], str]
_NONSENSE = ("zorgle", "blimpt", "quaxen", "trell", "vompit", "snarf", "greeble", "tundrix", "plorm", "wexle")


@cache
def apt_clues() -> dict[str, tuple[str, ...]]:
    """Return natural clues by pair, each of which fits both words, by people who had not seen the bank."""
    found: dict[str, tuple[str, ...]] = {}
    for line in Path(__file__).with_name("apt_clues.tsv").read_text(encoding="utf-8").splitlines():
        pair, clue = line.split("\t")
        found[pair] = (*found.get(pair, ()), clue)
    return found


def doubted(word: str, clue: str, before: tuple[str, ...] = ()) -> int:
    """Return how far the competent bot, who holds *word*, doubts a first clue."""
    return doubt(understand(bank(), bank().about(word), Spoken(0, clue, before)))


def apt_doubts() -> list[int]:
    """Return for each apt clue the greater doubt of the holders of the two words that it fits."""
    return [
        max(doubted(word, clue) for word in entries()[pair].words)
        for pair, clues in apt_clues().items()
        for clue in clues
    ]


def items(role: str, opponent: str, seed: str = RELEASE, pairs: frozenset[str] | None = None) -> Iterator[Item]:
    """Yield matches without end: the system in *role*, four bots of the strength *opponent*; only of some pairs."""
    bot = bot_of("undercover", opponent)
    for number in count():
        name = f"{seed}/{number}"
        held_out = number % 2 if pairs else 0
        item = matches.item("undercover", (f"bot:{bot.name}@{bot.version}",) * 5, seed=name, held_out=held_out)
        if pairs is None or item.setup.texts("pair")[0] in pairs:
            (seat,) = dict(GAME.sides(item.setup))[role]
            players = (*item.players[:seat], SYSTEM, *item.players[seat + 1 :])
            yield replace(item, players=players)


def talker(speech: str, vote: str = "random") -> Player:
    """Return who speaks by *speech* and votes for the ``first``, the ``last``, a ``random`` seat or by ``sense``."""
    sensible = BOTS["strong"]

    def reply(ask: Ask) -> str:
        at = _situation(ask)
        stream = Turn(at.item.setup, at.round, at.seat).stream(f"player/{speech}/{vote}")
        if not at.state.voting:
            return f"player_{at.seat}: {SPEECHES[speech](at, stream)}"
        others = [seat for seat in at.state.seats if seat != at.seat]
        named = {"first": others[0], "last": others[-1], "random": stream.choice(others)}
        return sensible(ask) if vote == "sense" else f"vote: player_{named[vote]}"

    return reply


def _apt(at: Situation, stream: Stream) -> str:
    pair = next(pair.pair_id for pair in PAIRS if at.state.word(at.seat) in pair.words)
    said = {clue for played in at.state.past for clue in played.clues} | {*at.state.clues}
    return stream.choice([clue for clue in apt_clues()[pair] if clue not in said])


SPEECHES: dict[str, Callable[[Situation, Stream], str]] = {
    "silence": lambda at, stream: "(no clue)",
    "constant": lambda at, stream: "It is a thing that people know",
    "vague": lambda at, stream: ("Everybody has seen one", "It is quite a common thing")[len(at.state.past)],
    "gibberish": lambda at, stream: f"It is {' '.join(stream.sample(_NONSENSE, 3))}",
    "echo": lambda at, stream: at.state.clues[-1] if at.state.clues else "It is a thing",
    "own word": lambda at, stream: f"It is a {at.state.word(at.seat)}",
    "off topic": lambda at, stream: ("Children like it a lot", "A cheap gift for friends")[len(at.state.past)],
    "apt": _apt,
}


class Result(Struct, frozen=True):
    """What matches came to: mean worth and its standard error, shares won and in which the first vote was survived."""

    worth: float
    error: float
    won: float
    survived: float


def results(player: Player, chosen: Iterator[Item], number: int) -> Result:
    """Play *number* of the matches."""
    worths, won, survived = [], 0.0, 0
    for item in (next(chosen) for _ in range(number)):
        seat = item.players.index(SYSTEM)
        verified = matches.verified(item, matches.play(item, player), (seat,))
        worths.append(GAME.worth(verified))
        won += verified.verdict.outcome.points[seat]
        first = [seen for seen in verified.decisions if seen.state.voting and not seen.state.past]
        survived += seat != eliminated([seen.decision.action for seen in first], first[0].state.table.ties[0])
    mean = sum(worths) / number
    error = sqrt(sum((worth - mean) ** 2 for worth in worths) / (number - 1) / number)
    return Result(mean, error, won / number, survived / number)


def _situation(ask: Ask) -> Situation:
    assert isinstance(ask.situation, Situation)
    return ask.situation
