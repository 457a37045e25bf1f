"""Replace the folder of a site as a whole: write the new one beside it under a lock, and swap the two by renaming."""

import errno
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from interplay.core.errors import OutputError
from interplay.running.appending import open_locked, try_lock
from interplay_lab.site import pages

_LOCK, _NEW, _OLD, _SUFFIX = "lock", "new", "old", ".writing"
_ATTEMPTS = 10  # while other processes replace the same site


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Give an empty folder that replaces the site *folder* when the block ends without an error.

    A process that is killed leaves the former site whole, and the next one removes what it left (note 0085). Raises
    ``OutputError`` where *folder* holds anything but pages, or cannot be replaced.
    """
    pages.check(folder)
    target = folder.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for work in target.parent.iterdir():
            named = re.fullmatch(rf"\.{re.escape(target.name)}\.[a-z0-9_]{{8}}{_SUFFIX}", work.name)
            if named and not work.is_symlink():
                _clean(work, target)
        with _locked(target) as lock:
            work = Path(str(lock.name)).parent
            try:
                (work / _NEW).mkdir()
                yield work / _NEW
                _swap(work, target)
            finally:
                _remove(work, target)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from error


def _locked(target: Path) -> FileIO:
    """Make a working folder beside *target*, and return its lock; another process may remove it before it is locked."""
    for _ in range(_ATTEMPTS):
        work = tempfile.mkdtemp(prefix=f".{target.name}.", suffix=_SUFFIX, dir=target.parent)
        with suppress(FileNotFoundError, OutputError):
            return open_locked(Path(work, _LOCK))
    raise OutputError(f"{target} is written by too many processes; choose another -o")


def _swap(work: Path, target: Path) -> None:
    """Move the former site into *work*, and the new one to its place."""
    for attempt in range(_ATTEMPTS):
        if target.exists():
            pages.check(target)
            shutil.copymode(target, work / _NEW)
        with suppress(FileNotFoundError):
            target.rename(work / f"{_OLD}{attempt}")
        try:
            (work / _NEW).rename(target)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY) or attempt == _ATTEMPTS - 1:
                raise
        else:
            return


def _clean(work: Path, target: Path) -> None:
    """Remove the working folder of a process that was killed; it is empty where that had no lock yet."""
    with suppress(OSError), FileIO(work / _LOCK, "r+") as lock:
        if try_lock(lock.fileno()):
            _remove(work, target)
    with suppress(OSError):
        work.rmdir()


def _remove(work: Path, target: Path) -> None:
    """Remove a working folder but for what is no page; a former site without a successor goes back to its place."""
    for former in sorted(work.glob(f"{_OLD}*"), reverse=True):
        if not target.exists():
            former.rename(target)
    with suppress(OSError):
        for inner in filter(Path.is_dir, work.iterdir()):
            for path in filter(pages.is_page, inner.iterdir()):
                path.unlink()
            inner.rmdir()
        (work / _LOCK).unlink()
        work.rmdir()
