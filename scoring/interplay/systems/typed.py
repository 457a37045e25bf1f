"""What a person types, or a pipe brings: lines, and replies of several lines."""

import codecs
import os
from collections.abc import Callable, Iterator

FENCE = '"""'
"""A line of its own before and after a reply of several lines."""


def lines_of(descriptor: int) -> Callable[[], str]:
    """Return a function that waits for the next line of an open file, as ``TextIO.readline`` does; at the end: nothing.

    A thread that waits in it holds no lock of the interpreter's own files, so that the program can end meanwhile.
    """
    found = _lines(descriptor)
    return lambda: next(found, "")


def _lines(descriptor: int) -> Iterator[str]:
    decoder, begun = codecs.getincrementaldecoder("utf-8")("replace"), ""
    while data := os.read(descriptor, 65_536):
        *whole, begun = (begun + decoder.decode(data)).split("\n")
        yield from (f"{line}\n" for line in whole)
    if begun:
        yield begun


def block(line: Callable[[], str]) -> str | None:
    """Return the next reply, ``None`` where the input ends before one is whole.

    A reply is one line. Between two lines of ``FENCE`` it has several, or none. Other empty lines are passed over.
    """
    while (found := line()) and not found.strip():
        pass
    if not found:
        return None
    if found.strip() != FENCE:
        return found.rstrip("\r\n")
    inner: list[str] = []
    while found := line():
        if found.strip() == FENCE:
            return "".join(inner).removesuffix("\n").removesuffix("\r")
        inner.append(found)
    return None
