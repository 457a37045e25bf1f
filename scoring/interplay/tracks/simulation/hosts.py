"""Hosts of guessing games: one secret has to fit all answers and be shown; only answers stay in the conversation."""

import re
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

from interplay.core.records import Message
from interplay.core.replies import read, visible
from interplay.tracks.simulation.checks import Result
from interplay.tracks.simulation.checks.reading import body
from interplay.tracks.simulation.records import Host, Prediction, Probe, Role
from interplay.tracks.simulation.scores import CheckResult, Graded

_ANSWER = re.compile(r"^\W{0,9}answer\W{0,9}[:=](.{0,200})$", re.IGNORECASE | re.MULTILINE)
_ROW = re.compile(r"[\d\s|]{0,9}([.#](?:[\s|]{0,3}[.#]){0,30})[\s|]{0,9}")
_DRESS = " \t\r*_`\"'.!-•"


def answers(host: Host, raws: Sequence[str]) -> dict[str, str]:
    """Return the answers that replies give, up to the first that has none in the form, by the probes that were put."""
    past: dict[str, str] = {}
    for raw in raws:
        lines, probe = _ANSWER.findall(visible(raw)), following(host, past)
        words = re.findall(r"\w+", lines[-1].casefold()) if lines else []
        known = [word for word in words if word in (*host.answers, *host.marked_answer)]
        if probe is None or len({*known}) != 1 or words[0] not in known:
            break
        past[probe.key] = words[0]
    return past


def following(host: Host, past: Mapping[str, str]) -> Probe | None:
    """Return what is asked after these answers, every other time near the last lead; nothing where all was asked."""
    left = {probe.key: probe for probe in host.probes if probe.key not in past}
    near = {probe.key: probe.near for probe in host.probes}
    leads = [key for key, word in reversed([*past.items()]) if word != host.answers[0] and len(past) % 2]
    chosen = next((left[key] for lead in leads for key in near[lead] if key in left), next(iter(left.values())))
    return chosen if len(past) < host.asked else None


def follow(host: Host, raws: Sequence[str]) -> tuple[Message, ...]:
    """Return the last answer and the next request; nothing after a reply without an answer, as the last one is."""
    past = answers(host, raws)
    if len(past) < len(raws):
        return ()
    probe = following(host, past)
    kept = Message(role="assistant", content=f"Answer: {[*past.values()][-1]}")
    return kept, Message(role="user", content=probe.text if probe else host.demand)


def right(host: Host, raws: Sequence[str]) -> str:
    """Return what a host with the secret of the item says after these replies."""
    probe, secret = following(host, answers(host, raws)), secret_of(host, host.reference) or set()
    return f"Answer: {due(host, secret, probe)}" if probe else host.reference


def due(host: Host, secret: Set[str], probe: Probe) -> str:
    """Return the answer of a host with this secret."""
    is_marked = host.marked_answer and probe.key in secret
    return host.marked_answer[0] if is_marked else host.answers[len(secret & {*probe.cells})]


def secret_of(host: Host, raw: str) -> set[str] | None:
    """Return the cells of the secret that a reply shows, nothing where it shows none that the rules allow."""
    lines = body(visible(raw)).split("\n")
    if host.size:
        rows = ["".join(c for c in row[1] if c in ".#") for line in lines if (row := _ROW.fullmatch(line))]
        cells = [f"{chr(65 + x)}{y}" for y, row in enumerate(rows, 1) for x, c in enumerate(row) if c == "#"]
        is_legal = [len(row) for row in rows] == [host.size] * host.size and _fits(rows, host.groups)
    else:
        names = {cell.casefold(): cell for probe in host.probes for cell in probe.cells}
        cells = [names[name] for line in lines if (name := line.strip(_DRESS).casefold()) in names]
        is_legal = len({*cells}) == len(cells)
    return {*cells} if is_legal and len(cells) == host.marked else None


def grade(host: Host, prediction: Prediction) -> Graded:
    """Return whether all replies have their form, and whether the secret shown is allowed and fits all answers."""
    *raws, last = (*prediction.earlier, prediction.response or "")
    past = answers(host, raws)
    form = "" if len(past) == len(raws) == host.asked else f"found {len(past)} answers, expected {host.asked}"
    problem = form or _contradiction(host, past, last)
    pairs: tuple[tuple[str, Role, str], ...] = (("answers", "format", form), ("secret", "content", problem))
    results = tuple(CheckResult(kind, role, Result("fail" if text else "pass", text)) for kind, role, text in pairs)
    return Graded(results, not problem, None, not form, not problem, sum(read(raw).blocks for raw in (*raws, last)))


def _contradiction(host: Host, past: Mapping[str, str], raw: str) -> str:
    """Return why the secret that a reply shows is not the one that gave the answers, or nothing."""
    secret = secret_of(host, raw)
    if secret is None:
        return "found no secret that the rules allow, expected one"
    rights = ((p.key, due(host, secret, p)) for p in host.probes if p.key in past)
    wrong = ((key, text) for key, text in rights if text != past[key])
    return next((f"found {past[key]!r} for {key}, expected {text!r} with the secret shown" for key, text in wrong), "")


def _fits(rows: Sequence[str], groups: Sequence[int]) -> bool:
    """Return whether marked cells form straight groups of these sizes that do not touch, not even at corners."""
    lines = (*rows, *map("".join, zip(*rows, strict=True)))
    sizes = sorted(len(run) for line in lines for run in line.split(".") if len(run) > 1)
    corners = (a[x] + b[x + 1] + " " + a[x + 1] + b[x] for a, b in pairwise(rows) for x in range(len(a) - 1))
    return not groups or (sizes == sorted(groups) and not any("##" in pair for pair in corners))
