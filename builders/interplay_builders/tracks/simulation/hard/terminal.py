"""A terminal screen: what a stream of characters and control sequences leaves on it.

A subset of ECMA-48 and of the VT102, as xterm does it: printing in the last column leaves the cursor there, and the
next character goes to the next line. A line feed also returns to the first column, as a tty's ``onlcr`` makes it.
"""

import re
from collections.abc import Callable

_TOKEN = re.compile(r"\x1b\[([0-9;]*)([A-Za-z@])|\x1b([78M])|([\r\n\b\t])|([^\x00-\x1f])")
TAB = 8


class Terminal:
    """A screen of ``height`` rows and ``width`` columns, with a scroll region that is all of it at first."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._grid = [[" "] * width for _ in range(height)]
        self._row = self._column = 0
        self._top, self._bottom = 0, height - 1
        self._kept = (0, 0)
        self._full = False
        """Whether the last column was printed, so that the next character begins a new line."""

    def write(self, text: str) -> None:
        """Obey a stream; raise ``ValueError`` for a control that is not known."""
        start = 0
        while start < len(text):
            match = _TOKEN.match(text, start)
            if match is None:
                raise ValueError(f"found {text[start : start + 10]!r}, expected a known control")
            numbers, letter, escape, control, character = match.groups()
            if character:
                self._print(character)
            elif control:
                self._control(control)
            elif escape:
                self._escape(escape)
            else:
                self._sequence(letter, [int(part) if part else 0 for part in numbers.split(";")])
            start = match.end()

    def lines(self) -> list[str]:
        """Return the rows from the top, without blanks at their ends."""
        return ["".join(row).rstrip() for row in self._grid]

    def _print(self, character: str) -> None:
        if self._full:
            self._column = 0
            self._feed()
        self._grid[self._row][self._column] = character
        self._full = self._column == self.width - 1
        self._column = min(self._column + 1, self.width - 1)

    def _control(self, control: str) -> None:
        self._full = False
        if control == "\n":
            self._feed()
        if control in "\r\n":
            self._column = 0
        elif control == "\b":
            self._column = max(self._column - 1, 0)
        else:
            self._column = min((self._column // TAB + 1) * TAB, self.width - 1)

    def _escape(self, letter: str) -> None:
        self._full = False
        if letter == "7":
            self._kept = (self._row, self._column)
        elif letter == "8":
            self._row, self._column = self._kept
        elif self._row == self._top:
            self._scroll(self._top, -1)
        else:
            self._row = max(self._row - 1, 0)

    def _feed(self) -> None:
        """Go down a row, or scroll the region where this is its last one."""
        self._full = False
        if self._row == self._bottom:
            self._scroll(self._top, 1)
        else:
            self._row = min(self._row + 1, self.height - 1)

    def _scroll(self, top: int, count: int) -> None:
        """Move the rows from *top* to the end of the region up, or down where *count* is negative."""
        rows = self._grid[top : self._bottom + 1]
        number = min(abs(count), len(rows))
        blank = [[" "] * self.width for _ in range(number)]
        self._grid[top : self._bottom + 1] = rows[number:] + blank if count > 0 else blank + rows[: len(rows) - number]

    def _sequence(self, letter: str, numbers: list[int]) -> None:
        if letter == "m":
            return
        actions: dict[str, Callable[[int, list[int]], None]] = {
            **dict.fromkeys("ABCDGH", lambda count, given: self._move(letter, count, given)),
            **dict.fromkeys("JKX", lambda count, given: self._erase(letter, count, given[0])),
            **dict.fromkeys("P@", lambda count, _: self._shift(letter, count)),
            **dict.fromkeys("LMST", lambda count, _: self._shift_rows(letter, count)),
            "r": lambda _, given: self._region(given),
        }
        if letter not in actions:
            raise ValueError(f"found the control sequence {letter!r}, expected a known one")
        actions[letter](max(numbers[0], 1), numbers)
        self._full = False

    def _move(self, letter: str, count: int, numbers: list[int]) -> None:
        row, column = self._row, self._column
        if letter == "A":
            row = max(row - count, self._top if row >= self._top else 0)
        elif letter == "B":
            row = min(row + count, self._bottom if row <= self._bottom else self.height - 1)
        elif letter == "H":
            row, column = count - 1, max((numbers[1] if len(numbers) > 1 else 1), 1) - 1
        else:
            column = count - 1 if letter == "G" else column + (count if letter == "C" else -count)
        self._row, self._column = min(row, self.height - 1), min(max(column, 0), self.width - 1)

    def _erase(self, letter: str, count: int, kind: int) -> None:
        """Blank a part of the row (K), of the screen (J), or so many characters (X)."""
        row, here = self._grid[self._row], self._column
        start = 0 if kind and letter != "X" else here
        end = min(here + count, self.width) if letter == "X" else here + 1 if kind == 1 else self.width
        row[start:end] = [" "] * (end - start)
        if letter == "J":
            rows = {0: range(self._row + 1, self.height), 1: range(self._row)}.get(kind, range(self.height))
            for number in rows:
                self._grid[number] = [" "] * self.width

    def _shift(self, letter: str, count: int) -> None:
        """Delete (P) or insert (@) characters at the cursor."""
        row, here = self._grid[self._row], self._column
        count = min(count, self.width - here)
        blank, rest = [" "] * count, row[here:]
        row[here:] = rest[count:] + blank if letter == "P" else blank + rest[: len(rest) - count]

    def _shift_rows(self, letter: str, count: int) -> None:
        """Insert (L) or delete (M) rows at the cursor, or scroll the region up (S) or down (T)."""
        if letter in "ST":
            self._scroll(self._top, count if letter == "S" else -count)
        elif self._top <= self._row <= self._bottom:
            self._scroll(self._row, count if letter == "M" else -count)
            self._column = 0

    def _region(self, numbers: list[int]) -> None:
        """Set the scroll region, which sends the cursor home."""
        self._top = max(numbers[0], 1) - 1
        self._bottom = (numbers[1] if len(numbers) > 1 and numbers[1] else self.height) - 1
        self._row = self._column = 0
