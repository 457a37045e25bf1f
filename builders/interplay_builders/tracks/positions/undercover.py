"""Undercover positions: who of the other players has the odd word?

Of 240 votes, two for each open word pair (one for each of its words being the odd one), a seed asks 60. The clues are
scripted from the clue bank, so that the right answer is known and can be reasoned out; the seat asked is one of the
four that share a word. Naming the undercover is worth 1, anybody else 0. Seats take turns, so that each is undercover
equally often and a fixed answer has no edge.

Told by a tag, ``clear``: the undercover's clue fits its own word only, two others' clues fit the common word only, the
rest fit both. ``vague``: the undercover's clue fits its own word only, everybody else's fits both. ``omission``: nobody
says anything wrong; the undercover's clue fits both words and only what is missing tells, because the clues of the
other two fit the common word only. All of these and a quarter of the others are of the second round: one of the four
has left before, three players can be named instead of four, and the clues shown are those of the second round.
"""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.records import Draw, Setup, Words
from interplay.tracks.games.undercover.bank import Association, bank
from interplay.tracks.games.undercover.rules import GAME, SEATS, Action
from interplay.tracks.games.undercover.words import PAIRS
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position

Clues = Literal["clear", "vague", "omission"]
CLUES: Final[tuple[Clues, ...]] = ("clear", "vague", "omission")
VOTES = 60
METHOD = (
    "Roles are known: 1 for the seat that has the odd word, 0 for any other. Clues are scripted from the clue bank."
)


class Case(Struct, frozen=True):
    """A vote to be asked: which seats matter, who has left before (second round only), and what the clues are like."""

    pair_id: str
    words: tuple[str, str]
    undercover: int
    voter: int
    left: int | None
    clues: Clues


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the votes that *seed* draws."""
    for number, case in enumerate(cases(seed)[:VOTES]):
        setup = _setup(case, f"{seed}/{number}")
        stream = Stream("positions/undercover", seed, f"clues/{number}")
        played = _played(case, stream)
        others = [seat for seat in SEATS if seat not in (case.voter, case.left)]
        yield position(
            GAME,
            setup,
            played,
            case.voter,
            [(seat, float(seat == case.undercover)) for seat in others],
            number=number,
            canary=canary,
            split="easy",
            kind="odd one out",
            cluster=case.pair_id,
            tags=_tags(case),
            method=METHOD,
        )


def cases(seed: str) -> list[Case]:
    """Return all votes in a random order; undercover, voter and clues take turns in it."""
    stream = Stream("positions/undercover", seed, "cases")
    ordered = [(pair, words) for pair in PAIRS if not pair.reserved for words in (pair.words, pair.words[::-1])]
    result = []
    for number, (pair, words) in enumerate(stream.shuffled(ordered)):
        undercover, turn = number % 5, number // 5
        others = [(undercover + step) % 5 for step in (1, 2, 3, 4)]
        voter = others[turn % 4]
        like = CLUES[turn % 3]
        second = like == "omission" or turn // 3 % 4 == 3
        left = stream.choice([seat for seat in others if seat != voter]) if second else None
        result.append(Case(pair.pair_id, words, undercover, voter, left, like))
    return result


def _setup(case: Case, seed: str) -> Setup:
    return replace(
        GAME.deal(seed, {}, "strict"),
        draws=(Draw(name="undercover", values=(case.undercover,)), Draw(name="ties", values=(0, 0))),
        words=(Words(name="pair", values=(case.pair_id,)), Words(name="words", values=case.words)),
    )


def _played(case: Case, stream: Stream) -> list[list[Action]]:
    """Return the actions of each round of the match up to the vote that is asked."""
    common, odd = (bank().about(word) for word in case.words)
    seats = tuple(seat for seat in SEATS if seat != case.left)
    clues = _clues(case, seats, common, odd, stream)
    if case.left is None:
        return [[clue] for clue in clues]
    first: list[Action] = [*stream.sample(common.shared, len(SEATS))]
    votes: list[Action] = [case.left if seat != case.left else case.voter for seat in SEATS]
    return [*([clue] for clue in first), votes, *([clue] for clue in clues)]


def _clues(case: Case, seats: tuple[int, ...], common: Association, odd: Association, stream: Stream) -> list[Action]:
    """Return a clue for each seat, none twice."""
    neutral, telling = stream.shuffled(common.shared), stream.shuffled(common.distinct)
    others = stream.shuffled([seat for seat in seats if seat not in (case.undercover, case.voter)])
    clear = () if case.clues == "vague" else others[:2]
    clues = {seat: telling.pop() if seat in clear else neutral.pop() for seat in seats if seat != case.undercover}
    clues[case.undercover] = neutral.pop() if case.clues == "omission" else stream.choice(odd.distinct)
    return [clues[seat] for seat in seats]


def _tags(case: Case) -> tuple[str, ...]:
    return f"round-{1 if case.left is None else 2}", case.clues, f"undercover-{case.undercover}", f"voter-{case.voter}"
