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
CAPITALS = form("pattern", PatternParams(pattern=r"[^a-z]*", means="capital letters only", each_line=True))


def plain_lines(lines: Sequence[str], *dress: Check, case: bool = True) -> Answer:
    """Return lines as plain text; they are the content, *dress* are format checks besides the lack of a fence."""
    said = LineSetParams(expected=tuple(lines), case=case)
    plain = form("bare", BareParams(most_lines=len(lines)))
    return Answer("\n".join(lines), (content("line_set", said), plain, *dress))


def fenced_lines(lines: Sequence[str], *dress: Check, case: bool = True) -> Answer:
    """Return lines as one code block with nothing around it."""
    said = LineSetParams(expected=tuple(lines), case=case)
    block = form("fenced", FencedParams())
    return Answer(fence("\n".join(lines)), (content("line_set", said), block, *dress))


def plain_symbols(text: str, pattern: str, means: str, alphabet: str = LETTERS) -> Answer:
    """Return *text* as plain text whose content are the symbols of *alphabet* in it, and whose form is *pattern*."""
    said = content("symbols", SymbolsParams(expected=text, alphabet=alphabet))
    looks = form("pattern", PatternParams(pattern=pattern, means=means))
    return Answer(text, (said, form("bare", BareParams()), looks))


def letters_of(text: str) -> str:
    """Return the letters A-Z of *text* as capitals, without anything else."""
    return "".join(c for c in text.upper() if c in LETTERS)


def grouped(text: str, size: int) -> str:
    """Return *text* in groups of *size*, the last one perhaps shorter, with one blank between them."""
    return " ".join(text[i : i + size] for i in range(0, len(text), size))
