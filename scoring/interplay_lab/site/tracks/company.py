"""Pages of the company track: which notes of the text decide an answer, and how a reply was read."""

from collections.abc import Sequence
from typing import Any

from interplay.tracks.company.records import Item
from interplay.tracks.company.scores import Verdict
from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.texts import Span, spans_of
from interplay_lab.site.tracks._company_notes import why
from interplay_lab.site.views.replies import Check, turns


class _Company(TrackPages):
    def beside(self, item: Item, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        reasons = why(item)
        marked = turns(item, reasons.notes if reasons else ())
        return {
            "why": reasons,
            "turns": marked,
            "reference_title": "The right answer",
            "reference": ", ".join(item.gold),
        }

    def verdicts(self, item: Item, detail: Verdict, raw: str) -> tuple[list[Check], list[Span]]:
        right = ", ".join(item.gold)
        if detail.answer is None:
            return [Check("bad", "no answer", f"expected {right}")], []
        words = ", ".join(detail.answer) or "nobody"
        checks = [Check("good" if detail.right else "bad", "read as", f"{words}; right is {right}")]
        marks = {name: "good" if name in item.gold else "bad" for name in detail.answer}
        return checks, [span for name, mark in marks.items() for span in spans_of(raw, [name], mark)[-1:]]


PAGES = _Company(__file__)
