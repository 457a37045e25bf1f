"""The estimate of an arena that ``interplay arena --dry-run`` prints."""

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.messages import say_json
from interplay.cli.shared.plans import say_table
from interplay.core.text import counted

if TYPE_CHECKING:
    from interplay.running.plan import Part
    from interplay_lab.arena.plan import ArenaPlan, Stage

_ARENA_HEADS = ("system", "requests", "at most", "prompts", "reply tokens", "cost", "at most")


def say_arena(plan: "ArenaPlan", *, as_json: bool) -> None:
    """Print the estimates of one sweep, of the fewest and of the most sweeps, and how they were made."""
    if as_json:
        say_json(plan)
        return
    click.echo(f"{len(plan.systems)} systems, {plan.ordered_pairs} ordered pairs\n")
    _say_stage("One sweep", plan.sweep)
    if plan.fewest is not None:
        _say_stage(f"Minimum, {counted(plan.fewest.sweeps, 'sweeps')}", plan.fewest)
    _say_stage(f"Maximum, {counted(plan.most.sweeps, 'sweeps')}", plan.most)
    click.echo("\n".join(fill(note, 80, break_on_hyphens=False) for note in _arena_notes(plan)))


def _say_stage(name: str, stage: "Stage") -> None:
    shares = [(share.system, share.part, share.is_person) for share in stage.shares if share.part is not None]
    click.echo(f"{name}: {stage.matches:,} matches, {stage.each:,} of each system")
    if shares:
        say_table(_ARENA_HEADS, (_share(*share) for share in shares))
    click.echo()


def _share(system: str, part: "Part", is_person: bool) -> tuple[str | None, ...]:
    least, full, most = part.expected, part.full, part.most
    asked = system, _short(least.calls), _short(most.calls)
    if is_person:
        return (*asked, *("–",) * 4)
    replies = f"{_short(least.completion_tokens)} to {_short(full.completion_tokens)}"
    about = "–" if least.cost is None else f"{_money(least.cost)} to {_money(full.cost)}"
    return (*asked, _short(least.prompt_tokens), replies, about, _money(most.cost))


def _money(cost: float | None) -> str:
    return "–" if cost is None else f"{cost:,.2f}" if cost < 100 else _short(round(cost))


def _short(number: int) -> str:
    """Return a number in three figures or so."""
    for size, unit in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return str(number)


def _arena_notes(plan: "ArenaPlan") -> Iterator[str]:
    wanted = f"{plan.min_matches:,} matches of each system" + (" in each game" if plan.until == "trueskill" else "")
    if plan.fewest is None:
        yield f"There are too few sweeps for {wanted} (--min-matches), so ratings cannot converge."
    else:
        yield f"Minimum: the sweeps that give {wanted} (--min-matches)."
    if silent := [share.system for share in plan.sweep.shares if share.part is None]:
        yield f"No requests are sent to {', '.join(silent)}."
    if plan.unrated_games:
        yield f"Matches of {' and '.join(plan.unrated_games)} are included but pay a sum and cannot be rated (--game)."
    yield (
        "Estimates: calls and lengths are averages of the release's bot runs, in which every reply is parsed. "
        '"at most": every attempt at every decision fails. Reply tokens: from short replies without reasoning to '
        f"{plan.max_reply_tokens:,} each, the limit (--max-tokens), which reasoning models may reach. Cost: in the "
        "currency of --price. Matches that DIR already holds are not deducted. Nothing was sent."
    )
