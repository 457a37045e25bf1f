"""A progress bar on stderr where there is a terminal, nothing otherwise."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID


class Progress:
    """Shows how many of a known number of things are done."""

    def __init__(self, label: str) -> None:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (*Bar.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Bar(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty())
        self._label = label
        self._task: TaskID | None = None

    def __enter__(self) -> "Progress":
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the bar as it is."""
        self._bar.stop()

    def update(self, done: int, total: int) -> None:
        """Show that *done* of *total* are done."""
        if self._task is None:
            self._task = self._bar.add_task(self._label, total=total)
        self._bar.update(self._task, completed=done, total=total)
