"""Run a system on a ladder in two stages of matches, and verify the file of such a run."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from interplay.core import canonical
from interplay.core.driver import SYSTEM
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import PREDICTIONS, Header, System
from interplay.core.release import Release
from interplay.core.text import quoted
from interplay.core.version import __version__
from interplay.running.journal import Journal, differences, journal_path, refuse_unfinished
from interplay.running.options import Chosen, RunSpec
from interplay.running.run import COUNTS, Finished, RunResult, Trials
from interplay.submissions import reading, writing
from interplay.submissions.files import OnProgress
from interplay.systems.base import Agent
from interplay.tracks.base import PredictionError
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.ladder import matches
from interplay_lab.ladder.break_even import BreakEven
from interplay_lab.ladder.matches import Result


@dataclass(frozen=True, slots=True)
class LadderRun:
    """The results of a system on a ladder, match by match, and the level at which it wins half of them."""

    game: str
    system: System
    levels: int
    results: tuple[Result, ...]
    threshold: BreakEven


async def play_ladder(
    game: str, release: Release, agent: Agent, output: Path, spec: RunSpec, on_progress: OnProgress
) -> RunResult:
    """Play both stages of the ladder of *game*, write the matches to *output*, and close the connection of *agent*.

    *spec* limits the requests. The same call resumes an interrupted run; a complete file is verified and left as it is.
    Raises ``UnknownName`` if the game has no ladder, ``OutputError`` if the output belongs to another run or cannot be
    written, ``RecordError`` if it is not a ladder run, and errors of the system.
    """
    async with AsyncExitStack() as stack:
        stack.push_async_callback(agent.model.close)
        header = header_for(game, release, agent.system)
        if output.is_dir():
            raise OutputError(f"{output} is a directory, expected a file name to write to")
        if output.exists():
            if why := "; ".join(differences(reading.read_header(output), header)):
                advice = "choose another output or delete it"
                raise OutputError(f"{output} is the submission of another run ({why}); {advice}")
            return RunResult(predictions=len(read_run(output).results), written=True)
        journal = Journal(journal_path(output), header)
        stack.callback(journal.close)
        budget, done, failures = spec.budget(), dict[str, Prediction](), list[str]()
        results: list[Result] = []
        for number in (1, 2):
            stage = matches.coarse(game) if number == 1 else matches.fine(game, results)
            chosen = Chosen(stage, (matches.SPLIT,), {item.item_id: index for index, item in enumerate(stage)}, None)
            trials = Trials(TRACK, chosen, {SYSTEM: agent}, spec, journal, Finished(), on_progress, budget)
            await trials.run()
            failures += trials.failures
            if failures and not spec.record_errors:
                break
            played = {p.item_id: p for p in trials.done.values() if isinstance(p, Prediction)}
            results += [result_of(item, played[item.item_id]) for item in stage]
            done |= {item.item_id: played[item.item_id] for item in stage}
        written = not failures or spec.record_errors
        if written:
            canonical.write_atomically(output, writing.lines(header, done.values()))
            journal.delete()
        counts = {name: getattr(budget.spent, name) for name in COUNTS}
        return RunResult(predictions=len(done), failures=failures, written=written, **counts)


def max_matches_and_requests(game: str) -> tuple[int, int]:
    """Return the number of matches of both stages on the ladder of *game*, and the maximum of their requests."""
    coarse = matches.coarse(game)
    fine = matches.fine(game, [Result(matches.level_of(item), 0.5) for item in coarse])
    return len(coarse) + len(fine), sum(TRACK.calls(item)[1] for item in (*coarse, *fine))


def header_for(game: str, release: Release, system: System) -> Header:
    """Return the header of a file of matches on the ladder of *game*, pinned by the ladder's frozen matches."""
    return Header(
        format=PREDICTIONS,
        track=TRACK.name,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        track_sha256=canonical.sha256(b"".join(canonical.encode(item) for item in matches.coarse(game))),
        system=system,
        splits=(matches.SPLIT,),
        kind="custom",
        generated_by=f"interplay {__version__}",
    )


def read_run(path: Path) -> LadderRun:
    """Return the ladder run in the file at *path*, after every match is verified and both stages are derived again.

    Raises ``RecordError`` if a match cannot be verified, or if the matches are not those of the two stages.
    """
    refuse_unfinished(path)
    header, records = reading.read(path)
    predictions = [record for record in records if isinstance(record, Prediction)]
    games = {prediction.item_id.split("/")[1] for prediction in predictions if prediction.item_id.count("/") == 4}
    if header.track != TRACK.name or header.splits != (matches.SPLIT,) or len(games) != 1:
        raise RecordError(f"{path} is not a ladder run, expected a file that `interplay ladder run` writes")
    game = games.pop()
    sent = {prediction.item_id: prediction for prediction in predictions}
    if len(sent) < len(records):
        raise RecordError(f"{path} is not a ladder run: found a match twice, expected each once")
    coarse = matches.coarse(game)
    results = [_verified(path, item, sent) for item in coarse]
    fine = matches.fine(game, results)
    results += [_verified(path, item, sent) for item in fine]
    if strays := sorted(sent.keys() - {item.item_id for item in (*coarse, *fine)}):
        raise RecordError(
            f"{path} is not a ladder run: {quoted(strays[0])} is no match of stage two after this stage one"
        )
    return LadderRun(game, header.system, matches.levels(game), tuple(results), matches.estimate(game, results))


def result_of(item: Item, prediction: Prediction) -> Result:
    """Return the result of a match; raise ``PredictionError`` if *prediction* is not a legal course of it."""
    values = TRACK.grader(item)(prediction).values
    invalid, failed = bool(values.get("unsound")), prediction.error is not None
    points = 0.0 if invalid or failed else (values["win"] or 0.0) + (values["draw"] or 0.0) / 2
    return Result(matches.level_of(item), points, failed, invalid)


def by_level(results: Iterable[Result]) -> Mapping[int, Sequence[float]]:
    """Return the points on each played level, the lowest level first."""
    points: dict[int, list[float]] = {}
    for result in sorted(results, key=lambda result: result.level):
        points.setdefault(result.level, []).append(result.points)
    return points


def _verified(path: Path, item: Item, sent: Mapping[str, Prediction]) -> Result:
    if item.item_id not in sent:
        raise RecordError(f"{path} is not a ladder run: it lacks the match {quoted(item.item_id)}")
    try:
        return result_of(item, sent[item.item_id])
    except PredictionError as error:
        raise RecordError(f"{path} cannot be verified: {item.item_id}: {error} ({error.path})") from None
