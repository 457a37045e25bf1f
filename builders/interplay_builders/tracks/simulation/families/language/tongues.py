"""A filter that names languages: the codes are known because the texts were written in them."""

from collections.abc import Sequence

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

CODES = ("bg", "cs", "da", "de", "en", "es", "et", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sk",
         "sv", "tr", "uk", "xx")  # fmt: skip
NOTHING = "--"
_CODE = f"({'|'.join(CODES)})"
_FORM = PatternParams(
    pattern=rf"\d+:[ \t]+({_CODE}(\+{_CODE})*|{NOTHING})", means="lines such as 1: de+en", each_line=True
)


class Texts(Record, frozen=True):
    """The codes of the texts of a request, in their order."""

    codes: tuple[str, ...]


class Filter:
    """Names the languages of the texts of a request; no request depends on another."""

    def answer(self, texts: Texts) -> Answer:
        """List the codes."""
        return _answer(texts.codes)


def _answer(codes: Sequence[str]) -> Answer:
    rows = tuple((str(number), code) for number, code in enumerate(codes, 1))
    checks = (
        content("rows", RowsParams(rows=rows, separator=":")),
        form("bare", BareParams(most_lines=len(rows), may_fence=True)),
        form("pattern", _FORM),
    )
    return Answer("\n".join(f"{number}: {code}" for number, code in rows), checks)
