"""A Python prompt with sums of money in binary floating point: results as CPython prints them."""

import platform
import re
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.consoles.python import Interpreter
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
COUNTS = {1: 2, 2: 4, 3: 8, 4: 13}
NAMES = ("p", "price", "t", "x", "item")
_DECIMAL = re.compile(r"\d+\.\d+")
FORMAT = "'%.2f' % "
Value = Callable[[Stream, int], str]


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of CPython."""
    return task_of(
        TEXTS, "bookkeeping-prompt", "float_prompt", provenance=provenance(f"CPython {platform.python_version()}")
    )


def _number(chance: Stream, level: int) -> str:
    """Return a decimal number such as 4.35, with more digits at higher levels."""
    if level == 1:
        return f"0.{1 + chance.below(9)}"
    digits = 1 + chance.below(2)
    return f"{chance.below(10 if level == 2 else 90)}.{1 + chance.below(10**digits - 1):0{digits}}"


def _sum(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)} {chance.choice('+-')} {_number(chance, level)}"


def _long_sum(chance: Stream, level: int) -> str:
    return " + ".join(_number(chance, level) for _ in range(3))


def _product(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)} * {chance.choice(('3', '1.07', '1.19', '0.81', '1.1', '6'))}"


def _quotient(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)} / {chance.choice(('3', '0.3', '9', '0.7', '1.1', '100'))}"


def _rounded(chance: Stream, _: int) -> str:
    cents = f"{chance.below(30)}.{chance.below(100):02}5"
    return chance.choice((f"round({cents}, 2)", f"{FORMAT}{cents}", f"round({cents[:-1]} * 1.5, 2)"))


def _cents(chance: Stream, level: int) -> str:
    return chance.choice(("int({} * 100)", "{} * 100", "{} * 1000 // 1")).format(_number(chance, max(level, 2)))


def _remainder(chance: Stream, level: int) -> str:
    return f"{_number(chance, level)} {chance.choice(('%', '//'))} {chance.choice(('0.1', '0.05', '0.2', '0.3'))}"


def _equal(chance: Stream, level: int) -> str:
    left, right = _number(chance, level), _number(chance, level)
    return f"{left} + {right} == {Decimal(left) + Decimal(right)}"


EASY: tuple[Value, ...] = (_sum, _sum, _equal)
ALL: tuple[Value, ...] = (_sum, _long_sum, _product, _product, _quotient, _rounded, _cents, _remainder, _equal)


def decimal(expression: str) -> str:
    """Return what a reader expects who reckons with decimal numbers and rounds halves up."""
    code = _DECIMAL.sub(r"D('\g<0>')", expression.removeprefix(FORMAT))
    with localcontext(Context(prec=17)):
        value = eval(code, {"D": Decimal, "int": int, "round": _half_up})  # noqa: S307  an expression of this module
        if expression.startswith(FORMAT):
            return repr(str(_half_up(value, 2)))
    if not isinstance(value, Decimal):
        return str(value)
    plain = f"{value.normalize():f}"
    return plain if "." in plain else f"{plain}.0"


def _half_up(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def expressions(chance: Stream, level: int, count: int) -> list[str]:
    """Return expressions, about half of them with a result that is not the decimal number."""
    drawn = list[str]()
    while len(drawn) < count:
        wanted = chance.below(2) == 0
        for _ in range(40):
            code = chance.choice(EASY if level == 1 else ALL)(chance, level)
            if code not in drawn and (repr(eval(code)) != decimal(code)) == wanted:  # noqa: S307
                break
        drawn.append(code)
    return drawn


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of some expressions a turn, some of them over a list that stays."""
    name = chance.choice(NAMES)
    values = [_number(chance, max(2, level)) for _ in range(4)]
    rates = iter(chance.shuffled(("1.07", "1.19", "0.9", "1.1", "0.3", "0.7")))
    asked = list[str]()
    for turn, count in enumerate((2, 2, COUNTS[level]) if level > 1 else (2, COUNTS[level])):
        rows = [f"{name} = [{', '.join(values)}]", f"{name}[0]"] if turn == 0 else []
        drawn = expressions(chance, level, count)
        if turn and level > 1:
            index = 1 + chance.below(3)
            drawn[-1] = f"{name}[{index}] * {next(rates)}, {name}[{index - 1}] + {name}[{index}]"
        if turn and level > 2:
            drawn[-2] = f"[v * {next(rates)} for v in {name}]"
        asked.append("\n".join(rows + drawn))
    printed = Interpreter(Setup(style="prompt")).run(asked)
    turns: list[Turn] = [
        (phrase(chance, TEXTS["next" if n else "first"], code=code, name=name), text)
        for n, (code, text) in enumerate(zip(asked, printed, strict=True))
    ]
    return session(task(), turns, _near(asked[-1].split("\n"), printed[-1].split("\n")), lines(printed[-1]))


def _near(asked: list[str], printed: list[str]) -> Iterator[str]:
    """Yield decimal results, results with tails only, a last digit that is wrong, halves rounded up."""
    plain = [text if set(code) & set("[,f") else decimal(code) for code, text in zip(asked, printed, strict=True)]
    yield "\n".join(plain)
    longest = max(range(len(printed)), key=lambda n: len(printed[n]))
    yield "\n".join((*printed[:longest], f"{printed[longest][:5]}{printed[longest][-1:]}", *printed[longest + 1 :]))
    yield "\n".join(f"{text}0000000000001" if text[-1:].isdigit() and "." in text else text for text in printed)
    yield "\n".join(f"{text[:-1]}5" if len(text) > 15 and text[-1].isdigit() else text for text in printed)


FAMILY = Family(dialogue)
