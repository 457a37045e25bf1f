"""The estimate of a run that ``--dry-run`` prints."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.messages import say_json
from interplay.tables.table import Cell, tabulate
from interplay.tables.terminal import say_text, show

if TYPE_CHECKING:
    from interplay.running.plan import Part, Plan

HEADINGS = ("episodes", "calls", "at most", "prompt tokens", "completion tokens")


def say_plan(plan: "Plan", *, has_opponent: bool, as_json: bool) -> None:
    """Print a line for each part, a total, the cost, and how these were estimated."""
    if as_json:
        say_json(plan)
        return
    say_text(f"{plan.track}, scaffold {plan.scaffold}: {plan.total.episodes:,} episodes of {plan.items:,} items\n")
    parts = plan.parts if len(plan.parts) > 1 else ()
    say_table(("part", *HEADINGS), ((part.name, *numbers(part)) for part in (*parts, plan.total)))
    click.echo()
    for note in _notes(plan, has_opponent=has_opponent):
        say_text(note, is_prose=True)


def say_table(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Print a table; on a terminal that is too narrow, in blocks below each other."""
    show(tabulate(headings, rows), boxed=False)


def numbers(part: "Part") -> tuple[str, ...]:
    """Return what a part takes, for a row under ``HEADINGS``."""
    least, full = part.expected, part.full
    counts = (part.episodes, least.calls, part.most.calls, least.prompt_tokens)
    return *(f"{count:,}" for count in counts), f"{least.completion_tokens:,} to {full.completion_tokens:,}"


def _notes(plan: "Plan", *, has_opponent: bool) -> Iterator[str]:
    total = plan.total
    costs = (total.expected.cost, total.full.cost, total.most.cost)
    if None not in costs:
        least, full, most = (f"${cost:,.2f}" for cost in costs)
        yield f"Cost: about {least} to {full}, at most about {most}."
    else:
        yield "Add --price IN/OUT (US dollars per million tokens) for the cost."
    yield (
        "Estimates: calls and lengths are averages of the release's bot runs, in which every reply is parsed; an\n"
        'unparsable reply takes one more call. "at most": every attempt at every decision fails.'
    )
    if plan.scaffold_tokens is not None:
        most = f"{plan.scaffold_tokens:,} per request on average, the maximum"
        yield f"Completion tokens: {most} that the\nscaffold {plan.scaffold} requests."
    else:
        limit = f"replies of {plan.limit:,} tokens, the limit (--max-tokens)"
        yield f"Completion tokens: from short replies without reasoning to\n{limit}, which reasoning models may reach."
    if has_opponent:
        yield "The opponent's requests are not included; expect about as many."
    yield "Nothing was sent."
