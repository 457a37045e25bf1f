"""A match as a person reads it: every position drawn, every reply with what the referee made of it."""

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import nearest, printable
from interplay.submissions.reading import open_submission, read_header
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.verdicts import Observed, Verdict

WHO: Final[Mapping[str, str]] = {SYSTEM: "the system", RIVAL: "the other system"}
"""What players are called where nobody says their names."""
LONGEST_REPLY = 600
"""Characters shown of a reply."""


class Shown(Struct, frozen=True):
    """One decision for a program: who decided what, from which replies."""

    round: int
    seat: int
    player: str
    replies: tuple[str, ...]
    action: str | None
    failures: tuple[str, ...]
    substituted: bool
    forfeited: bool
    message: str


def find(path: Path, release: Release, item_id: str, trial: int) -> tuple[Item, Prediction]:
    """Return the match *item_id* of the submission at *path*; raise ``RecordError`` when it is not there."""
    submission = open_submission(path, release)
    if submission.track.name != "games":
        raise RecordError(f"{path} is a submission on {submission.track.name}; only games can be replayed")
    seen = []
    for _, record in submission.records():
        if submission.track.identity(record) == (item_id, trial):
            return submission.items[item_id], record
        seen.append(record.item_id)
    raise RecordError(f"{path} holds no match {item_id!r} with trial {trial}{nearest(item_id, seen)}")


def decisions(item: Item, prediction: Prediction) -> tuple[Shown, ...]:
    """Return every decision of a match; raise ``RecordError`` where the referee stops."""
    game = catalogue.load(item.game)
    found, _ = _walk(item, prediction)
    return tuple(
        Shown(
            round=o.round,
            seat=o.seat,
            player=item.players[o.seat],
            replies=o.replies,
            action=None if o.decision.forfeited else game.encode(o.decision.action),
            failures=o.decision.failures,
            substituted=o.decision.substituted,
            forfeited=o.decision.forfeited,
            message=o.decision.message,
        )
        for o in found
    )


def names_in(path: Path) -> dict[str, str]:
    """Return the names of the systems of the submission at *path*, by what they are called in items."""
    header = read_header(path)
    rival = {} if header.rival is None else {RIVAL: header.rival.name}
    return {SYSTEM: header.system.name} | rival


def tell(item: Item, prediction: Prediction, names: Mapping[str, str] = WHO) -> Iterator[str]:
    """Yield the lines of a match's story, with the *names* of its players; control characters are shown as ``?``."""
    game = catalogue.load(item.game)
    yield f"{game.title}: {item.item_id}"
    for seat, player in enumerate(item.players):
        yield f"  seat {seat}: {printable(names.get(player, player))}"
    if prediction.error is not None:
        yield f"The match broke off: {printable(prediction.error)}"
        return
    found, verdict = _walk(item, prediction)
    shown = -1
    for observed in found:
        if observed.round != shown:
            shown = observed.round
            yield from ("", f"Round {shown}", textwrap.indent(game.show(observed.state), "    "))
        yield from _replies(item, observed)
    if verdict is not None:
        outcome = verdict.outcome
        ending = ", ".join(f"seat {seat} {value:g}" for seat, value in enumerate(outcome.returns))
        yield from ("", f"Ended: {outcome.reason}. Returns: {ending}")


def _replies(item: Item, observed: Observed) -> Iterator[str]:
    decision, name = observed.decision, f"seat {observed.seat}"
    for number, text in enumerate(observed.replies):
        cut = text if len(text) <= LONGEST_REPLY else text[:LONGEST_REPLY] + " …"
        kind = decision.readings[number].kind
        failed = "" if kind == "move" else f"   <- {kind}"
        first, *others = printable(cut, keep="\n").split("\n")
        yield f"  {name}: {first}{failed}"
        yield from (f"          {line}" for line in others)
        if kind == "explained":
            yield f"  referee: {printable(decision.readings[number].message)}"
    if decision.substituted:
        action = catalogue.load(item.game).encode(decision.action)
        yield f"  {name}: no valid reply ({decision.message}); the referee plays {action}"
    if decision.forfeited:
        yield f"  {name} forfeits: {decision.message}"


def _walk(item: Item, prediction: Prediction) -> tuple[list[Observed], Verdict | None]:
    found: list[Observed] = []
    try:
        verdict = Replay(item).verify(prediction, found.append)
    except ReplayError as error:
        raise RecordError(f"{item.item_id} cannot have gone like this: {error.path}: {error}") from None
    return found, verdict
