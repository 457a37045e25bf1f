"""Hosts of guessing games: one secret has to fit all answers and be shown; only answers stay in the conversation."""

import re
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

from interplay.core.records import Message
from interplay.core.replies import read, visible
from interplay.core.text import quoted
from interplay.tracks.simulation.checks import Result
from interplay.tracks.simulation.checks.reading import body
from interplay.tracks.simulation.records import Host, Prediction, Probe, Role
from interplay.tracks.simulation.scores import CheckResult, Graded

_LABEL = re.compile(r"(?im)^[^\w\n]{0,9}(?:\w+ ){0,2}answer[*_ ]{0,9}(?:[:\uff1a=-]| is )[\s*_`\"'>#]{0,40}(.{1,200})$")
_WORD = re.compile(r"(?<!\w)-\d+|(?<!\w)\d+(?:[.,]\d+)?(?!\w)|\b[^\W\d_]+")
_DENIED = re.compile(r"\b(?:not|never|cannot)\b|n['\u2019]t\b")
_WHOLE = re.compile(r"(\d)\s*(?:/|(?:out )?of(?: the)?)\s*(?:\d+|two|three|four)\b")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SYNONYMS = {word: str(number) for number, word in enumerate(_NUMBERS)} | {"both": "2", "missed": "miss"}
_SYNONYMS |= dict.fromkeys(("no", "none", "nobody", "neither", "nothing"), "0") | {"yeah": "yes", "nope": "no"}
_ROW = re.compile(r"(?:[\s|]{0,9}\d{1,2}(?:[.:)](?=\s))?)?[\s|]{0,9}([.#](?:[\s|]{0,3}[.#]){0,30})[\s|]{0,9}")


def answers(host: Host, raws: Sequence[str]) -> dict[str, str]:
    """Return the answers that replies give, up to the first that has none, by the probes that were put."""
    past: dict[str, str] = {}
    for raw in raws:
        probe = following(host, past)
        if probe is None or not (answer := answer_of(host, probe, raw)):
            break
        past[probe.key] = answer
    return past


def answer_of(host: Host, probe: Probe, raw: str) -> str:
    """Return the one answer in a reply's last line with the label, or in its only line; empty where it has none."""
    text = visible(raw)
    lines = _LABEL.findall(text) or [line for line in text.split("\n") if line.strip("`\r ")]
    line = lines[-1].casefold() if lines and (len(lines) == 1 or _LABEL.search(text)) else ""
    line = _WHOLE.sub(r"\1", re.sub(r"\bno mine\b", "", line.replace("no one", "nobody")))
    known, asked, values = (*host.answers, *host.marked_answer), {*_WORD.findall(probe.text.casefold())}, list[str]()
    for word in _WORD.finditer(line):
        value = word[0] if word[0] in known else _SYNONYMS.get(word[0], word[0])
        if value not in known and not (value[-1].isdigit() and "0" in known):
            continue
        if not values and _DENIED.search(line, 0, word.start()):
            return ""
        if not values or (word[0] not in asked and value not in host.marked_answer):
            values.append(value)
    return values[0] if len({*values}) == 1 and values[0] in known else ""


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
    cells, problem = _revealed(host, raw)
    return None if problem else {*cells}


def _revealed(host: Host, raw: str) -> tuple[list[str], str]:
    """Return the cells that a reply shows, drawn or named, and why they are no secret of the game, or nothing."""
    text = body(visible(raw))
    rows = [re.sub("[^.#]", "", row[1]) for line in text.split("\n") if host.size and (row := _ROW.fullmatch(line))]
    cells = [f"{chr(65 + x)}{y}" for y, row in enumerate(rows, 1) for x, c in enumerate(row) if c == "#"]
    if rows and [len(row) for row in rows] != [host.size] * host.size:
        return cells, f"found {len(rows)} rows of up to {max(map(len, rows))}, expected {host.size} of {host.size}"
    if not rows:
        cells = [] if _DENIED.search(text.casefold()) else _named(host, text)
        rows = ["".join(".#"[f"{chr(65 + x)}{y + 1}" in cells] for x in range(host.size)) for y in range(host.size)]
    if len(cells) != host.marked or len({*cells}) < len(cells):
        return cells, f"found {len(cells)} cells or names of a secret, expected {host.marked} different ones"
    return cells, "" if _fits(rows, host.groups) else f"expected straight ships of {host.groups} that do not touch"


def _named(host: Host, text: str) -> list[str]:
    """Return the squares or names in a text, where cards may be written as two of hearts."""
    if host.size:
        return re.findall(r"\b[A-Z]\d{1,2}\b", text.upper())
    names = {cell.casefold(): cell for probe in host.probes for cell in probe.cells}
    text = re.sub(r"\b\w+(?= of )", lambda rank: _SYNONYMS.get(rank[0], rank[0]), text.casefold())
    return [names[name] for name in re.findall(rf"\b(?:{'|'.join(map(re.escape, names))})\b", text)]


def grade(host: Host, prediction: Prediction) -> Graded:
    """Return whether all replies have their form, and whether the secret shown is allowed and fits all answers."""
    *raws, last = (*prediction.earlier, prediction.response or "")
    past, form = answers(host, raws), ""
    if not len(past) == len(raws) == host.asked:
        form = f"found {len(past)} answers, expected {host.asked}; the next reply is {quoted((*raws, last)[len(past)])}"
    problem = form or _contradiction(host, past, last)
    pairs: tuple[tuple[str, Role, str], ...] = (("answers", "format", form), ("secret", "content", problem))
    results = tuple(CheckResult(kind, role, Result("fail" if text else "pass", text)) for kind, role, text in pairs)
    return Graded(results, not problem, None, not form, not problem, sum(read(raw).blocks for raw in (*raws, last)))


def _contradiction(host: Host, past: Mapping[str, str], raw: str) -> str:
    """Return why the secret that a reply shows is not the one that gave the answers, or nothing."""
    cells, problem = _revealed(host, raw)
    probes = {probe.key: probe for probe in host.probes}
    for number, (key, answer) in enumerate(past.items() if not problem else (), 1):
        if (right := due(host, {*cells}, probes[key])) != answer:
            asked = f"answer {number}, to {quoted(probes[key].text)}"
            return f"found {answer!r} in {asked}, expected {right!r} with the secret shown"
    return problem


def _fits(rows: Sequence[str], groups: Sequence[int]) -> bool:
    """Return whether marked cells form straight groups of these sizes that do not touch, not even at corners."""
    lines = (*rows, *map("".join, zip(*rows, strict=True)))
    sizes = sorted(len(run) for line in lines for run in line.split(".") if len(run) > 1)
    corners = (a[x] + b[x + 1] + " " + a[x + 1] + b[x] for a, b in pairwise(rows) for x in range(len(a) - 1))
    return not groups or (sizes == sorted(groups) and not any("##" in pair for pair in corners))
