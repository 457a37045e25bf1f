"""Pages of the simulation track: what every check demands of a reply."""

from collections.abc import Sequence
from typing import Any

from interplay.tracks.simulation import checks as rules
from interplay.tracks.simulation.records import Host, Script
from interplay.tracks.simulation.scores import Graded
from interplay_lab.site.presentation import ECHO, SILENT, Attempts, TrackPages
from interplay_lab.site.texts import Span, alone_in, quoted, sentence
from interplay_lab.site.views.replies import Check

_HOSTING = ("Each probe is answered in the form that is asked for", "The secret that is shown fits all answers")
_FAULTY = "Sends a wrong reply on {} of 100 items, the reference on the others."


class _Simulation(TrackPages):
    about = "dialogues continued as the terminal, ledger or board that the user asked for"
    programs = {
        "reference": "Sends the reference.",
        "empty": SILENT,
        "echo": ECHO,
        "refuse": "Says politely that it cannot help.",
        "constant": "Sends the word “none”.",
        "longest": "Sends the longest reply of the dialogue so far.",
        "last-reply": "Sends the last reply of the dialogue again.",
        "earlier-reply": "Sends the last reply but one of the dialogue again.",
        "template": "Sends a fixed text in the form that the task asks for.",
        "faulty-25": _FAULTY.format(25),
        "faulty-50": _FAULTY.format(50),
        "faulty-75": _FAULTY.format(75),
    }
    requests = {
        "last_only": "the last one of a dialogue",
        "first_challenging": "the first one at which a simulator failed",
        "subsequent_challenging": "one after a simulator's error, which stays in the dialogue",
        "host": "probes of a guessing game, then the demand to show the secret",
    }
    deciders = {
        "program": "checks grade figures, names and form",
        "judge": "checks test constraints only; a judge rates the meaning",
    }
    keys = {
        "subset": ("subset", {"hard": "some simulator failed here or before", "easy": "no simulator had failed"}),
        "script_type": ("request", requests),
        "decided_by": ("decided by", deciders),
        "kind": ("kind", {"stateful": "replies depend on earlier requests", "stateless": "requests are independent"}),
    }

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


PAGES = _Simulation()
