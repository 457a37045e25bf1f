"""Shared parts of consoles: their setup, and the recorded replies of real programs."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

RECORDED = Path(__file__).parent / "replies.json"


class Setup(Record, frozen=True):
    """The state in which a console starts. ``style`` is its way to print, ``dress`` the form that the brief demands.

    ``files`` (path to text), ``folders`` and ``start`` are a shell's, below its user's home; ``sql`` is a database's.
    """

    style: str
    dress: Literal["block", "bare"] = "bare"
    user: str = "user"
    start: str = ""
    folders: tuple[str, ...] = ()
    files: dict[str, str] = {}
    sql: str = ""


class Console(ABC):
    """A console whose replies are read from the file ``replies``; building a release runs no program."""

    replies: Path = RECORDED

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._requests: tuple[str, ...] = ()

    @abstractmethod
    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Have the real program answer *requests*; return what it prints after each, without the dress."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the recorded reply; raise ``RecordError`` if there is none."""
        self._requests = (*self._requests, "\n".join(commands))
        printed = recorded(self.replies).get(self.key(self._requests))
        if printed is None:
            asked = self._requests[-1]
            raise RecordError(f"{self.replies}: found no reply to {asked!r}, expected one; record them anew")
        return Answer(fence(printed) if self.setup.dress == "block" else printed, self.checks(printed))

    def key(self, requests: Sequence[str]) -> str:
        """Return under which name the reply to the last request is written down: a digest of all that it depends on."""
        known = [type(self).__name__, msgspec.to_builtins(self.setup), *requests]
        return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:20]

    def checks(self, printed: str) -> tuple[Check, ...]:
        """Return the checks of what is printed: what it says, then how it looks."""
        dress = form("fenced", FencedParams()) if self.setup.dress == "block" else form("bare", BareParams())
        return (*self.checks_of_content(printed), dress)

    def checks_of_content(self, printed: str) -> tuple[Check, ...]:
        """Return the checks of what is said."""
        return (content("text", TextParams(accepted=(printed,))),)


@cache
def recorded(path: Path = RECORDED) -> dict[str, str]:
    """Return the recorded replies; raise ``RecordError`` if the file cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError) as error:
        raise RecordError(f"{path}: {error}") from None
