"""A Python prompt with sums of money in binary floating point: results as CPython prints them."""

import platform
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.consoles.python import Interpreter
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, provenance, session, turns_of
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
ORIGIN = provenance(f"CPython {platform.python_version()}")
TASK = task_of(TEXTS, "bookkeeping-prompt", "float_prompt", provenance=ORIGIN)
SIZES = {1: (2, 4, 0), 2: (18, 6, 2), 3: (64, 10, 7), 4: (140, 12, 9)}
"""Of each level: expressions in the last turn, values in the list, and loops over the list."""
BOUNDS = {2: 20, 3: 90, 4: 7000}
NAMES = ("p", "price", "t", "x", "item")
_DECIMAL = re.compile(r"\d+\.\d+")
FORMAT = "'%.2f' % "
KINDS = ((0, 0, 1), (0, 1, 2, 3, 3, 4, 5, 6, 7))
"""Kinds of expressions at the first level and at the others."""


def _number(chance: Stream, level: int) -> str:
    """Return a decimal number such as 4.35, with more digits at higher levels."""
    if level == 1:
        return f"0.{1 + chance.below(9)}"
    digits = 1 + chance.below(2)
    return f"{chance.below(BOUNDS[level])}.{1 + chance.below(10**digits - 1):0{digits}}"


def _expression(chance: Stream, level: int, kind: int) -> str:
    """Return an expression of a kind; the first two are the easy ones."""
    first, second, third = (_number(chance, level) for _ in range(3))
    price, cents = _number(chance, max(level, 2)), f"{chance.below(30)}.{chance.below(100):02}5"
    return (
        f"{first} {chance.choice('+-')} {second}",
        f"{first} + {second} == {Decimal(first) + Decimal(second)}",
        f"{first} + {second} + {third}",
        f"{first} * {chance.choice(('3', '1.07', '1.19', '0.81', '1.1', '6'))}",
        f"{first} / {chance.choice(('3', '0.3', '9', '0.7', '1.1', '100'))}",
        chance.choice((f"round({cents}, 2)", f"{FORMAT}{cents}", f"round({cents[:-1]} * 1.5, 2)")),
        chance.choice((f"int({price} * 100)", f"{price} * 100", f"{price} * 1000 // 1")),
        f"{first} {chance.choice(('%', '//'))} {chance.choice(('0.1', '0.05', '0.2', '0.3'))}",
    )[kind]


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
            code = _expression(chance, level, chance.choice(KINDS[level > 1]))
            if code not in drawn and (repr(eval(code)) != decimal(code)) == wanted:  # noqa: S307
                break
        drawn.append(code)
    return drawn


def _loop(chance: Stream, name: str) -> list[str]:
    """Return a loop that changes a sum with each value of the list, and the sum."""
    rate = chance.choice(("1.0125", "0.97", "1.1", "0.3", "1.003"))
    step = chance.choice((f"total = total * {rate} + v", f"total += v * {rate}", f"total = (total - v) / {rate}"))
    return [f"for v in {name}: {step}", "", "total"]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of some expressions a turn, some of them over a list that stays."""
    count, size, loops = SIZES[level]
    name = chance.choice(NAMES)
    values = [_number(chance, max(2, level)) for _ in range(size)]
    rates = iter(chance.shuffled(("1.07", "1.19", "0.9", "1.1", "0.3", "0.7")))
    asked = list[list[str]]()
    for turn, number in enumerate((2, 2, count) if level > 1 else (2, count)):
        drawn = expressions(chance, level, number)
        if turn and level > 1:
            index = 1 + chance.below(3)
            drawn[-1] = f"{name}[{index}] * {next(rates)}, {name}[{index - 1}] + {name}[{index}]"
        if turn and level > 2:
            drawn[-2] = f"[v * {next(rates)} for v in {name}]"
        asked.append(drawn)
    asked[0][:0] = [f"{name} = [{', '.join(values)}]", f"{name}[0]", *["total = 0.1"][:loops]]
    for number in range(loops):
        index = (number + 1) * count // (loops + 1) + 3 * number
        asked[-1][index:index] = _loop(chance, name)
    codes = ["\n".join(rows) for rows in asked]
    printed = Interpreter(Setup(style="prompt")).run(codes)
    turns = turns_of(chance, TEXTS, codes, printed, name=name)
    echoed = [code for code in asked[-1] if code and not code.startswith("for")]
    return session(TASK, turns, _near(echoed, printed[-1].split("\n")), lines(printed[-1]))


def _plain(code: str, text: str) -> str:
    """Return the decimal result of an expression, and *text* where it has variables."""
    try:
        return decimal(code)
    except NameError:
        return text


def _near(asked: list[str], printed: list[str]) -> Iterator[str]:
    """Yield decimal results, results with tails only, a last digit that is wrong, halves rounded up."""
    yield "\n".join(map(_plain, asked, printed))
    longest = max(range(len(printed)), key=lambda n: len(printed[n]))
    yield "\n".join((*printed[:longest], f"{printed[longest][:5]}{printed[longest][-1:]}", *printed[longest + 1 :]))
    yield "\n".join(f"{text}0000000000001" if text[-1:].isdigit() and "." in text else text for text in printed)
    yield "\n".join(f"{text[:-1]}5" if len(text) > 15 and text[-1].isdigit() else text for text in printed)


FAMILY = Family(dialogue)
