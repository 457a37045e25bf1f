"""Submissions made in memory, for tests of exhibits."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.core.records import Header, System
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.tracks.games.analyst import GamesAnalyst
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.papers.evidence import Given, Scored
from tests.games import matches

Reply = Callable[[Ask], str]


def replying(*replies: str) -> Reply:
    """Return a player that sends these replies, one after the other."""
    left = iter(replies)
    return lambda _: next(left)


def scored(
    report: Report,
    name: str,
    played: Sequence[tuple[Item, Reply | Prediction]],
    rival: str | None = None,
    scaffold: str = "direct",
) -> Scored:
    """Return a submission of matches, played before or now; what *report* says beside statistics is of no account."""
    header = Header(
        format="interplay-predictions/1",
        track="games",
        release="0",
        manifest_sha256="0" * 64,
        system=System(name=name, scaffold=scaffold),
        rival=None if rival is None else System(name=rival),
    )
    analyst = GamesAnalyst()
    grades = [
        TRACK.grader(item)(match if isinstance(match, Prediction) else matches.play(item, match))
        for item, match in played
    ]
    for grade in grades:
        analyst.add(grade)
    scored_report = replace(report, system=header.system, statistics=analyst.statistics())
    items = {item.item_id: item for item, _ in played}
    return Scored(Path(f"{name}.jsonl"), name, header, scored_report, items, tuple(grades))


def given(release: Release, *submissions: Scored) -> Given:
    """Return what exhibits are made from."""
    return Given(release, submissions)
