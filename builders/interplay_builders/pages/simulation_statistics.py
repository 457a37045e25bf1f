"""The tables of the track card, made from the data.

interplay-build page simulation_statistics > cards/simulation-statistics.md
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import get_args

import click

from interplay.tables.numbers import UNDEFINED, percent
from interplay.tracks.simulation.records import Role, Script, Task
from interplay.tracks.simulation.scores import grade
from interplay_builders.pages._markdown import table
from interplay_builders.release import sources
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import Text, read
from interplay_builders.tracks.simulation.gates import filler, gates, language

TYPES = ("last_only", "first_challenging", "subsequent_challenging")
ROLES = get_args(Role)
PAPER = (225, 93, 182)
"""Scripts of each type in the paper (section 4.2.2)."""
_table = partial(table, align="lr")


def page(scripts: Sequence[Script], tasks: Sequence[Task], texts: Sequence[Text] = ()) -> str:
    """Return the page: what the track holds, and what its checks reject, as Markdown tables.

    *texts* are the files of the tasks, which say of users what no row does.
    """
    parts = (
        ("Tasks by kind and family", _tasks(scripts, tasks)),
        ("Scripts by type", _types(scripts)),
        ("Checks by kind", _checks(scripts)),
        ("Planted wrong replies", _planted(scripts)),
        ("Uninformed replies", _ignorant(scripts)),
        ("Nonsense that checks do not detect", _nonsense(scripts)),
        ("Words of references that can be nonsense", _loose(scripts)),
        ("Language of the briefs", _language(tasks)),
        ("Users of the briefs", _users(texts)),
        ("Lengths and turns", _lengths(scripts, tasks)),
        ("Strategies of the user's requests", _strategies(scripts)),
    )
    text = "# Simulation: statistics\n\nPrinted by `interplay-build page simulation_statistics`.\n"
    return text + "".join(f"\n## {title}\n\n{lines}\n" for title, lines in parts)


def _tasks(scripts: Sequence[Script], tasks: Sequence[Task]) -> str:
    with_content = {script.item_id.split("/")[0] for script in scripts if _has(script, "content")}
    counts = {}
    for family in sorted({task.family for task in tasks}):
        members = [task for task in tasks if task.family == family]
        kinds = Counter(task.kind for task in members)
        checked = sum(task.item_id in with_content for task in members)
        asked = sum(script.family == family for script in scripts)
        counts[family] = (kinds["stateless"], kinds["stateful"], len(members), checked, asked)
    total = map(sum, zip(*counts.values(), strict=True)) if counts else (0,) * 5
    rows = [*((family, *row) for family, row in counts.items()), ("all", *total)]
    return _table(("family", "stateless", "stateful", "tasks", "with content checks", "scripts"), rows)


def _types(scripts: Sequence[Script]) -> str:
    rows = []
    for script_type, papers in (*zip(TYPES, PAPER, strict=True), ("all", sum(PAPER))):
        members = [script for script in scripts if script_type in {script.script_type, "all"}]
        kinds = Counter(script.kind for script in members)
        shares = (_share(len(members), len(scripts)), _share(papers, sum(PAPER)))
        content = sum(_has(script, "content") for script in members)
        rows.append((script_type, len(members), kinds["stateless"], kinds["stateful"], content, *shares))
    heads = ("script type", "scripts", "stateless", "stateful", "with content checks", "share", "share in the paper")
    return _table(heads, rows)


def _checks(scripts: Sequence[Script]) -> str:
    counts = Counter((check.kind, check.role) for script in scripts for check in script.checks)
    totals = Counter(check.role for script in scripts for check in script.checks)
    rows = [(kind, *(counts[kind, role] for role in ROLES)) for kind in sorted({kind for kind, _ in counts})]
    return _table(("kind of check", *ROLES), [*rows, ("all", *(totals[role] for role in ROLES))])


def _planted(scripts: Sequence[Script]) -> str:
    rows = []
    for family in (*sorted({script.family for script in scripts if script.planted}), "all"):
        members = [script for script in scripts if family in {script.family, "all"}]
        verdicts = Counter(_rejected_by(script, reply) for script in members for reply in script.planted)
        content, form, total = verdicts["content"], verdicts["format"], verdicts.total()
        rows.append((family, total, content, form, _share(content + form, total)))
    return _table(("family", "planted", "rejected by content", "by format alone", "rejected"), rows)


def _ignorant(scripts: Sequence[Script]) -> str:
    """Return how many constant, copied and chatty replies fail, where a check could fail them."""
    replies, failed = Counter[str](), Counter[str]()
    for script in scripts:
        for wrong in gates.must_fail(script) if script.checks else ():
            if not wrong.name.startswith("planted"):
                replies[wrong.name] += 1
                failed[wrong.name] += not grade(script, wrong.reply).strict
    rows = [(name, count, failed[name], _share(failed[name], count)) for name, count in replies.items()]
    repeats = sum(map(gates.repeats, scripts))
    rows.append(("the earlier reply that is the answer", repeats, 0, _share(0, repeats)))
    return _table(("reply", "scripts", "rejected", "share"), rows)


def _nonsense(scripts: Sequence[Script]) -> str:
    """Return how many scripts take a right reply with half of its words or more replaced by filler."""
    rows = []
    for name, words in (("one word over and over", filler.constant), ("twenty words in turn", filler.many)):
        members = filler.accepting(scripts, words)
        tasks = {script.task_id for script in members}
        rows.append((name, len(members), len(tasks), _share(len(members), len(scripts))))
    return _table(("half of all words replaced by", "scripts that accept it", "of tasks", "share"), rows)


def _loose(scripts: Sequence[Script]) -> str:
    """Return how many words of references can be nonsense of their own length, one after the other, unnoticed."""
    rows = []
    for decider in ("program", "judge"):
        members = [script for script in scripts if script.decided_by == decider and script.checks]
        for family in (*sorted({script.family for script in members}), "all"):
            counts = [filler.loose(script) for script in members if family in {script.family, "all"}]
            words, nonsense = sum(words for words, _ in counts), sum(nonsense for _, nonsense in counts)
            rows.append((decider, family, len(counts), words, nonsense, _share(nonsense, words)))
    return _table(("decided by", "family", "scripts", "words", "can be nonsense", "share"), rows)


def _language(tasks: Sequence[Task]) -> str:
    """Return the measures of the briefs beside those of SimulBench's, which were measured once and kept."""
    theirs = language.simulbench()
    ours = language.measured([task.brief for task in tasks]) if len(tasks) > 1 else dict.fromkeys(theirs, UNDEFINED)
    return _table(("of the briefs", "Interplay", "SimulBench"), [(name, ours[name], theirs[name]) for name in ours])


