"""What a person who waits is told on stderr: a bar on a terminal, a line now and then in a log."""

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.progress import TaskID

DELAY = 2.0
"""Seconds before a bar is drawn: what takes less shows none."""
EVERY = 30.0
"""Seconds between two lines of a log."""
Manner = Literal["bar", "lines", "steps"]
"""A bar that is drawn again and again; a line every half minute; a line for each thing done, with nothing between."""


class Progress:
    """Shows how many of a known number of things are done, in the *manner* that suits stderr unless it is named.

    What is printed to a terminal meanwhile stands above the bar, which is gone in the end. *clock* tells seconds;
    *wait* waits for an event, and says whether it has come. *of* says in what the time is left, where more may follow;
    *about* stands before a total that is an estimate.
    """

    def __init__(
        self,
        label: str,
        manner: Manner | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
        of: str = "",
        about: str = "",
    ) -> None:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._manner = manner or ("bar" if sys.stderr.isatty() else "lines")
        counts = TextColumn(f"{{task.completed:,.0f}} of {about}{{task.total:,.0f}}") if about else MofNCompleteColumn()
        columns = (*Bar.get_default_columns()[:2], counts, TimeRemainingColumn(), TextColumn("left" if about else ""))
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
        self._label, self._clock, self._wait, self._of, self._about = label, clock, wait, of, about
        self._task: TaskID | None = None
        self._done = self._total = self._first = 0
        self._began = clock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, name="progress", daemon=True)

    def __enter__(self) -> "Progress":
        """Begin to show."""
        if self._manner != "steps":
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End to show."""
        self._ended.set()
        if self._manner != "steps":
            self._thread.join()
        if self._bar.live.is_started:
            self._bar.stop()

    def begin(self, label: str) -> None:
        """Show the things called *label* from now on, on a bar of their own."""
        if label != self._label:
            self._label, self._task, self._total, self._began = label, None, 0, self._clock()

    def update(self, done: int, total: int) -> None:
        """Show that *done* of *total* are done."""
        is_first = not self._total
        if is_first:
            self._first = done
        self._done, self._total = done, total
        if self._task is None:
            self._task = self._bar.add_task(self._label, total=total)
        self._bar.update(self._task, completed=done, total=total)
        if self._manner == "steps" and not (is_first and done):
            self.log(f"{self._label}: {done:,} of {total:,} done")

    def log(self, text: str) -> None:
        """Show a line of text, above the bar where there is one."""
        from interplay.tables.terminal import say_text

        say_text(text, err=True)

    def _repeat(self) -> None:
        if self._manner == "bar" and not self._wait(self._ended, DELAY):
            self._bar.start()
        while self._manner == "lines" and not self._wait(self._ended, EVERY):
            self.log(self._line())

    def _line(self) -> str:
        passed = self._clock() - self._began
        if not self._total:
            return f"{self._label}: reading for {_time(passed)}"
        line = f"{self._label}: {self._done:,} of {self._about}{self._total:,} done after {_time(passed)}"
        if not self._first < self._done < self._total:
            return line
        left = passed / (self._done - self._first) * (self._total - self._done)
        return f"{line}, about {_time(left)} left{self._of}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
