"""The calculator ``bc``: scales, cut quotients, remainders with a scale, powers and other bases, by GNU bc."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
COUNTS = {1: 2, 2: 4, 3: 7, 4: 11}
Line = Callable[[Stream, int], str]


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of bc."""
    return task_of(TEXTS, "bc-over-the-phone", "bc_desk", provenance=provenance(programs.version("bc", "--version")))


def _number(chance: Stream, level: int) -> str:
    whole = chance.below((20, 100, 1000, 30000)[level - 1]) + 1
    digits = chance.below(level + 1)
    return f"{whole}.{chance.below(10**digits):0{digits}}" if digits else str(whole)


def _quotient(chance: Stream, level: int) -> str:
    divisor = chance.choice(("3", "7", "-7", "9", "0.6", "1.3", "11", "13"))
    return f"{_number(chance, level)}/{divisor}"


def _chain(chance: Stream, level: int) -> str:
    """Return a quotient that is multiplied again, so that what was cut matters."""
    return f"{_quotient(chance, level)}*{chance.choice(('3', '7', '1.19', '100', '0.125'))}"


def _product(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)}*{_number(chance, level)}"


def _remainder(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)}%{chance.choice(('7', '-7', '0.6', '13', '1.1'))}"


def _power(chance: Stream, _: int) -> str:
    return f"{chance.choice(('1.05', '2.5', '0.3', '1.19', '-1.7'))}^{chance.choice(('2', '3', '4', '-2', '-3'))}"


def _root(chance: Stream, level: int) -> str:
    return f"sqrt({_number(chance, level)})"


def _modular(chance: Stream, level: int) -> str:
    base, exponent, modulus = (chance.below(10 ** (level - 1)) + 11 for _ in range(3))
    return f"scale=0; {base}^{exponent}%{modulus}; scale={2 + chance.below(5)}"


def _base(chance: Stream, _: int) -> str:
    return f"obase={chance.choice(('2', '16', '8'))}; {chance.below(5000) + 100}; obase=10"


def _places(chance: Stream, level: int) -> str:
    return chance.choice(("scale({})", "length({})")).format(_product(chance, level))


def _scale(chance: Stream, level: int) -> str:
    return f"scale={chance.below(2 + 3 * level)}; {_quotient(chance, level)}"


EASY: tuple[Line, ...] = (_quotient, _scale, _product)
ALL: tuple[Line, ...] = (_chain, _chain, _product, _remainder, _power, _root, _modular, _base, _places, _scale)


def _lines(chance: Stream, level: int, count: int) -> list[str]:
    """Return lines of as many kinds as there are."""
    pool = EASY if level == 1 else ALL
    return [kind(chance, level) for kind in (chance.shuffled(pool) * 2)[:count]]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of some lines a turn, with a variable that stays."""
    counts = (1, COUNTS[level]) if level == 1 else (2, 2, COUNTS[level])
    asked = [_lines(chance, level, count) for count in counts]
    asked[0].insert(0, f"scale={1 + chance.below(2 * level)}; total={_number(chance, level)}")
    asked[-1][-1] = f"total{chance.choice('*/')}{chance.choice(('3', '7', '1.3'))}; last%{chance.choice(('2', '0.7'))}"
    printed = _printed(asked)
    turns: list[Turn] = [
        (phrase(chance, TEXTS["next" if n else "first"], code="\n".join(code)), text)
        for n, (code, text) in enumerate(zip(asked, printed, strict=True))
    ]
    pretty = _printed([*asked[:-1], ["scale=scale+1", *asked[-1]]])[-1]
    return session(task(), turns, _near(printed[-1], pretty), lines(printed[-1]))


def _printed(asked: list[list[str]]) -> list[str]:
    """Return what bc prints after each request."""
    source = "".join("\n".join((*rows, 'print "=====\\n"', "")) for rows in asked)
    printed = programs.run(("bash", "-c", "bc -q 2>&1"), source, variables={"BC_LINE_LENGTH": "0"})
    return [text.strip("\n") for text in printed.split("=====\n")[:-1]]


def _near(printed: str, longer: str) -> Iterator[str]:
    """Yield numbers with a zero before the point, with one place more, rounded, without zeros at the end."""
    rows = printed.split("\n")
    yield longer
    yield "\n".join(f"0{row}" if row.startswith(".") else row.replace("-.", "-0.") for row in rows)
    yield "\n".join(row.rstrip("0").rstrip(".") if "." in row else row for row in rows)
    yield "\n".join(f"{row[:-1]}{(int(row[-1], 16) + 1) % 10}" for row in rows)


FAMILY = Family(dialogue)
