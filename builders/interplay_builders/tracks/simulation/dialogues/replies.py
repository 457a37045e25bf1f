"""The forms of reply that several simulators share, with their checks."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.symbols import SymbolsParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLOCK = form("fenced", FencedParams(talk=True))
CAPITALS = form("pattern", PatternParams(pattern=r"[^a-z]*", means="capital letters only", each_line=True))


def plain_lines(lines: Sequence[str], *dress: Check, case: bool = True) -> Answer:
    """Return lines alone, which are the content; *dress* are format checks, and a fence around them is harmless."""
    params = LineSetParams(expected=tuple(lines), case=case)
    plain = form("bare", BareParams(most_lines=len(lines), may_fence=True))
    return Answer("\n".join(lines), (content("line_set", params), plain, *dress))


def fenced_lines(lines: Sequence[str], *dress: Check, case: bool = True) -> Answer:
    """Return lines in one code block, around which there may be words; faults are written without the fence."""
    params = LineSetParams(expected=tuple(lines), case=case)
    return Answer("\n".join(lines), (content("line_set", params), BLOCK, *dress), encode=fence)


def plain_symbols(text: str, pattern: str, means: str, alphabet: str = LETTERS) -> Answer:
    """Return *text* alone: the symbols of *alphabet* in it are content, *pattern* is form, a fence is harmless."""
    lines = text.count("\n") + 1
    plain = form("bare", BareParams(most_lines=lines, may_fence=True))
    return Answer(text, (*_symbols(text, pattern, means, alphabet), plain))


def fenced_symbols(text: str, pattern: str, means: str) -> Answer:
    """Return capitals in one code block, around which there may be words."""
    return Answer(text, (*_symbols(text, pattern, means, LETTERS), BLOCK), encode=fence)


def _symbols(text: str, pattern: str, means: str, alphabet: str) -> tuple[Check, Check]:
    check = content("symbols", SymbolsParams(expected=text, alphabet=alphabet))
    return check, form("pattern", PatternParams(pattern=pattern, means=means))


def letters_of(text: str) -> str:
    """Return the letters A-Z of *text* as capitals, without anything else."""
    return "".join(c for c in text.upper() if c in LETTERS)


def grouped(text: str, size: int) -> str:
    """Return *text* in groups of *size*, the last one perhaps shorter, with one blank between them."""
    return " ".join(text[i : i + size] for i in range(0, len(text), size))
