"""A JavaScript console for regular expressions: groups, backtracking, lookbehind, ``lastIndex``, run by node."""

from collections.abc import Callable, Iterator

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, session, task_by, turns_of
from interplay_builders.tracks.simulation.hard.words import texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
task = task_by(TEXTS, "regex-duck-console", "regex_console", programs.NODE)
SIZES = {1: (3, 2), 2: (40, 12), 3: (110, 30), 4: (160, 48)}
"""Of each level: expressions in the last turn, and characters that texts have more than the shortest ones."""
Line = Callable[["_Author"], str]


class _Author:
    """Writes texts and expressions; texts grow with the level."""

    def __init__(self, chance: Stream, level: int) -> None:
        self.chance, self.level = chance, level

    def text(self, alphabet: str, length: int) -> str:
        return "".join(self.chance.choice(alphabet) for _ in range(length + SIZES[self.level][1]))

    def pick(self, *texts: str) -> str:
        return self.chance.choice(texts)


def _groups(a: _Author) -> str:
    pattern = a.pick("(?:(a)|(b)|c)+", "(?:(a+)|b(c)?)+", "(a|ab)(c|bcd?)*", "((a)|(b))+c?")
    return f"'{a.text('abc', 4)}'.match(/{pattern}/)"


def _backtrack(a: _Author) -> str:
    pattern = a.pick(r"(.*)(\d+)", r"(.*?)(\d+)(.*)", r"(\d+)(\d*)(\d)", r"^(.*?)(\d+?)(\w*)$", r"(\w+)(\d\w)")
    return f"'{a.text('xy123', 5)}7'.match(/{pattern}/)"


def _behind(a: _Author) -> str:
    digits = a.text("0123456789", 2)
    return a.pick(
        f"'{digits}'.match(/(?<=(\\d+)(\\d+))$/)",
        f"'{digits}'.replace(/\\B(?=(\\d{{3}})+$)/g, ',')",
        f"'{a.text('ab1', 6)}'.match(/(?<=(a+|b)+)1/)",
        f"'{a.text('$12', 6)}'.match(/(?<!\\$)\\d+/g)",
    )


def _replaced(a: _Author) -> str:
    text = f"{a.text('abc', 1)}-{a.text('abc', 1)}"
    pattern, flag = a.pick("(\\w+)-(\\w+)", "(b)|(-)", "(.)-(.)"), a.pick("", "g")
    value = a.pick("[$2$1]", "$$$2", "{$1}{$3}", *(() if flag else ("<$&|$`>", "$'$1")))
    return f"'{text}'.replace(/{pattern}/{flag}, \"{value}\")"


def _split(a: _Author) -> str:
    return f"'{a.text('ab,;', 5)}'.split(/{a.pick('(,)|(;)', '[,;]', '([,;])+', '(?=a)', '(?:b)?', '(a?)b')}/)"


def _empty(a: _Author) -> str:
    pattern = a.pick("a*", "a*?", "b*", "(?=b)", "x*", "a?b?", "\\b|b", "$|a")
    call = a.pick(f".replace(/{pattern}/g, '-')", f".match(/{pattern}/g)", f".replaceAll(/{pattern}/g, (m, i) => i)")
    return f"'{a.text('aab', 2)}'{call}"


def _overlap(a: _Author) -> str:
    pattern = a.pick("[ab]{2}", "a.", "a.?b", "(.).")
    return f"[...'{a.text('abab1', 4)}'.matchAll(/(?=({pattern}))/g)].map((m) => m[1] + m.index)"


def _back(a: _Author) -> str:
    pattern = a.pick(r"(.)(.)\2\1", r"(.+)\1", r"(a*)b\1", r"(?:(a)|b)\1", r"(\1a|b)+", r"(.)(?!.*\1)")
    return f"'{a.text('ab', 7)}'.match(/{pattern}/{a.pick('', 'g')})"


def _index(a: _Author) -> str:
    return a.pick("re.exec(text)", "re.test(text)", "re.lastIndex", "[re.test(text), re.lastIndex]")


def _rewritten(a: _Author) -> str:
    """Return a change of the line, which is the next one's subject."""
    return "line = line" + a.pick(
        ".replace(/(a+)(b?)/g, '$2$1')",
        ".replace(/([abc])(?=\\1)/g, '')",
        ".split(/(b)/).reverse().join('')",
        ".replace(/(?<=a)b|c(?=b)/g, (m, i) => i % 10)",
        ".replace(/(.)(.)(.)/g, '$3$1$2')",
        ".replace(/\\d|$/g, (d) => 'abc'[d % 3] || 'cab')",
        ".replace(/b*?[ac]{2}/, (m) => m + m)",
        ".replace(/^(.*)b(.*?)a/, '$2b$1ca')",
        ".replace(/(?<!b)c(?!c)/g, '$&b')",
    )


EASY: tuple[Line, ...] = (_groups, _split, _empty, _index)
ALL: tuple[Line, ...] = (
    _groups, _backtrack, _behind, _replaced, _split, _empty, _overlap, _back, _index, _index, _rewritten, _rewritten,
    _rewritten, _rewritten,
)  # fmt: skip


def _asked(author: _Author, counts: tuple[int, ...]) -> list[list[str]]:
    """Return the lines of each turn; those of the first one begin with declarations."""
    pattern = author.pick("a+", "(a)|b", "[ab]{2}", "b?a", "(?<=a)b")
    start = [f"const re = /{pattern}/{author.pick('g', 'y', 'gy')}", f"const text = '{author.text('aabbc', 7)}'"]
    if author.level > 1:
        start.append(f"let line = '{author.text('aabbcc', 8)}'")
    pool = EASY if author.level == 1 else ALL
    turns = [
        [line(author) for line in (author.chance.shuffled(pool) * (1 + count // len(pool)))[:count]] for count in counts
    ]
    turns[-1][-1] = "[re.test(text), re.lastIndex]"
    return [[*start, "re.test(text)", *turns[0]], *turns[1:]]


def _printed(turns: list[list[str]], change: tuple[str, str] = ("", "")) -> list[str]:
    """Return what node prints after each turn, with a change to all lines."""
    rows = [row.replace(*change) if change[0] else row for turn in turns for row in (*turn, "")]
    code = (
        row if row.startswith(("const", "let")) else f"console.log({f'JSON.stringify({row})' if row else '`=====`'})"
        for row in rows
    )
    printed = programs.run(("node", "lines.js"), files={"lines.js": ";\n".join(code)})
    return [text.strip("\n") for text in printed.split("=====\n")[:-1]]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of some expressions a turn."""
    counts, printed = (1, SIZES[1][0]) if level == 1 else (2, 3, SIZES[level][0]), [""]
    while not printed[0].startswith("true"):  # a sticky regex that does not match at once never does
        asked = _asked(_Author(chance, level), counts)
        printed = _printed(asked)
    turns = turns_of(chance, TEXTS, map("\n".join, asked), printed)
    return session(task(), turns, _near(asked, printed[-1]), lines(printed[-1]))


def _near(asked: list[list[str]], printed: str) -> Iterator[str]:
    """Yield what is printed without flags that keep an index, with eager quantifiers, and without empty groups."""
    yield _printed(asked, ("/y", "/g"))[-1]
    yield _printed(asked, ("?)", ")"))[-1]
    yield printed.replace(",null", "")
    yield printed.replace("null", '""')


FAMILY = Family(dialogue)
