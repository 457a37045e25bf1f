"""Pages of the simulation track: what every check demands of a reply."""

from collections.abc import Sequence
from typing import Any

from interplay.tracks.simulation import checks as rules
from interplay.tracks.simulation.records import Host, Script
from interplay.tracks.simulation.scores import Graded
from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.texts import Span, alone_in, quoted, sentence
from interplay_lab.site.views.replies import Check

_HOSTING = ("Each probe is answered in the form that is asked for", "The secret that is shown fits all answers")


class _Simulation(TrackPages):
    def beside(self, item: Script | Host, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        return {
            "checked": True,
            "unjudged": item.decided_by == "judge",
            "reference_title": "A reply that passes",
            "reference": item.reference,
        }

    def verdicts(self, item: Script | Host, detail: Graded, raw: str) -> tuple[list[Check], list[Span]]:
        checks, spans = [], list[Span]()
        last = "Nothing beside the answer contradicts it or is forbidden by the brief"
        demands = _HOSTING if isinstance(item, Host) else (*map(rules.rule, item.checks), last)
        for check, rule in zip(detail.results, demands, strict=False):  # talk is judged last, where it can be
            passed = check.result.verdict == "pass"
            reasons = [rule] if passed else [rule, check.result.reason or "it fails"]
            checks.append(Check("good" if passed else "bad", check.role, " ".join(map(sentence, reasons))))
            if not passed:
                spans += alone_in(raw, quoted(check.result.reason), "bad")
        return checks, spans


PAGES = _Simulation(__file__)
