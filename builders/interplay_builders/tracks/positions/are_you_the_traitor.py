"""Are You the Traitor: whom to accuse after a talk among speakers whose habits are stated in full.

The good wizard looks for the traitor, the evil wizard for the key holder, among the three who are no wizards. Roles and
talk are drawn by the model of ``_traitor_talk``, in sentences of the game's bank that can be read in one way; an
accusation is worth the exact chance that it is right, over the six ways to assign three roles. One accusation is right
with a chance of ``LEAST`` at least and ahead of all others by ``AHEAD``. Kept are such talks that
counting who is named, who claims, who avoids an answer or who spoke last says little (``_balanced``).
"""

from collections.abc import Callable, Container, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.are_you_the_traitor.state import EXCHANGES, WIZARDS
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.lines import line
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._balanced import Bounds, balanced
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions._traitor_talk import (
    AIM,
    HABITS,
    MOODS,
    MOODY,
    SUBJECTS,
    Exchange,
    Moods,
    Role,
    answering,
    claimants,
    contrary,
    others,
    plainly,
    posterior,
)
from interplay_builders.tracks.positions.compose import position

T = TypeVar("T")
EACH: Final = 60
EVIL_WIZARD, GOOD_WIZARD = WIZARDS
KINDS: Final[Mapping[int, tuple[str, Role]]] = {
    GOOD_WIZARD: ("find the traitor", "traitor"),
    EVIL_WIZARD: ("find the key holder", "holder"),
}
"""Seat -> what is asked, and the role to be found."""
MEMBERS: Final[Mapping[int, Role]] = {0: "traitor", 3: "holder", 4: "guard"}
LEAST, AHEAD = Fraction(3, 5), Fraction(1, 4)
"""The least probability of the best accusation, and its least lead over the second best."""
FEWEST: Final = 5
"""The fewest informative answers; in the split ``deep`` all are."""
TEMPERED = [temper for temper, fifths in MOODS.tempers.items() for _ in range(fifths)]
BOUNDS = Bounds(most=0.15, least=-1.0, lot=8)
METHOD = TEXTS["are_you_the_traitor"]["method"]


class Talk(Struct, frozen=True):
    """What was said in a round, and the label (1 to 5) of each member."""

    labels: tuple[int, ...]
    exchanges: tuple[Exchange, ...]

    @property
    def wizards(self) -> tuple[int, ...]:
        """Return the labels of the wizards, ascending."""
        return tuple(sorted(self.labels[member] for member in WIZARDS))

    @property
    def answers(self) -> int:
        """Return the number of answers of those who are no wizards."""
        return sum(line.asked not in self.wizards for line in self.exchanges)


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the accusations that *seed* draws, as many of each kind."""
    for number, seat in enumerate(KINDS):
        numbers = range(number * EACH, (number + 1) * EACH)
        yield from balanced(_candidates(f"{seed}/{seat}", seat, canary), GAME.name, numbers, BOUNDS)


def deep(case: int, canary: str = "", number: int = 0) -> Position:
    """Return a position of the split ``deep``, drawn by the number of the *case*."""
    seat, talk = WIZARDS[case % 2], moody(case)
    return _position(talk, values_of(talk, seat, MOODS), seat, f"deep/{case}", canary, number, "deep")


def moody(case: int) -> Talk:
    """Return the talk of a position of the split ``deep``."""
    stream = Stream("positions/are_you_the_traitor", case, "deep")
    return drawn(stream, moody=True)


def values_of(talk: Talk, seat: int, moods: Moods | None = None) -> dict[int, Fraction]:
    """Return the chance of each label but the seat's own to have the role that *seat* looks for."""
    chances = dict.fromkeys(others(talk.labels[seat]), Fraction(0))
    for roles, chance in posterior(talk.exchanges, talk.wizards, moods).items():
        chances[next(label for label, role in roles if role == KINDS[seat][1])] += chance
    return chances


def drawn(stream: Stream, *, moody: bool = False) -> Talk:
    """Return a talk drawn by the model."""
    labels = tuple(stream.shuffled(range(1, 6)))
    talk = Talk(labels, ())
    tempers = {label: stream.choice(TEMPERED) for label in labels} if moody else {}
    calm = moody and stream.below(2) == 0
    for number in range(1, 1 + EXCHANGES - (0 if moody else stream.below(3))):
        plain = {label for label in labels if not moody or plainly(tempers[label], number, calm=calm)}
        talk = Talk(labels, (*talk.exchanges, _exchange(talk, stream, plain, talk.wizards if moody else ())))
        calm = moody and calm != (stream.below(20) < MOODS.changes)
    return talk