def _users(texts: Sequence[Text]) -> str:
    places = language.by_continent([text.country for text in texts])
    styles = Counter(style for text in texts for style in text.style)
    rows = [*sorted(places.items()), *((f"style: {name}", count) for name, count in sorted(styles.items()))]
    return _table(("users from", "briefs"), [*rows, ("name sources", sum(bool(text.sources) for text in texts))])


def _lengths(scripts: Sequence[Script], tasks: Sequence[Task]) -> str:
    lengths = {
        "words of a brief": [len(task.brief.split()) for task in tasks],
        "turns of a script": [script.turns for script in scripts],
        "characters of a script's messages": [sum(len(m.content) for m in s.messages) for s in scripts],
        "characters of the last request": [len(script.messages[-1].content) for script in scripts],
        "characters of a reference": [len(script.reference) for script in scripts if script.checks],
        "checks of a script": [len(script.checks) for script in scripts],
    }
    of: tuple[Callable[[list[int]], float], ...] = (min, median, max)
    rows = [(name, *(f"{f(sizes):g}" if sizes else UNDEFINED for f in of)) for name, sizes in lengths.items()]
    turns = Counter(script.turns for script in scripts)
    rows += [(f"scripts of {n} turns", "", str(turns[n]), "") for n in sorted(turns)]
    return _table(("what", "least", "median", "most"), rows)


def _strategies(scripts: Sequence[Script]) -> str:
    last: Counter[str] = Counter(script.strategies[-1] for script in scripts)
    rows = [(name, count, _share(count, len(scripts))) for name, count in sorted(last.items())]
    return _table(("strategy of the last request", "scripts", "share"), rows)


def _rejected_by(script: Script, reply: str) -> str:
    verdict = grade(script, reply)
    return "accepted" if verdict.strict else "content" if verdict.content is False else "format"


def _has(script: Script, role: str) -> bool:
    return any(check.role == role for check in script.checks)


def _share(count: int, of: int) -> str:
    return percent(count / of if of else None)


def released() -> str:
    """Return the page of the release that the builders make."""
    known = sources.identity()
    scripts, tasks = (file.rows for file in build.standard(known.canary).files)
    texts = [read(path) for path in enacting.files()]
    return page([s for s in scripts if isinstance(s, Script)], [t for t in tasks if isinstance(t, Task)], texts)


@click.command(name="simulation_statistics", short_help="What the simulation track holds, and what it rejects.")
def command() -> None:
    """Print the tables of the simulation track, made from its tasks and scripts.

    \b
    interplay-build page simulation_statistics
    interplay-build page simulation_statistics > cards/simulation-statistics.md
    """
    click.echo(released(), nl=False)
