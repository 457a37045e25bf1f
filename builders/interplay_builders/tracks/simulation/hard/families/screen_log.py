"""Raw logs of a terminal, whose control sequences decide what is on the screen at the end."""

from collections.abc import Callable, Iterator, Sequence

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.terminal import Terminal
from interplay_builders.tracks.simulation.hard.turns import exact, session, turns_of
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of
from interplay_builders.tracks.simulation.sessions import COMPUTED, Session

HEIGHT, WIDTH = 24, 50
TEXTS = texts_of(__file__)
TASK = task_of(
    TEXTS,
    "raw-log-screen",
    "screen_log",
    provenance=f"{COMPUTED} (a terminal after ECMA-48 and xterm, tested against a table)",
)
SIZES = {1: 3, 2: 60, 3: 260, 4: 1000}
REGIONS = 200
"""Pieces from one scroll region to the next, at the two highest levels."""
WORDS = (
    "fetch", "build", "lint", "test", "pack", "sign", "push", "docs", "link", "scan", "unit", "e2e", "cache", "clean",
)  # fmt: skip
ENDS = ("ok", "done", "FAIL", "skipped", "3 warnings", "cached", "12 passed", "retry", "2.4 MB", "0.8s")
LONG = "error: cannot find module {a}/{b}-{c} imported from {b}/main.js"