def _candidates(seed: str, seat: int, canary: str) -> Iterator[Callable[[int], Position]]:
    """Yield what makes a position of each drawn talk after which one accusation is ahead."""
    stream = Stream("positions/are_you_the_traitor", seed, "talks")
    for turn in count():
        talk = drawn(stream)
        values = values_of(talk, seat)
        second, first = sorted(values.values())[-2:]
        if talk.answers >= FEWEST and first >= LEAST and first - second >= AHEAD:
            yield partial(_position, talk, values, seat, f"{seed}/{turn}", canary)


def _exchange(talk: Talk, stream: Stream, plain: Container[int], silent: Container[int]) -> Exchange:
    """Return the next exchange, drawn by the model."""
    roles = tuple(sorted((talk.labels[member], role) for member, role in MEMBERS.items()))
    asker, subject = 1 + stream.below(5), stream.choice(SUBJECTS)
    asked = stream.choice([label for label in others(asker) if label not in silent])
    chances = answering(roles, asked, subject, claimants(talk.exchanges))
    if asked not in talk.wizards and asked not in plain:
        chances = contrary(roles, asked, chances)
    return Exchange(asker, asked, subject, _lot(chances, stream))


def _lot(chances: Mapping[T, Fraction], stream: Stream) -> T:
    """Return a key, as likely as its chance, which is a number of sixtieths."""
    at = stream.below(60)
    for key, chance in chances.items():
        at -= int(chance * 60)
        if at < 0:
            return key
    raise AssertionError


def _position(
    talk: Talk, values: Mapping[int, Fraction], seat: int, seed: str, canary: str, number: int, split: Split = "hard"
) -> Position:
    setup = _dealt(talk, seat, seed)
    return position(
        GAME,
        setup,
        [(choice,) for choice in _played(talk, setup, seat, Stream("positions/are_you_the_traitor", seed, "words"))],
        seat,
        [(Choice(f"accuse_p{label}"), float(value)) for label, value in values.items()],
        number=number,
        canary=canary,
        split=split,
        kind=KINDS[seat][0],
        method=METHOD,
        tags=(f"sure-{10 * int(10 * max(values.values()))}", f"exchanges-{len(talk.exchanges)}"),
        note=f"{HABITS}{MOODY if split == 'deep' else ''}{AIM}",
    )


def _dealt(talk: Talk, seat: int, seed: str) -> Setup:
    """Return a setup with the labels and askers of a talk; if nobody stops the round, *seat* is drawn to accuse."""
    setup = GAME.deal(seed, {}, "strict")
    first = {
        "labels": talk.labels,
        "askers": tuple(talk.labels.index(line.asker) for line in talk.exchanges),
        "forced": (seat,),
    }
    return replace(setup, draws=tuple(_begun(draw, first.get(draw.name, ())) for draw in setup.draws))


def _begun(draw: Draw, values: tuple[int, ...]) -> Draw:
    return Draw(name=draw.name, values=(*values, *draw.values[len(values) :]))


def _played(talk: Talk, setup: Setup, seat: int, stream: Stream) -> Iterator[Choice]:
    """Yield the actions up to the accusation: the talk in sentences of the bank, polls in which *seat* stops last."""
    state = GAME.start(setup)
    heard: list[str] = []
    while state.phase != "accuse":
        (member,) = GAME.to_move(state)
        exchange = talk.exchanges[len(state.talk) - (state.phase != "ask")]
        kind, label = (exchange.subject, 0) if state.phase == "ask" else exchange.reply
        if state.phase == "poll":
            choice = Choice("stop" if member == seat and len(state.talk) == len(talk.exchanges) < EXCHANGES else "pass")
        else:
            heard.append(line(GAME.name, kind, stream, label, heard))
            choice = Choice(f"ask_p{exchange.asked}" if state.phase == "ask" else "answer", heard[-1])
        yield choice
        state = GAME.apply(state, {member: choice})
