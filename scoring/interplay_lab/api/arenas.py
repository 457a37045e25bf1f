"""Several systems against each other until their ratings hold still."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Unpack

from msgspec.structs import asdict, replace

from interplay.api.opening import AnyPath, Dataset, opened, several, waited
from interplay.core.errors import BudgetError, RecordError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.ratings.files import rate_paths
from interplay.ratings.report import RatingPlan
from interplay.running.budget import Budget, Pace
from interplay.running.options import OnStart
from interplay.submissions import reading
from interplay.systems.base import HUMAN, Model
from interplay.systems.spec import Asking, Rates, SystemSpec, cost
from interplay.tracks.games.track import TRACK
from interplay_lab.arena import configurations, entrants, loop, schedule
from interplay_lab.arena.configurations import ArenaSpec, Competitor
from interplay_lab.arena.folder import RATINGS, Folder
from interplay_lab.arena.plan import ArenaPlan, plan
from interplay_lab.arena.records import FORMAT, Arena, ArenaStopped, Outcome
from interplay_lab.arena.stopping import Until
from interplay_lab.site import pages as site_pages
from interplay_lab.site import tournament
from interplay_lab.site.scored import entries, score_all

SITE = "site"


def arena(
    systems: Iterable[str | Model],
    output: AnyPath,
    *,
    suite: str | None = None,
    games: str | Iterable[str] = (),
    config: AnyPath | None = None,
    changes: Mapping[str, int] | None = None,
    seed: int = 0,
    until: Until = "trueskill",
    min_matches: int = 51,
    tolerance: float | None = None,
    sweeps: int | None = None,
    concurrency: int = 8,
    max_calls: int | None = None,
    max_cost: float | None = None,
    price: Rates | None = None,
    requests_per_minute: float | None = None,
    html: bool = False,
    release: Dataset = None,
    on_progress: Callable[[int, int], None] = noop,
    **asked: Unpack[Asking],
) -> Outcome:
    """Play systems against each other until their ratings hold still. The same call resumes an interrupted one.

    Every ordered pair plays the same frozen matches, so that both orders of a pair are each other's mirror.

    Args:
        systems: Models as ``run`` takes them, bots among them (``bot:strong``), names of systems in *config*, or
            objects with ``system``, ``reply`` and ``close``.
        output: The folder to fill: a submission for each ordered pair, ``arena.json``, and ``ratings.json`` at the end.
        suite: Only games of this suite, ``llmarena`` or ``gamebench``.
        games: Only this game, or these.
        config: A TOML file that names systems with scaffolds, servers, temperatures and prices; without *systems* all
            of them play.
        changes: Other options of the games' rules, such as ``{"hints": 0}``, for both sides of every match.
        seed: Which matches come first.
        until: ``trueskill``, LLMArena's rule, by game; or ``bt``, Bradley-Terry over all games.
        min_matches: How many every system has to play, with ``trueskill`` in each game.
        tolerance: The largest change of a rating in a sweep that is quiet; 1.5 TrueSkill points or 0.4 log-odds.
        sweeps: The most sweeps; by default as many as there are matches for.
        concurrency: Matches that are played at once.
        max_calls: End before more requests than this are sent; what was replied is kept.
        max_cost: End before more US dollars than this are spent, by *price* or the prices in *config*.
        price: US dollars for a million tokens of prompts, and of replies, of models without a price of their own.
        requests_per_minute: Send no more than this, to all systems together.
        html: Write pages of the folder into its subfolder ``site``.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the numbers of matches done and of all in the sweeps so far.
        **asked: How models are asked that do not say otherwise, such as ``base_url`` and ``temperature``: see ``run``.

    Returns:
        How it ended: ``arena.progress`` with the rule and each sweep's largest change, ``ratings`` as ``rate`` returns
        them for the folder's submissions, ``files``, and what was sent.

    Raises:
        UnknownName: There is no such system, game, suite or option, or two systems share a name.
        OutputError: *output* is another arena's, or cannot be written.
        BudgetError: A limit is reached, or a system gives no replies; the same call resumes. Where matches are
            finished it is an ``ArenaStopped``, with the ratings so far in ``outcome``.
        ValueError: There is neither *suite* nor *games*, or a number is out of range.

    Example:
        >>> import interplay
        >>> outcome = interplay.arena(["bot:random", "bot:strong"], "arena", games="tictactoe", min_matches=4)
        >>> outcome.arena.progress.status
        'converged'
        >>> outcome.ratings.groups[0].bradley_terry.rated
        ('bot-strong', 'bot-random')
    """
    spec = ArenaSpec(
        suite=suite, games=several(games), options=tuple(sorted((changes or {}).items())), seed=seed, until=until,
        min_matches=min_matches, tolerance=tolerance, sweeps=sweeps, concurrency=concurrency, max_calls=max_calls,
        max_cost=max_cost, price=price, requests_per_minute=requests_per_minute,
    )  # fmt: skip
    outcome = played(systems, Path(output), spec, SystemSpec(model="", **asked), opened(release), config, on_progress)
    if html:
        pages(outcome, Path(output), release)
    return outcome


def played(
    systems: Iterable[str | Model],
    output: Path,
    spec: ArenaSpec,
    asked: SystemSpec,
    release: Release,
    config: AnyPath | None = None,
    on_progress: Callable[[int, int], None] = noop,
    on_sweep: loop.OnSweep = noop,
    on_message: Callable[[str], None] = noop,
    *,
    on_start: OnStart = noop,
) -> Outcome:
    """Play an arena as ``arena`` does, with systems *asked* so where they do not say otherwise; write its ratings.

    *on_sweep* is called after each sweep, *on_message* with what a person may not expect, and about waits,
    *on_start* when a pair starts, as by a run.
    """
    given = list(systems)
    chosen: list[Competitor | Model] = [system for system in given if not isinstance(system, str)]
    named, matches = _read([name for name in given if isinstance(name, str)], spec, asked, release, config)
    chosen += named if len(chosen) < len(given) or not given else ()
    till = _till(chosen, spec, asked)
    entered = entrants.entrants(chosen, till, spec.price, on_message)
    folder = Folder(output, [entrant.name for entrant in entered])
    begun = Arena(
        format=FORMAT,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        suite=spec.suite,
        games=spec.games,
        options=matches.rule.options,
        seed=spec.seed,
        until=spec.until,
        systems=tuple(entrant.agent.system for entrant in entered),
        hints=matches.hint_settings({entrant.name: entrant.hints for entrant in entered}),
        open="not finished",
    )
    folder.begin(begun)
    _announce(entered, matches, on_message)

    async def work() -> Outcome:
        calls = loop.Calls(spec.max_calls)
        hall = loop.Hall(release, folder, entered, matches, spec.concurrency, calls, on_start)
        rated = partial(_rated, folder=folder, release=release, calls=calls, till=till, entered=entered)
        try:
            return rated(await loop.play(hall, begun, spec.rule(matches.most), on_progress, on_sweep))
        except BudgetError as error:
            if count := sum(len(reading.read(path)[1]) for path in folder.submissions()):
                arena = folder.read()
                folder.write(arena := replace(arena, more=count - arena.matches))
                with suppress(RecordError):  # there is no match yet that somebody won or lost
                    raise ArenaStopped(str(error), rated(arena)) from None
            raise
        finally:
            await entrants.close(entered)

    return waited(work)


def _announce(
    entered: Sequence[entrants.Entrant], matches: schedule.Schedule, on_message: Callable[[str], None]
) -> None:
    """Say what a person may not expect of an arena."""
    if matches.unrated:
        names, rest = " and ".join(matches.unrated), " ".join(f"--game {game}" for game in matches.games)
        on_message(f"matches of {names} pay a sum and cannot be rated; to omit them, name the other games: {rest}")
    if hinted := [f"{x.name} {'on' if x.hints else 'off'}" for x in entered if x.hints is not None]:
        where = "without effect: no game here lists the legal moves"
        if matches.hinted:
            others = "; the other games have none" if set(matches.games) - set(matches.hinted) else ""
            where = f"in {' and '.join(matches.hinted)}{others}"
        on_message(f"hints: {', '.join(hinted)}, {where}")


def pages(outcome: Outcome, output: Path, release: Dataset = None, workers: int = 1, cache: Path | None = None) -> Path:
    """Write pages of an arena's submissions into its folder, the standing first; return the one to open first."""
    files, folder, dataset = [Path(path) for path in outcome.files], output / SITE, opened(release)
    site_pages.check(folder)
    scored = score_all(files, dataset, processes=workers, folder=cache)
    tournament.write_pages(entries(files, scored), outcome.arena, outcome.ratings, folder, dataset)
    return folder / "index.html"


