"""Where a dataset is: a directory, or a revision of a repository on the Hub, written ``hf://owner/name@revision``."""

import re
from dataclasses import dataclass
from pathlib import Path

from interplay.core.errors import DatasetError

BENCHMARK = "interplay/interplay"
"""The repository of the dataset."""
FORM = "hf://owner/name@revision"
COMMIT = re.compile(r"[0-9a-f]{40}")
"""A revision that names itself and can never move."""
_SCHEME = re.compile(r"hf:[/\\]{1,2}")  # the second slash is lost where a path was made of the text
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,95}"
_REPO = re.compile(rf"{_PART}/{_PART}")
_REVISION = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*(?:/[A-Za-z0-9_.+-]+)*")


@dataclass(frozen=True, slots=True)
class HubRevision:
    """A revision (tag, branch or commit) of the dataset repository *repo*, ``owner/name``, on the Hub."""

    repo: str
    revision: str

    def __str__(self) -> str:
        """Return ``hf://owner/name@revision``."""
        return f"hf://{self.repo}@{self.revision}"

    @property
    def is_commit(self) -> bool:
        """Whether the revision is the hash of a commit."""
        return COMMIT.fullmatch(self.revision) is not None


def place_of(text: str | Path, revision: str | None = None) -> HubRevision | None:
    """Return the place on the Hub that *text* names, or ``None`` when it names a directory.

    It names one on the Hub when it begins with ``hf://``, or comes with a *revision*. Raises ``DatasetError`` for a
    place of another form than ``hf://owner/name@revision``.
    """
    given = text.as_posix() if isinstance(text, Path) else text
    scheme = _SCHEME.match(given)
    if scheme is None and revision is None:
        return None
    repo, at, named = given[scheme.end() if scheme else 0 :].replace("\\", "/").partition("@")
    if at and revision is not None and named != revision:
        raise DatasetError(f"{given} names the revision {named!r}, but revision={revision!r}; give only one of them")
    return HubRevision(checked_repo(repo), _checked_revision(given, named if at else revision))


def checked_repo(repo: str) -> str:
    """Return *repo* as ``owner/name``, without the ``datasets/`` before it; raise ``DatasetError`` for another form."""
    name = repo.removeprefix("datasets/") if repo.count("/") == 2 else repo
    if not _REPO.fullmatch(name) or ".." in name or "--" in name:
        raise DatasetError(f"{repo!r} does not name a repository on the Hub, expected owner/name as in 'me/interplay'")
    return name


def _checked_revision(given: str, revision: str | None) -> str:
    if not revision:
        raise DatasetError(f"{given} names no revision, expected {FORM} with a tag or a commit, such as v0.2.0")
    if not _REVISION.fullmatch(revision) or ".." in revision or len(revision) > 200:
        raise DatasetError(f"{revision!r} is not a revision, expected a tag such as v0.2.0, or the hash of a commit")
    return revision
