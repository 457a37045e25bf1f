"""A histogram in characters of readings that come, go and are binned anew."""

from collections import Counter
from collections.abc import Iterator, Sequence

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

UNITS = (1, 2, 5, 10)
"""What one mark may be worth."""
LONGEST = 8
_LINE = r"\s*(# = \d+|\d+\s*[-–—]\s*\d+\s*\|\s*#*\s*\d+)\s*"


class Histogram:
    """Readings, whole and not negative, and the width of the bins."""

    def __init__(self) -> None:
        self._readings: Counter[int] = Counter()
        self._width = 5

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``add n ...``, ``drop n ...`` and ``width n``, then draw."""
        for command in commands:
            verb, *numbers = command.split()
            match verb:
                case "add":
                    self._readings.update(map(int, numbers))
                case "drop":
                    self._drop(Counter(map(int, numbers)))
                case "width":
                    self._width = int(numbers[0])
                case _:
                    raise ValueError(f"found the command {command!r}, expected add, drop or width")
        lines = tuple(self._lines())
        checks = (
            content("labelled", LabelledParams(expected=lines)),
            form("pattern", PatternParams(pattern=_LINE, each_line=True, means="# = n, or bin |## count")),
            form("fenced", FencedParams()),
        )
        return Answer(fence("\n".join(lines)), checks)

    def _drop(self, gone: Counter[int]) -> None:
        if not gone <= self._readings:
            raise ValueError(f"found {dict(gone)} to drop, expected readings that are there")
        self._readings -= gone

    def _lines(self) -> Iterator[str]:
        bins = Counter[int]()
        for reading, times in self._readings.items():
            bins[reading // self._width] += times
        unit = unit_of(max(bins.values()))
        yield f"# = {unit}"
        for number in range(min(bins), max(bins) + 1):
            first = number * self._width
            yield f"{first}-{first + self._width - 1} |{'#' * marks(bins[number], unit)} {bins[number]}"


def unit_of(most: int) -> int:
    """Return the smallest unit with which a bar of *most* readings has at most ``LONGEST`` marks."""
    return next(unit for unit in UNITS if marks(most, unit) <= LONGEST)


def marks(count: int, unit: int) -> int:
    """Return how many marks a bar has: the nearest number, halves up."""
    return (2 * count + unit) // (2 * unit)
