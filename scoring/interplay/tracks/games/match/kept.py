"""Opponents' moves that were computed before, by everything that they depend on (note 0110).

A move is a function of the rules, the bot, the setup and the moves so far, which determine the state and the name of
the random stream. The hash of all these is its key.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import msgspec

from interplay.core import caches
from interplay.core.version import __version__
from interplay.tracks.games.records import Item, Move

MAX_BYTES = 2**17
"""The size of a file, about 3,000 moves; three digits of a hash name it, so that all together are at most 512 MB."""
SLOW = 0.02
"""Seconds of processor time that the moves of a match must take to be kept."""


def start(item: Item, version: int) -> bytes:
    """Return the key of a match's beginning, under rules of this version; players are named with theirs."""
    given = (__version__, item.game, version, item.players, item.policy, item.setup)
    return hashlib.sha256(repr(given).encode()).digest()


class KeptMoves:
    """The opponents' moves of one match, whose beginning has a *key*; an empty one for a match without opponents."""

    def __init__(self, key: bytes) -> None:
        folder = caches.default_folder()
        self._file = None if folder is None or not key else folder / f"{key.hex()[:3]}.moves"
        self._key, self._known, self._new, self._seconds = key, self._read(), dict[str, str](), 0.0

    def computed(self, seat: int, sent: tuple[str, ...], compute: Callable[[], str]) -> str:
        """Return the move of a seat: a kept one only if it was *sent*, so that nothing is refused because of one."""
        key = hashlib.sha256(self._key + bytes((seat,))).hexdigest()[:32]
        if (move := self._known.get(key)) is not None and sent == (move,):
            return move
        began = process_time()
        self._new[key] = move = compute()
        self._seconds += process_time() - began
        return move

    def advance(self, moves: tuple[Move, ...]) -> None:
        """Go on to the next round."""
        if self._file is not None:
            self._key = hashlib.sha256(self._key + repr(moves).encode()).digest()

    def save(self) -> None:
        """Keep the new moves, if they took long, beside those that others kept meanwhile."""
        if self._file is not None and self._seconds >= SLOW:
            kept = [*{**self._read(), **self._new}.items()]
            while len(data := msgspec.json.encode(dict(kept))) > MAX_BYTES and kept:
                kept = kept[len(kept) // 2 + 1 :]
            caches.write(self._file, data)

    def _read(self) -> dict[str, str]:
        with suppress(OSError, ValueError, RecursionError):  # there is none, or not of this user
            return {} if self._file is None else msgspec.json.decode(caches.read(self._file), type=dict[str, str])
        return {}