class _Job:
    """Writes the raw output of a build."""

    def __init__(self, chance: Stream, level: int) -> None:
        self.chance, self.level = chance, level

    def word(self) -> str:
        return self.chance.choice(WORDS)

    def end(self) -> str:
        return self.chance.choice(ENDS)

    def number(self, most: int) -> int:
        return 1 + self.chance.below(most)

    def log(self, count: int) -> str:
        return "".join(self.pieces(count))

    def pieces(self, count: int) -> list[str]:
        """Return so many pieces; the kinds that there are grow with the level."""
        kinds = (self.progress, self.spinner, self.coloured, self.redone, self.tabs, self.long, self.up, self.column)
        more = (self.rows, self.characters, self.kept, self.cell)
        known = kinds[:4] if self.level == 1 else (*kinds, *more)
        filled = count if self.level < 3 else min(count, HEIGHT)
        pieces = [self.chance.choice(known)() for _ in range(filled)]
        edits = (*[self.patched] * 50, lambda: self.placed(kinds))
        for number in range(filled, count):
            rare = {0: self.region, REGIONS // 2: self.moved}.get(number % REGIONS)
            pieces.append((rare or self.chance.choice(edits))())
        return pieces

    def placed(self, kinds: Sequence[Callable[[], str]]) -> str:
        """Return a line somewhere on the screen, which does not scroll."""
        return self.spot(HEIGHT - 1) + self.chance.choice(kinds)().rstrip("\n")

    def spot(self, last: int = HEIGHT) -> str:
        return f"\x1b[{self.number(last)};{self.number(WIDTH - 14)}H"

    def patched(self) -> str:
        """Return an small edit somewhere on the screen, which mostly keeps what is there; the cursor goes back."""
        text = self.chance.choice((self.word(), *f"{self.number(99)}+-.:x"))
        edits = (f"\x1b[{len(text)}@{text}", f"\x1b[{self.number(3)}P", f"\x1b[{self.number(2)}@", text)
        return f"\x1b7{self.spot()}{self.chance.choice((*edits, *edits[:2]))}\x1b8"

    def moved(self) -> str:
        """Return rows put in or taken out somewhere."""
        rows = f"\x1b[{self.number(2)}{self.chance.choice('LLM')}"
        return f"\x1b7{self.spot()}{rows}{self.word()}\t{self.end()}\x1b8"

    def progress(self) -> str:
        first, second = 10 * self.number(4), 50 + 10 * self.number(4)
        mark = self.chance.choice(("", "\x1b[K"))
        return f"{self.word()} {first}% {'#' * (first // 10)}\r{self.word()} {second}%\r{self.end()}{mark}\n"

    def spinner(self) -> str:
        return f"{self.word()} |\b/\b-\b\b{self.chance.choice(('', ' ', '* '))}{self.end()}\n"

    def coloured(self) -> str:
        return f"\x1b[1;3{self.number(6)}m{self.word()}\x1b[0m {self.end()}\n"

    def redone(self) -> str:
        kind = self.chance.choice(("", "1"))
        return f"{self.word()} {self.word()} {self.end()}\r{self.word()}\x1b[{kind}K{self.end()}\n"

    def tabs(self) -> str:
        return f"{self.word()}\t{self.end()}\t{self.word()}\r\t{self.number(9)}\n"

    def long(self) -> str:
        text = LONG.format(a=self.word(), b=self.word(), c=self.word())
        return text + self.chance.choice(("\n", "\r!!\n", f"\r\x1b[A{self.number(90)}\n"))

    def up(self) -> str:
        count = self.number(3)
        return f"\x1b[{count}A{self.chance.choice(('', chr(27) + '[2K'))}{self.word()} {self.end()}\x1b[{count}B\r"

    def column(self) -> str:
        return f"{self.word()}\x1b[{10 + self.number(25)}G{self.end()}\x1b[{self.number(12)}D{self.number(9)}\n"

    def rows(self) -> str:
        return f"\r\x1b[{self.number(3)}A\x1b[{self.number(2)}{self.chance.choice('LM')}{self.word()}\x1b[B\r"

    def characters(self) -> str:
        edit = f"\x1b[{self.number(4)}{self.chance.choice('P@X')}"
        return f"{self.word()} {self.word()} {self.end()}\x1b[{self.number(9)}D{edit}{self.number(99)}\n"

    def kept(self) -> str:
        return f"\x1b7\x1b[{self.number(HEIGHT)};{self.number(30)}H{self.end()}\x1b8{self.word()}\n"

    def cell(self) -> str:
        erase = self.chance.choice(("", "\x1b[K", "\x1b[J", "\x1b[1J") if self.level == 2 else ("", "\x1b[K"))
        return f"\x1b[{self.number(HEIGHT - self.level)};{self.number(20)}H{erase}{self.word()}\n"

    def region(self) -> str:
        """Return lines that scroll between a head and a foot, which then stay."""
        top, bottom = 1 + self.number(3), 5 + self.number(4)
        rows = "".join(f"{self.word()} {self.end()}\n" for _ in range(self.number(2)))
        back = "".join(f"\x1bM{self.word()}\r" for _ in range(self.number(2)))
        return f"\x1b[{top};{bottom}r\x1b[{bottom};1H{rows}\x1b[{top};1H{back}\x1b[S\x1b[r\x1b[{bottom};1H"


def escaped(log: str) -> str:
    """Return a raw log as ``cat -vT`` prints it."""
    for raw, text in (("\x1b", "^["), ("\r", "^M"), ("\b", "^H"), ("\t", "^I")):
        log = log.replace(raw, text)
    return log.removesuffix("\n")


def screens(logs: list[str], height: int = HEIGHT, width: int = WIDTH) -> list[str]:
    """Return the screen after each piece, without empty rows at its ends."""
    terminal, printed = Terminal(height, width), list[str]()
    for log in logs:
        terminal.write(log)
        printed.append("\n".join(terminal.lines()).strip("\n"))
    return printed


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of two pieces of a log."""
    for _ in range(50):
        job = _Job(chance, level)
        logs = [f"{job.log(count).rstrip(chr(10))}\n" for count in (2 + 2 * level, SIZES[level])]
        printed = screens(logs)
        if all(printed) and printed[1].strip() not in printed[0]:
            break
    turns = turns_of(chance, TEXTS, map(escaped, logs), printed)
    return session(TASK, turns, _near(logs, printed[-1]), exact(printed[-1]))


def _near(logs: list[str], printed: str) -> Iterator[str]:
    """Yield the screen where a return erases the line, where nothing wraps or goes up, and on a higher screen."""
    yield screens([log.replace("\r", "\r\x1b[K") for log in logs])[-1]
    yield screens(logs, width=80)[-1]
    yield screens(logs, height=30)[-1]
    yield screens([log.replace("\b", "") for log in logs])[-1]
    yield "\n".join(f" {row}" for row in printed.split("\n"))


FAMILY = Family(dialogue)
