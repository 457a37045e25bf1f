"""Match results of games submissions, as ratings take them: every match verified, every result recomputed."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import RecordError
from interplay.core.records import REFUSED, Header, System
from interplay.core.release import Release
from interplay.core.text import quoted
from interplay.ratings.matches import BOTH_SIDES, Match, Tally
from interplay.submissions.cache import ItemCache
from interplay.submissions.reading import Submission, open_submission, read_header
from interplay.submissions.selection import option_named
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.records import Item
from interplay.tracks.games.shared import hints
from interplay.tracks.games.verdicts import Verdict

ADVICE = (
    "give one of them another name: run it with --name (in Python name=), "
    'or change "name" in the first line of its file'
)
SHARED = "gamebench"
"""The suite whose games share one win among the sides."""
MIXED: Final = frozenset({("undercover", "other")})
"""The games, and the sides of them, where the other player sits on both sides, so that the match rates nobody."""


def matches_of(
    paths: Iterable[Path],
    release: Release,
    suite: str | None = None,
    tally: Tally | None = None,
    cache: ItemCache | None = None,
) -> Iterator[tuple[int, Match]]:
    """Yield numbered match results of the submissions at *paths*; raise ``RecordError`` when one cannot be scored.

    With *suite* only matches of its games count; ``match_of`` says which others do not. *tally* counts what a table
    of ratings does not show.
    """
    number = 0
    for submission, item, grade in verified(paths, release, cache):
        match = match_of(submission.header, item, grade) if suite in (None, item.suite) else None
        if tally is not None and suite in (None, item.suite):
            _note(tally, submission.header, item, grade, is_rated=match is not None)
        if match is not None:
            number += 1
            yield number, match


def _note(tally: Tally, header: Header, item: Item, grade: Grade, *, is_rated: bool) -> None:
    verdict = grade.detail if isinstance(grade.detail, Verdict) else None
    if not is_rated:
        game, has_winner = item.game.replace("_", " "), catalogue.load(item.game).rated
        tally.unrated[f"{BOTH_SIDES} of {game}" if has_winner else f"{game} pays a sum and has no winner"] += 1
    elif verdict is not None:
        names = _names(header)
        tally.taken_over.update(names[player] for player in names if _is_taken_over(item, verdict, player))


def match_of(header: Header, item: Item, grade: Grade) -> Match | None:
    """Return the result of one verified match of a submission with that *header*; ``None`` when it rates nobody.

    Bots are named by their strength, which links the games. A match is lost that broke off, or of whose decisions the
    referee took over more than a tenth, for the system as for its rival; it is drawn where that is true of both. Nobody
    is rated by games that pay a sum instead of being won, nor by matches in which a player had both sides, even if the
    referee made the moves.
    """
    names = _names(header)
    players = tuple(
        names.get(player) or f"bot-{STRENGTHS[catalogue.bot(item.game, player).strength]}" for player in item.players
    )
    verdict = grade.detail if isinstance(grade.detail, Verdict) else None
    if len(set(players)) < 2 or _is_mixed(item, players, verdict) or not catalogue.load(item.game).rated:
        return None
    setup, points = f"{item.split}/{item.pair}", _points(item, verdict)
    edge = 0.0 if len(set(players)) > 2 else item.edge if item.players[0] == SYSTEM else 0.0 - item.edge
    if item.suite == SHARED:  # shares, as its paper rates; else the order, which fits games in any unit
        return Match(game=item.game, seats=players, setup=setup, returns=points, edge=edge)
    order = sorted(set(points), reverse=True)
    ranks = tuple(1 + order.index(p) for p in points)
    return Match(game=item.game, seats=players, setup=setup, ranks=ranks, edge=edge)


def verified(
    paths: Iterable[Path], release: Release, cache: ItemCache | None = None
) -> Iterator[tuple[Submission, Item, Grade]]:
    """Yield every verified match of some submissions; raise ``RecordError`` when one cannot be scored."""
    cache, named = cache or ItemCache(release), list(paths)
    refuse_headers((path, read_header(path)) for path in named)  # says more than that the items of one are others
    for submission in [open_submission(path, release, cache=cache) for path in named]:
        path = submission.path
        if submission.track.name != "games":
            raise RecordError(f"{path} is a submission on {submission.track.name}; only games can be rated")
        is_alone = submission.header.rival is None
        if is_alone and any(RIVAL in item.players for item in submission.items.values()):
            raise RecordError(f"{path} cannot be rated: its header does not name the rival it was played against")
        for grade in submission:
            yield submission, submission.items[grade.item_id], grade
        if submission.errors:
            raise RecordError(f"{path} cannot be rated", submission.errors)


def categories() -> dict[str, tuple[str, ...]]:
    """Return the kinds of reasoning that each game asks for, as the papers name them."""
    return {name: catalogue.load(name).categories for name in catalogue.names()}


def _names(header: Header) -> dict[str, str]:
    """Return the names of the systems that play, by what they are called in items."""
    system, rival = header.system, header.rival
    return {SYSTEM: system.name} | ({RIVAL: rival.name} if rival is not None else {})


def _points(item: Item, verdict: Verdict | None) -> tuple[float, ...]:
    """Return what a match pays each seat; a player loses where too many of its decisions were taken over."""
    lost = {SYSTEM} if verdict is None else {p for p in (SYSTEM, RIVAL) if _is_taken_over(item, verdict, p)}
    if verdict is not None and not lost:
        return verdict.outcome.points
    if lost >= set(item.players):
        return (0.5,) * len(item.players)
    return tuple(0.0 if player in lost else 1.0 for player in item.players)


def _is_mixed(item: Item, players: tuple[str, ...], verdict: Verdict | None) -> bool:
    """Whether a player sat on both sides: by the match, or by how it ended, not by what the referee took over."""
    ended = () if verdict is None else verdict.outcome.points
    return (item.game, item.side) in MIXED or len(set(zip(players, ended, strict=False))) > len(set(players))


def _is_taken_over(item: Item, verdict: Verdict, player: str) -> bool:
    """Whether the referee took over more than a tenth of a player's decisions: it does not win, whatever the result."""
    seats = [verdict.seats[seat] for seat, name in enumerate(item.players) if name == player]
    return 10 * sum(seat.substituted for seat in seats) > sum(seat.decisions for seat in seats)


