"""A counter that checks and completes numbers with check digits."""

import re
import string
from collections.abc import Callable, Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

_TABLE = PatternParams(pattern=r".*\|.*", means="lines of a Markdown table", each_line=True)


class Counter:
    """Takes lines such as ``luhn 7992739871?``: a scheme, and a number in which ``?`` stands for check digits."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return a Markdown table with one row for each number."""
        rows = tuple((command, verdict(*command.split(" ", 1))) for command in commands)
        lines = ["| number | result |", "|---|---|", *(f"| {number} | {result} |" for number, result in rows)]
        checks = (
            content("rows", RowsParams(rows=rows, header=("number", "result"))),
            form("bare", BareParams(most_lines=len(lines), may_fence=True)),
            form("pattern", _TABLE),
            form("pattern", PatternParams(pattern=_typed(commands), means="the lines as they were typed", whole=False)),
        )
        return Answer("\n".join(lines), checks)


def _typed(commands: Sequence[str]) -> str:
    """Return a pattern of rows that begin with the lines as they were typed, blanks as wide as you like."""
    rows = (r"[ \t]+".join(map(re.escape, command.split())) for command in commands)
    return r"(?s)" + ".*".join(rf"(?:^|\n)[| \t]*{row}[ \t]*\|" for row in rows)


def verdict(scheme: str, number: str) -> str:
    """Return ``valid`` or ``invalid``, or the digits that stand for the question marks."""
    good = _SCHEMES[scheme]
    plain = number.replace(" ", "").replace("-", "")
    marks = plain.count("?")
    if not marks:
        return "valid" if good(plain) else "invalid"
    tried = [f"{n:0{marks}d}" for n in range(10**marks)] + (["X"] if scheme == "isbn10" else [])
    if scheme == "iban":
        tried = tried[2:99]
    fits = [text for text in tried if good(plain.replace("?" * marks, text))]
    if len(fits) != 1:
        raise ValueError(f"{scheme} {number}: {len(fits)} solutions, expected one")
    return fits[0]


def luhn(number: str) -> bool:
    """From the right, every second digit doubled, with the sum of its digits; the total is a multiple of 10."""
    digits = [int(c) for c in reversed(number)]
    return (sum(digits[::2]) + sum(sum(divmod(2 * d, 10)) for d in digits[1::2])) % 10 == 0


def ean(number: str) -> bool:
    """Weights 1 and 3 from the right; a multiple of 10."""
    digits = [int(c) for c in reversed(number)]
    return (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


def isbn10(number: str) -> bool:
    """Weights 10 to 1 from the left, X is ten; a multiple of 11."""
    values = [10 if c == "X" else int(c) for c in number]
    return sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11 == 0


def iban(number: str) -> bool:
    """First four characters to the end, A is 10 and Z is 35; the remainder by 97 is 1."""
    turned = number[4:] + number[:4]
    values = string.digits + string.ascii_uppercase
    return int("".join(str(values.index(c)) for c in turned)) % 97 == 1


_SCHEMES: dict[str, Callable[[str], bool]] = {"luhn": luhn, "ean13": ean, "isbn10": isbn10, "iban": iban}
