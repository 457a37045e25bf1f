"""Four registers, a handful of instructions, jumps to labels, and a limit of steps."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

NAMES = ("A", "B", "C", "D")
MOST_STEPS = 100


class StoppedError(Exception):
    """The end of a run, with the reason that is printed."""


class Machine:
    """Registers keep their values from program to program."""

    def __init__(self) -> None:
        self._registers = dict.fromkeys(NAMES, 0)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Run a program and show what it printed, the registers, the number of steps and how it ended."""
        run = _Run(self._registers, commands)
        end = run.to_the_end()
        rows = (
            ("out:", *(run.printed or ["none"])),
            tuple(f"{name}={value}" for name, value in self._registers.items()),
            ("steps:", str(run.steps)),
            ("end:", *end.split()),
        )
        line = r"\s*(out: (none|-?\d+( -?\d+)*)|A=-?\d+ B=-?\d+ C=-?\d+ D=-?\d+|steps: \d+|end: [a-z 0-9]+)\s*"
        checks = (
            content("rows", RowsParams(rows=rows, separator="", tolerance=0.0)),
            form("fenced", FencedParams()),
            form("pattern", PatternParams(pattern=line, each_line=True, means="the four lines that the brief names")),
        )
        return Answer(fence("\n".join(" ".join(row) for row in rows)), checks)


class _Run:
    """One run of one program."""

    def __init__(self, registers: dict[str, int], lines: Sequence[str]) -> None:
        self._registers = registers
        self._lines = [line.split() for line in lines]
        self._labels = {words[0][:-1]: n for n, words in enumerate(self._lines) if words[0].endswith(":")}
        self._next = 0
        self.printed: list[str] = []
        self.steps = 0

    def to_the_end(self) -> str:
        """Run until the program stops, and return why it did."""
        try:
            while self._next < len(self._lines):
                self._step()
        except StoppedError as stopped:
            return str(stopped)
        return "ok"

    def _step(self) -> None:
        words = self._lines[self._next]
        self._next += 1
        if words[0].endswith(":"):
            return
        if self.steps == MOST_STEPS:
            raise StoppedError("step limit")
        self.steps += 1
        self._obey(words[0], words[1:])

    def _obey(self, name: str, words: list[str]) -> None:
        match name, words:
            case "HALT", []:
                raise StoppedError("ok")
            case "OUT", [value]:
                self.printed.append(str(self._value(value)))
            case "JMP", [label]:
                self._next = self._labels[label]
            case "JZ", [value, label]:
                self._next = self._labels[label] if self._value(value) == 0 else self._next
            case "JN", [value, label]:
                self._next = self._labels[label] if self._value(value) < 0 else self._next
            case "SWAP", [first, other]:
                registers = self._registers
                registers[first], registers[other] = registers[other], registers[first]
            case _, [register, value]:
                self._registers[register] = self._computed(name, self._registers[register], self._value(value))
            case _:
                raise ValueError(f"found {name} {words}, expected an instruction")

    def _computed(self, name: str, old: int, value: int) -> int:
        match name:
            case "SET":
                return value
            case "ADD":
                return old + value
            case "SUB":
                return old - value
            case "MUL":
                return old * value
            case "DIV" | "MOD" if value == 0:
                raise StoppedError(f"division by zero in line {self._next}")
            case "DIV":
                return old // value
            case "MOD":
                return old % value
        raise ValueError(f"found the instruction {name!r}, expected one of the language")

    def _value(self, text: str) -> int:
        return self._registers[text] if text in self._registers else int(text)