def refuse_headers(headers: Iterable[tuple[Path, Header]]) -> None:
    """Raise ``RecordError`` when systems of the same name differ, or when only some matches had changed options.

    Who sees hints belongs to the player where a selection says it by player: one name is one setting.
    """
    systems: dict[str, tuple[System, Path]] = {}
    hinted: dict[str, tuple[str, Path]] = {}
    played: tuple[str, Path] | None = None
    for path, header in headers:
        for system in filter(None, (header.system, header.rival)):
            other, first = systems.setdefault(system.name, (system, path))
            if other != system and (names := _differences(system, other)):
                what = f"both name a system {quoted(system.name)}, which differs in {names}"
                raise RecordError(f"{path} cannot be rated together with {first}: {what}; {ADVICE}")
        for name, setting in _hints(header):
            former, first = hinted.setdefault(name, (setting, path))
            if former != setting:
                what = f"{quoted(name)} played {setting}, in the other {former}"
                raise RecordError(f"{path} cannot be rated together with {first}: {what}; {ADVICE}")
        options, first = played = played or (_options(header), path)
        if options != _options(header):
            what = f"it was played with {_options(header)}, the other with {options}"
            raise RecordError(f"{path} cannot be rated together with {first}: {what}; rate them separately")


def _options(header: Header) -> str:
    """Return the options of rules that a submission was played with, in words; those of one player are left out."""
    changed, _ = changed_options(header)
    return ", ".join(option_named(*option) for option in sorted(changed.items())) or "the dataset's own options"


def _hints(header: Header) -> list[tuple[str, str]]:
    """Return each system's name and, in words, whether it saw hints."""
    _, by_player = changed_options(header)
    words = {None: "with the hints of the match", True: "with hints", False: "without hints"}
    return [(name, words[by_player.get(player)]) for player, name in _names(header).items()]


def changed_options(header: Header) -> tuple[dict[str, int], dict[str, bool]]:
    """Return the options of rules that a submission changed, and by player whether it sees hints, where it says so.

    Raises ``RecordError`` for an option that there is not.
    """
    try:
        return hints.split_options({} if header.selection is None else header.selection.options)
    except ValueError as error:
        raise RecordError(f"found a selection that does not fit: {error}") from None


def _differences(system: System, other: System) -> str:
    """Return the names of what two systems do not have in common."""
    fields = [name for name in ("version", "provider", "scaffold") if getattr(system, name) != getattr(other, name)]
    keys = sorted((system.params.keys() | other.params.keys()) - {REFUSED})  # what was sent counts, not what was asked
    absent = object()
    fields += [key for key in keys if system.params.get(key, absent) != other.params.get(key, absent)]
    return ", ".join(fields)