def planned(
    systems: Iterable[str], spec: ArenaSpec, asked: SystemSpec, release: Release, config: AnyPath | None = None
) -> ArenaPlan:
    """Return what an arena would take, with nothing sent; raises what ``played`` raises for what it is given."""
    chosen, matches = _read(list(systems), spec, asked, release, config)
    return plan(chosen, matches, spec.rule(matches.most), spec.until)


def _read(
    names: Sequence[str], spec: ArenaSpec, asked: SystemSpec, release: Release, config: AnyPath | None
) -> tuple[list[Competitor], schedule.Schedule]:
    """Return the systems that are named, all of the file where none is, and the matches."""
    if not spec.suite and not spec.games:
        raise ValueError("choose the games: a suite, or games")
    defaults = replace(Competitor(model="", price=spec.price), **asdict(asked))
    listed, options = ((), {}) if config is None else configurations.read(Path(config), defaults)
    chosen = configurations.choose(names, listed, defaults)
    return chosen, schedule.schedule(release, spec.suite, spec.games, options | dict(spec.options), spec.seed)


def _rated(
    arena: Arena, folder: Folder, release: Release, calls: Budget, till: Budget, entered: Sequence[entrants.Entrant]
) -> Outcome:
    """Rate the submissions in the folder; *calls* counted requests and *till* dollars, for systems with a price."""
    files = folder.submissions()
    ratings = rate_paths(files, RatingPlan(), release)
    folder.write_json(RATINGS, ratings)
    return Outcome(
        arena=arena,
        files=tuple(str(path) for path in files),
        calls=calls.spent.calls,
        resumed=calls.spent.resumed,
        dollars=till.spent.dollars,
        priced=tuple(entrant.name for entrant in entered if entrant.price is not None),
        ratings=ratings,
    )


def _till(chosen: Iterable[Competitor | Model], spec: ArenaSpec, asked: SystemSpec) -> Budget:
    systems = [system for system in chosen if isinstance(system, Competitor)]
    lacking = [system.label for system in systems if system.price is None and system.kind not in configurations.FREE]
    if spec.max_cost is not None and lacking:
        raise BudgetError(f"a limit on cost needs a price of {lacking[0]}: --price, or price in the file (price=)")
    longest = max(system.max_tokens or TRACK.reply_tokens for system in (asked, *systems))
    till = Budget(None, spec.max_cost, partial(cost, entrants.NOTHING), longest, Pace(spec.requests_per_minute))
    till.expect(longest, *(System(name=system.model, params=system.extras) for system in systems))
    return till


def has_person(systems: Iterable[str], config: Path | None) -> bool:
    """Return whether a person is among the systems that are named, or may be."""
    listed, _ = ((), {}) if config is None else configurations.read(config, Competitor(model=""))
    return any(name.partition(":")[0] == HUMAN for name in (*systems, *(system.model for system in listed)))
