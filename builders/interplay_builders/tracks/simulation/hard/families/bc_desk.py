"""The calculator ``bc``: scales, cut quotients, remainders with a scale, powers and other bases, by GNU bc."""

from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, session, task_by, turns_of
from interplay_builders.tracks.simulation.hard.words import texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
SIZES = {1: (2, 20, 1), 2: (30, 700_000, 4), 3: (104, 300_000_000, 6), 4: (208, 6_000_000_000, 8)}
"""Of each level: lines of the last turn, the bound of numbers, and their decimal places at most."""
KINDS = (3, 13)
"""Kinds of lines at the first level and at the others."""
WHOLE = "scale=0; "
"""How lines with whole remainders begin, except for one in some scripts, where remainders have the scale's places."""
task = task_by(TEXTS, "bc-over-the-phone", "bc_desk", ("bc", "--version"))


def _number(chance: Stream, level: int) -> str:
    _, bound, places = SIZES[level]
    whole, digits = chance.below(bound) + 1 + bound // 20, chance.below(places + 1)
    return f"{whole}.{chance.below(10**digits):0{digits}}" if digits else str(whole)


def _line(chance: Stream, level: int, kind: int) -> str:
    """Return a line of a kind: what is cut off in it, or kept in a variable, matters later."""
    first, second = _number(chance, level), _number(chance, level)
    whole, base, power = (chance.below(10 ** (level - 1)) + 11 for _ in range(3))
    large, radix = chance.below(10 ** (3 * level - 2)) + 10**level, chance.choice(("2", "16", "8")[level > 2 :])
    divisor = chance.choice(("3", "7", "-7", "9", "0.6", "1.3", "11", "13"))
    root = chance.choice(("1.05", "2.5", "0.3", "1.19", "-1.7", "1.0375"))
    modulus = 10 ** (level - 1) + chance.choice((1, 7, 9))
    step = f"n=(n*{chance.choice((37, 59, 91))}+{chance.below(20)})%{modulus}"
    change = chance.choice((
        f"total=total*1.0{chance.below(90) + 10}+{first}",
        f"total=total-total/{chance.choice((7, 13, 19, 11))}*2",
        f"share=total/{chance.choice((17, 6, 23))}; total=total+{first}-share*3",
    ))  # fmt: skip
    instalment = f"total=total*1.00{chance.below(90) + 10}-{SIZES[level][1] // 30 + chance.below(50)}"
    return (
        f"{first}/{divisor}",
        f"scale={2 * level - 1 + chance.below(1 + 2 * level)}; {first}/{divisor}",
        f"{first}*{second}",
        f"{first}/{divisor}*{chance.choice(('3', '7', '1.19', '100', '0.125'))}",
        f"{first}%{chance.choice(('7', '-7', '0.6', '13', '1.1'))}",
        f"{root}^{chance.choice((2, 3, -2, -3)) * max(1, level - 1)}",
        f"sqrt({chance.choice(('total', first))})",
        f"scale=0; {base}^{power}%{whole}; scale={2 + chance.below(3 * level)}",
        chance.choice((f"obase={radix}; {large}; obase=10", f"ibase=16; {large:X}*{large % 97 + 2:X}; ibase=A")),
        f"{chance.choice(('scale', 'length'))}({first}*{second})",
        f"{change}; total",
        f"for (i=0; i<{2 * level}; i++) {instalment}; total",
        f"{WHOLE}n={chance.below(modulus)}; for (i=0; i<{level * level + 1}; i++) {step}; n; scale={1 + 2 * level}",
    )[kind]


def _lines(chance: Stream, level: int, count: int) -> list[str]:
    """Return lines of as many kinds as there are."""
    kinds = chance.shuffled(range(KINDS[level > 1])) * (count // 13 + 1)
    return [_line(chance, level, kind) for kind in kinds[:count]]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of some lines a turn, with a variable that stays."""
    count, printed, is_whole = SIZES[level][0], ["error"], chance.below(2) == 0
    while "error" in "".join(printed):
        asked = [_lines(chance, level, number) for number in ((1, count) if level == 1 else (2, 2, count))]
        asked[0].insert(0, f"scale={level + chance.below(2 * level)}; total={_number(chance, level)}")
        looped = [n for n, row in enumerate(asked[-1]) if row.startswith(f"{WHOLE}n=")]
        for number in looped[-1:] if not is_whole else ():
            asked[-1][number] = asked[-1][number].removeprefix(WHOLE)
        asked[-1][-1] = f"total{chance.choice('*/')}{chance.choice(('3', '7', '1.3'))}; last%{chance.choice('67')}"
        printed = _printed(asked)
    pretty = _printed([*asked[:-1], ["scale=scale+1", *asked[-1]]])[-1]
    turns = turns_of(chance, TEXTS, map("\n".join, asked), printed)
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
