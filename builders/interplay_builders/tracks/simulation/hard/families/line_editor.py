"""A session in the line editor ed: addresses by search, mark and offset, moves, copies, global commands and undo."""

from dataclasses import dataclass, field

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, session, sizes
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, fence

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "line-editor-lesson", "line_editor")
LEVELS = {1: (4, 12, 6), 2: (90, 16, 10), 3: (380, 32, 16), 4: (1400, 60, 22)}
"""Of each level: commands that edit, turns before the last, and lines at the start."""
WORDS = TEXTS["words"]
MORE = ("spare", "big", "old", "blue", "new", "wet", "cheap", "good")
MOST_LINES = 26
Buffer = list[list[str]]
"""Lines, each a list of one text, so that marks can follow them."""


@dataclass
class Editor:
    """The buffer, the current line, and what ``u`` brings back; commands are drawn and obeyed at once."""

    chance: Stream
    lines: Buffer
    current: int
    marks: dict[str, list[str]] = field(default_factory=dict)
    before: tuple[Buffer, int] | None = None
    near: list[Buffer] = field(default_factory=list)
    word: str = ""

    def edit(self) -> str:
        """Draw a command, obey it, and return it as it is typed."""
        draw, count = self.chance.below(20), len(self.lines)
        if draw == 0 and self.before is not None:
            self.near.append(self.lines)
            (self.lines, self.current), self.before = self.before, (self.lines, self.current)
            self.marks.clear()
            return "u"
        if draw == 1:
            return self._mark()
        self.before = (list(self.lines), self.current)
        ways = (
            (count < 6 or draw == 2, self._append),
            (draw < 5, self._substitute),
            (draw < 7, self._everywhere),
            (draw < 9 and count > 8, self._delete),
            (draw == 9, self._join),
            (draw < 12 and count < MOST_LINES, self._copy),
            (True, self._move),
        )
        return next(way for fits, way in ways if fits)()

    def show(self) -> tuple[str, str]:
        """Return a command that prints, and what it prints."""
        if self.chance.below(3) == 0:
            return ".=", str(self.current)
        first = self._number()
        last = min(len(self.lines), first + self.chance.below(2))
        text = f"{self._span(first, last)}p"
        self.current = last
        return text, "\n".join(line[0] for line in self.lines[first - 1 : last])

    def _number(self) -> int:
        return 1 + self.chance.below(len(self.lines))

    def _address(self, number: int) -> str:
        """Return one of the ways to name a line."""
        count, away = len(self.lines), number - self.current
        ways = [str(number)] * 2
        if number == count:
            ways.append("$")
        if away == 0:
            ways.append(".")
        elif abs(away) < 5 and self.current:
            ways += [f".{away:+}"] * 2
        ways += [f"'{letter}" for letter, line in self.marks.items() if line is self.lines[number - 1]] * 3
        for word in self.lines[number - 1][0].split():
            numbers = [n + 1 for n, line in enumerate(self.lines) if word in line[0]]
            if number == min(numbers, key=lambda n: (n - self.current - 1) % count):
                ways += [f"/{word}/"] * 2
            elif number == min(numbers, key=lambda n: (self.current - 1 - n) % count):
                ways += [f"?{word}?"] * 2
        return self.chance.choice(ways)

    def _span(self, first: int, last: int) -> str:
        if first == last:
            return self._address(first)
        return f"{self._address(first)},{self._address(last)}"

    def _block(self) -> tuple[int, int]:
        first = self._number()
        return first, min(len(self.lines), first + self.chance.below(3))

    def _mark(self) -> str:
        number, letter = self._number(), self.chance.choice("abc")
        address = self._address(number)
        self.marks[letter] = self.lines[number - 1]
        return f"{address}k{letter}"

    def _append(self) -> str:
        number = self._number()
        text = f"{self.chance.choice(MORE)} {self.chance.choice(WORDS)}"
        address = self._address(number)
        self.lines = [*self.lines[:number], [text], *self.lines[number:]]
        self.current = number + 1
        return f"{address}a\n{text}\n."

    def _replaced(self, number: int, old: str, new: str) -> None:
        line = self.lines[number - 1]
        self.marks = {letter: other for letter, other in self.marks.items() if other is not line}
        self.lines = [*self.lines[: number - 1], [line[0].replace(old, new, 1)], *self.lines[number:]]
        self.current = number

    def _substitute(self) -> str:
        number = self._number()
        old = self.chance.choice(self.lines[number - 1][0].split())
        new = self.chance.choice([word for word in (*WORDS, *MORE) if word != old])
        address = self._address(number)
        self._replaced(number, old, new)
        return f"{address}s/{old}/{new}/"

    def _everywhere(self) -> str:
        word = self.chance.choice(self.lines[self._number() - 1][0].split())
        if word == self.word:
            return self._substitute()
        hits, self.word = [line for line in self.lines if word in line[0]], word
        kind = self.chance.below(3)
        if kind == 0:
            rest = [line for line in self.lines if word not in line[0]]
            if len(hits) == 1 and hits[0] is self.lines[0]:  # nothing moves, so ed has nothing to undo
                self.before = None
            self.lines, self.current = [*hits[::-1], *rest], 1
            return f"g/{word}/m0"
        if kind == 1 and len(self.lines) + len(hits) <= MOST_LINES:
            self.lines = [copy for line in self.lines for copy in ([line, list(line)] if word in line[0] else [line])]
            self.current = 2 + max(n for n, line in enumerate(self.lines) if line is hits[-1])
            return f"g/{word}/t."
        new = self.chance.choice([other for other in (*WORDS, *MORE) if other != word])
        for number in [n + 1 for n, line in enumerate(self.lines) if word in line[0]]:
            self._replaced(number, word, new)
        return f"g/{word}/s//{new}/"

    def _delete(self) -> str:
        first, last = self._block()
        text = f"{self._span(first, last)}d"
        self.lines = [*self.lines[: first - 1], *self.lines[last:]]
        self.marks = {c: line for c, line in self.marks.items() if any(line is other for other in self.lines)}
        self.current = min(first, len(self.lines))
        return text

    def _join(self) -> str:
        short = [n for n in range(1, len(self.lines)) if len((self.lines[n - 1][0] + self.lines[n][0]).split()) < 4]
        if not short:
            return self._substitute()
        first = self.chance.choice(short)
        text = f"{self._span(first, first + 1)}j"
        joined = self.lines[first - 1][0] + self.lines[first][0]
        self.lines = [*self.lines[: first - 1], [joined], *self.lines[first + 1 :]]
        self.marks.clear()
        self.current = first
        return text

    def _target(self, first: int, last: int) -> int:
        return self.chance.choice([n for n in range(len(self.lines) + 1) if not first - 1 <= n <= last])

    def _move(self) -> str:
        first, last = self._block()
        while last - first + 1 >= len(self.lines) - 1:
            first, last = self._block()
        target = self._target(first, last)
        text = f"{self._span(first, last)}m{self._address(target) if target else 0}"
        block, rest = self.lines[first - 1 : last], [*self.lines[: first - 1], *self.lines[last:]]
        cut = target if target < first else target - len(block)
        self.near.append([*rest[: cut + 1], *block, *rest[cut + 1 :]])
        self.lines, self.current = [*rest[:cut], *block, *rest[cut:]], cut + len(block)
        return text

    def _copy(self) -> str:
        first, last = self._block()
        target = self.chance.below(len(self.lines) + 1)
        text = f"{self._span(first, last)}t{self._address(target) if target else 0}"
        block = [list(line) for line in self.lines[first - 1 : last]]
        self.lines = [*self.lines[:target], *block, *self.lines[target:]]
        self.current = target + len(block)
        return text


def dialogue(chance: Stream, level: int) -> Session:
    """Return a session that ends with the whole text."""
    edits, count, size = LEVELS[level]
    texts = [f"{chance.choice(MORE)} {word}" for word in chance.sample(WORDS * 2, size)]
    editor, turns = Editor(chance, [[text] for text in texts], size), list[Turn]()
    for number, steps in enumerate(sizes(edits, count)):
        commands = [editor.edit() for _ in range(steps)]
        commands = ["a", *texts, ".", *commands] if number == 0 else commands
        printed = "(silence)"
        if number % 3 != 1 or not steps:
            command, text = editor.show()
            commands.append(command)
            printed = fence(text)
        request = phrase(chance, TEXTS["next" if number else "first"], commands=fence("\n".join(commands)))
        turns.append(Turn(request, printed))
    request = phrase(chance, TEXTS["final"], commands=fence("\n".join((*(editor.edit() for _ in range(2)), ",p"))))
    buffers = (editor.lines, *editor.near[-3:], *([editor.before[0]] if editor.before else []))
    tables = [[(line[0],) for line in lines] for lines in buffers]
    return session(TASK, turns, request, tables[0], tables[1:])


FAMILY = Family(dialogue, (1, 2, 3, 4))
