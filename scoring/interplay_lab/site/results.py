"""How a match ended, what it is worth and what that scores, in sentences for who sees the game for the first time."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from interplay.core.driver import RIVAL
from interplay.core.text import counted
from interplay.tables.numbers import significant
from interplay.tracks.base import Grade
from interplay.tracks.games.base import Game
from interplay.tracks.games.verdicts import Outcome, Verified

_WORDS = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=dict[str, dict[str, str]])
_CLAUSE = re.compile(r"[.;:](?:\s|$)")
"""Where the first clause of a caption ends."""


class Explanation(NamedTuple):
    """What stands at the top of a match: who won, how it ended, what that is worth, and the score."""

    result: str
    ending: str
    worth: str
    score: str


def explain(match: Verified, grade: Grade, game: Game[Any, Any], players: tuple[str, ...], caption: str) -> Explanation:
    """Return what a match came to; *players* are called as on the page, *caption* is the picture's at the end."""
    score = grade.values["score"]
    text = "no score" if score is None else significant(round(score))
    reason = match.verdict.outcome.reason
    how = "" if reason == "forfeit" else _CLAUSE.split(caption, maxsplit=1)[0]
    ending = f"{how or 'Ended by ' + reason.replace('_', ' ')}."
    return Explanation(result(match, game, players), ending, worth_of(match, score, game), text)


def amount(value: float, unit: str) -> str:
    """Return an amount of what games pay in."""
    text = f"{value:.2f}" if unit == "dollars" else significant(100 * value if unit == "share" else value)
    return "1 point" if (text, unit) == ("1", "points") else _WORDS["amounts"].get(unit, f"{{}} {unit}").format(text)


def got(game: Game[Any, Any], outcome: Outcome, seat: int) -> str:
    """Return what a seat got in the end, in words or in what the game pays in."""
    if game.paid != "points":
        return amount(outcome.returns[seat], game.paid)
    points = outcome.points[seat]
    if max(outcome.points) == min(outcome.points):
        return "drew"
    return {0.0: "lost", 1.0: "won"}.get(points, f"{points:.0%} of the points")


def result(match: Verified, game: Game[Any, Any], players: tuple[str, ...]) -> str:
    """Return who won, in a sentence; of a match that is not won or lost what everybody got."""
    outcome = match.verdict.outcome
    if game.rated:
        return f"{_rated(match, outcome, game, players)}."
    names = dict.fromkeys((players[seat], got(game, outcome, seat)) for seat in _system_first(match, players))
    return f"{', '.join(f'{name} got {what}' for name, what in names)}."


def _system_first(match: Verified, players: tuple[str, ...]) -> list[int]:
    return sorted(range(len(players)), key=lambda seat: seat not in match.seats)


def _rated(match: Verified, outcome: Outcome, game: Game[Any, Any], players: tuple[str, ...]) -> str:
    """Return who won against whom: the system of the page or others, a seat of it where it plays itself."""
    best, points, seat = max(outcome.points), outcome.points, match.seats[0]
    drew = best == min(points)
    if len(match.seats) == len(players) and not drew:
        seats = " and ".join(str(seat) for seat, share in enumerate(points) if share == best)
        return f"{players[0]} played itself, seat {seats} won"
    verb = "drew" if drew else "won" if points[seat] == best else "lost"
    sides = [n for n in range(len(players)) if n not in match.seats and (drew or points[n] != points[seat])]
    others = " and ".join(dict.fromkeys(players[n] for n in sides)) or "itself"
    what = got(game, outcome, seat)
    return f"{players[seat]} {verb} against {others}{'' if what == verb else f', {what}'}"


def worth_of(match: Verified, score: float | None, game: Game[Any, Any]) -> str:
    """Return what a match is worth, what it counts as, and its score with what is 0 and 100."""
    worth, unit, scale, words = game.worth(match), game.unit, match.item.scale, _WORDS["worth"]
    sentences = [f"Worth {amount(worth, unit)}{_about(match, game)}."] if _is_explained(match, game) else []
    if match.unsound:
        counts = [match.verdict.seats[seat] for seat in match.seats]
        taken, decisions = sum(count.substituted for count in counts), sum(count.decisions for count in counts)
        kept = amount(min(0.0, scale.zero) if scale else 0.0, unit)
        sentences.append(words["invalid"].format(taken=taken, decisions=counted(decisions, "decisions"), amount=kept))
    if scale is None or score is None:
        return " ".join([*sentences, words["against_another" if RIVAL in match.item.players else "no_scale"]])
    zero, hundred = amount(scale.zero, unit), amount(scale.hundred, unit)
    sentences.append(words["score"].format(score=significant(round(score)), zero=zero, hundred=hundred))
    return " ".join(sentences if 0 <= score <= 100 else [*sentences, words["outside"]])


def _is_explained(match: Verified, game: Game[Any, Any]) -> bool:
    """Return whether worth is what the game says of it: what it estimates needs an opponent whose policy is known."""
    return not game.about_worth or any(player.startswith("bot:") for player in match.item.players)


def _about(match: Verified, game: Game[Any, Any]) -> str:
    """Return in brackets what worth counts."""
    if game.about_worth:
        return f" ({game.about_worth})"
    if game.unit != "points":
        return ""
    whole = {match.verdict.outcome.points[seat] for seat in match.seats} <= {0.0, 0.5, 1.0}
    return f" ({'a win is 1, a draw 0.5, a loss 0' if whole else 'its share of the points of both sides'})"
