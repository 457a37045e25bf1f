"""Which systems have reached the end of a track's scale, and where there is room for them."""

from collections.abc import Sequence

from interplay.core.reports import Report
from interplay.tracks.catalogue import load

_CLOSE = 1e-9


def reached(report: Report) -> bool:
    """Return whether the interval of the headline, or the headline where it has none, reaches the end of the scale.

    Bots of the track do not: some of them know the answers, and others are what its scale is made of.
    """
    track, found = load(report.track), report.headline
    if report.system.name in {f"bot-{name}" for name in track.bots}:
        return False
    if track.ceiling.top is None:
        return found.value is None and found.above is not None
    end = found.value if found.high is None else found.high
    return end is not None and end >= track.ceiling.top - _CLOSE


def told(reports: Sequence[Report]) -> list[str]:
    """Return a sentence for each track of *reports* whose scale is too short for some systems, with their names."""
    held: dict[str, list[str]] = {}
    for report in reports:
        if reached(report):
            held.setdefault(report.track, []).append(report.system.name)
    return [_sentence(track, list(dict.fromkeys(names))) for track, names in held.items()]


def _sentence(track: str, names: Sequence[str]) -> str:
    top, room = load(track).ceiling.top, load(track).ceiling.room
    end = "the greatest level that was asked" if top is None else f"{top:g}"
    verb, them = ("reach", "them") if len(names) > 1 else ("reaches", "it")
    return (
        f"{track}: {', '.join(names)} {verb} {end}, so these items cannot tell {them} from a better system; "
        f"there is room in {room}."
    )
