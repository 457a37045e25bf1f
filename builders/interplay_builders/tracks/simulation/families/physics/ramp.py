"""A block on a ramp: its set-up is changed by messages, and quantities of it are asked for."""

import math
from collections.abc import Sequence

from msgspec.structs import replace

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.quantities import QuantitiesParams, Quantity
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

GRAVITY = 9.80
UNITS = (("N", "N"), ("F", "N"), ("a", "m/s^2"), ("t", "s"), ("v", "m/s"), ("Q", "J"), ("K", "J"))
STUCK = "stuck"
_FORM = PatternParams(
    pattern=rf"[NFatvQK] = (\d+\.\d{{3}} (N|m/s\^2|s|m/s|J)|{STUCK})",
    means="lines such as a = 1.234 m/s^2",
    each_line=True,
)


class Setup(Record, frozen=True):
    """Mass in kg, length in m, angle in degrees, coefficient of friction."""

    mass: float = 1.2
    length: float = 2.5
    angle: float = 20.0
    friction: float = 0.15


class Change(Record, frozen=True):
    """What a message asks for: first ``undo`` so many messages with changes, then set values, then show quantities."""

    show: tuple[str, ...]
    undo: int = 0
    mass: float | None = None
    length: float | None = None
    angle: float | None = None
    friction: float | None = None


class Ramp:
    """Keeps the set-ups of a dialogue, the one of the brief first."""

    def __init__(self) -> None:
        self._past = [Setup()]

    def answer(self, change: Change) -> Answer:
        """Change the set-up and show what is asked for."""
        if change.undo:
            self._past = self._past[: -change.undo]
        names = ("mass", "length", "angle", "friction")
        new = {name: value for name in names if (value := getattr(change, name)) is not None}
        if new:
            self._past.append(replace(self._past[-1], **new))
        return _answer(tuple(_quantity(self._past[-1], label) for label in change.show))


def quantity(setup: Setup, label: str) -> float | None:
    """Return a quantity in SI units, or nothing where the block does not start to slide."""
    angle = math.radians(setup.angle)
    pull, normal = setup.mass * GRAVITY * math.sin(angle), setup.mass * GRAVITY * math.cos(angle)
    if label == "N":
        return normal
    if math.tan(angle) <= setup.friction:
        return pull if label == "F" else None
    friction = setup.friction * normal
    acceleration = (pull - friction) / setup.mass
    return {
        "F": friction,
        "a": acceleration,
        "t": math.sqrt(2 * setup.length / acceleration),
        "v": math.sqrt(2 * setup.length * acceleration),
        "Q": friction * setup.length,
        "K": (pull - friction) * setup.length,
    }[label]


def _quantity(setup: Setup, label: str) -> tuple[str, str, str]:
    value = quantity(setup, label)
    return (label, STUCK, "") if value is None else (label, f"{value:.3f}", dict(UNITS)[label])


def _answer(rows: Sequence[tuple[str, str, str]]) -> Answer:
    expected = tuple(
        Quantity(label=label, word=value)
        if value == STUCK
        else Quantity(label=label, value=float(value), units=(unit,))
        for label, value, unit in rows
    )
    text = "\n".join(f"{label} = {value} {unit}".strip() for label, value, unit in rows)
    params = QuantitiesParams(expected=expected)
    dress = (form("bare", BareParams(most_lines=len(rows))), form("pattern", _FORM))
    return Answer(text, (content("quantities", params), *dress))
