"""A match step by step: the picture, prompts and replies of a seat, and the referee's decisions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from interplay.core.driver import RIVAL, SYSTEM
from interplay.tables.numbers import minus
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.match.referee import settled
from interplay.tracks.games.pictures import SEATS, Gathering, Picture
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.verdicts import Analysis, Observed, Verified
from interplay_lab.site.drawing import markup
from interplay_lab.site.predictions import Trial
from interplay_lab.site.results import explain, got
from interplay_lab.site.scored import Entry
from interplay_lab.site.texts import Lines, as_json, clean, cut
from interplay_lab.site.views.regrets import number as number_of
from interplay_lab.site.views.regrets import regrets, worst
from interplay_lab.site.views.replies import standing

LONGEST = 4_000
"""Most characters of one prompt or reply of a match."""
MOST_TEXT = 600_000
"""Most characters of all prompts on a page; later prompts are left out."""
MOST_FACTS = 3
"""Measures of a match that are not folded."""
_WHO = {SYSTEM: "the system", RIVAL: "the other system"}
_FACTS = msgspec.toml.decode(Path(__file__).with_name("facts.toml").read_bytes(), type=dict[str, dict[str, str]])
"""Game -> the measures that matter most in a match, with their words."""


View = dict[str, Any]
"""The values of a match's page: the drawing, or texts for games without one, and the data of the steps."""


def view(trial: Trial, name: str, *, title: str = "", limit: str = "the token limit") -> View:
    """Return the values of the page of a match; *name* is the system that played it, *limit* that of its replies."""
    item, prediction, match = trial.item, trial.prediction, trial.grade.source
    heading = title or catalogue.load(item.game).title
    if not isinstance(match, Verified):
        looks = partial(_look, catalogue.picture_of(item.game))
        seats = [_seat(n, player, name, looks(n)) for n, player in enumerate(item.players)]
        about = {"title": heading, "item_id": item.item_id, "trial": prediction.trial, "seats": seats, "result": None}
        return {**about, "error": prediction.error or "broke off"}
    return _Pages(match, prediction, name, heading, limit).view(trial)


def _player(player: str, name: str) -> str:
    """Return a readable name of a seat's player."""
    if player == SYSTEM:
        return name
    return _WHO.get(player, player.removeprefix("bot:").partition("@")[0] + " bot")


def _seat(number: int, player: str, name: str, look: str, result: str = "") -> dict[str, Any]:
    """Return a seat with its player, final result and colour."""
    about = {"number": number, "player": _player(player, name), "is_system": player == SYSTEM}
    return {**about, "look": look, "result": result}


def _look(picture: Picture | None, seat: int) -> str:
    """Return the fill of a seat."""
    return SEATS[seat % len(SEATS)] if picture is None else picture.looks[seat]


class _Pages:
    """Gathers the steps of one match."""

    def __init__(self, match: Verified, prediction: Prediction, name: str, title: str, limit: str) -> None:
        self.match, self.name, self.title, self.limit = match, name, title, limit
        self.cut = [move.cut for moves in prediction.rounds for move in moves]
        self.item: Item = match.item
        self.game: Game[Any, Any] = catalogue.load(self.item.game)
        self.picture: Picture | None = catalogue.picture_of(self.item.game)
        self.known = regrets(self.game, match)
        self.lines = Lines()
        self.left = MOST_TEXT

    def view(self, trial: Trial) -> View:
        start = self.match.decisions[0].state if self.match.decisions else self.game.start(self.item.setup)
        states = [start, *self._states()]
        decisions = [None, *self.match.decisions]
        outcome = self.match.verdict.outcome
        steps: list[dict[str, object]] = [
            {"title": "Start", "caption": self._caption(start), "board": self._board(start), "says": []}
        ]
        steps += [self._step(n, o, states[n]) for n, o in enumerate(self.match.decisions, 1)]
        frames, ground, size = list[Markup](), Markup(), None
        if self.picture is not None:
            ground, size = markup(self.picture.ground(start)), self.picture.size
            frames = [self._frame(n, s, o) for n, (s, o) in enumerate(zip(states, decisions, strict=True))]
        system = next((o for o in self.match.decisions if o.seat in self.match.seats), None)
        seats = [
            _seat(n, player, self.name, _look(self.picture, n), got(self.game, outcome, n))
            for n, player in enumerate(self.item.players)
        ]
        ending = self._caption(states[-1])
        moves, facts = [*self._moves()], [*self._facts(trial)]
        return {
            "title": self.title,
            "item_id": self.item.item_id,
            "trial": trial.grade.trial,
            "error": "",
            "seats": seats,
            "facts": [fact[1:] for fact in facts if fact[0]][:MOST_FACTS],
            "more": [fact[1:] for fact in facts if not fact[0]],
            "rules": "" if system is None else self.game.prompt(system.state, system.seat).system,
            "size": size,
            "result": explain(self.match, trial.grade, self.game, tuple(seat["player"] for seat in seats), ending),
            "legend": () if self.picture is None else self.picture.legend,
            "ending": ending,
            "table": "" if self.picture is not None else cut(self.game.show(states[-1]), LONGEST),
            "ground": ground,
            "frames": frames,
            "moves": moves,
            **self._regrets([move["text"] for move in moves]),
            "data": as_json({"lines": self.lines.all, "steps": steps}),
        }

    def _states(self) -> Iterator[Any]:
        """Yield the state after each decision; decisions of one round take effect after the last of them."""
        rounds = [list(group) for _, group in groupby(self.match.decisions, key=lambda o: o.round)]
        for number, decisions in enumerate(rounds):
            state = decisions[0].state
            for _ in decisions[1:]:
                yield state
            by_seat = {turn.seat: turn.decision for turn in decisions}
            yield rounds[number + 1][0].state if number + 1 < len(rounds) else settled(self.game, state, by_seat)[0]

    def _frame(self, step: int, state: Any, observed: Observed | None) -> Markup:
        """Return the drawing of a step, with earlier decisions of an unfinished round."""
        assert self.picture is not None  # noqa: S101  for mypy
        drawn = markup(self.picture.frame(state, observed))
        if observed is not None and self._waits(step) and isinstance(self.picture, Gathering):
            together = [other for other in self.match.decisions[:step] if other.round == observed.round]
            drawn += markup(self.picture.given(state, together))
        return drawn

    def _waits(self, step: int) -> bool:
        """Return whether others decide later in the same round, so that the board has not changed yet."""
        after = self.match.decisions[step - 1 : step + 1]
        return step > 0 and len(after) == 2 and after[0].round == after[1].round

    def _regrets(self, texts: Sequence[str]) -> View:
        """Return the view's values on the quality of moves, which have these *texts*."""
        if not self.known.unit:
            return {"summary": "", "worst": (), "marks": ()}
        match, players = self.match, [_player(player, self.name) for player in self.item.players]
        total = len(match.decisions)
        missed = (n for n, o in enumerate(match.decisions) if self.known.lost(n) and not o.decision.substituted)
        return {
            "known": self.known,
            "summary": self.known.summary(players, match),
            "worst": worst(self.known, match, dict(enumerate(players)), texts),
            "marks": [round(100 * (n + 1) / total, 2) for n in missed],
        }

    def _step(self, number: int, observed: Observed, state: Any) -> dict[str, object]:
        player = self.item.players[observed.seat]
        step: dict[str, object] = {
            "title": f"Move {number}, seat {observed.seat}",
            "player": clean(_player(player, self.name)),
            "seat": observed.seat,
            "caption": self._caption(state),
            "board": self._board(state),
            "bot": player not in _WHO,
            "says": [self._reply(observed, number, n) for n in range(len(observed.replies))],
            "played": clean(self._action(observed)),
            "flags": list(self._flags(observed, number)),
            "waits": self._waits(number),
        }
        worth = None if observed.decision.substituted else self.known.step(number - 1)
        if worth is not None:
            step["worth"] = worth
        if player in _WHO and self.left > 0:
            prompt = self.game.prompt(observed.state, observed.seat)
            text = f"{prompt.observation}\n\n{prompt.action}"
            self.left -= min(len(text), LONGEST)
            step["shown"] = self.lines.add(text, LONGEST)
        return step

    def _kind(self, observed: Observed, step: int, number: int) -> str:
        """Return why a reply is no move, which is the token limit where that ended it; nothing for moves."""
        reading = observed.decision.readings[number] if number < len(observed.decision.readings) else None
        is_cut = reading is not None and reading.failed and number in self.cut[step - 1]
        if is_cut:
            return f"cut off at {self.limit}"
        return "" if reading is None or reading.kind == "move" else reading.kind

    def _flags(self, observed: Observed, step: int) -> Iterator[str]:
        if observed.decision.forfeited:
            yield "forfeit"
        if observed.decision.substituted:
            yield "substituted"
        kinds = [self._kind(observed, step, n) for n, r in enumerate(observed.decision.readings) if r.failed]
        yield from dict.fromkeys(kinds)

    def _reply(self, observed: Observed, step: int, number: int) -> dict[str, object]:
        reading = observed.decision.readings[number] if number < len(observed.decision.readings) else None
        kind = self._kind(observed, step, number)
        reply: dict[str, object] = {"text": self.lines.add(observed.replies[number], LONGEST), "kind": kind}
        if reading is not None and kind and reading not in observed.decision.readings[number + 1 :]:
            reply["why"] = clean(cut(reading.message, LONGEST))  # once where several replies fail alike
        return reply

    def _caption(self, state: Any) -> str:
        return "" if self.picture is None else clean(self.picture.caption(state))

    def _board(self, state: Any) -> list[int]:
        return [] if self.picture is not None else self.lines.add(self.game.show(state), LONGEST)

    def _action(self, observed: Observed) -> str:
        return "" if observed.decision.forfeited else self.game.encode(observed.decision.action)

    def _moves(self) -> Iterator[dict[str, Any]]:
        """Yield the rows of the list of moves, with the referee's interventions; a best move has no regret."""
        for number, observed in enumerate(self.match.decisions, 1):
            text = self._action(observed) or "forfeits"
            choice = None if observed.decision.substituted else self.known.choices[number - 1]
            is_worse = choice is not None and self.known.lost(number - 1)
            yield {
                "step": number,
                "seat": observed.seat,
                "look": _look(self.picture, observed.seat),
                "player": _player(self.item.players[observed.seat], self.name),
                "text": text if len(text) <= 80 else text[:79] + "…",
                "flags": [*self._flags(observed, number)],
                "known": choice is not None,
                "regret": number_of(choice.regret) if choice is not None and is_worse else "",
            }

    def _facts(self, trial: Trial) -> Iterator[tuple[bool, str, str]]:
        """Yield the measures of the match: whether it is one that matters most, its words, and its value."""
        analysis = catalogue.analysis_of(self.item.game)
        if analysis is not None:
            yield from _measured(analysis, self.match, _FACTS.get(self.item.game, {}))
        if trial.prediction.usage is not None and trial.prediction.usage.completion_tokens:
            yield False, "tokens written", f"{trial.prediction.usage.completion_tokens:,}"


def _measured(analysis: Analysis, match: Verified, first: Mapping[str, str]) -> Iterator[tuple[bool, str, str]]:
    """Yield each ratio with cases, those of *first* before the others; one that repeats for a setting is left out."""
    ratios = {name: ratio for name, ratio in analysis.measure(match).ratios.items() if ratio[1]}
    leading = [name for name in first if name in ratios][:MOST_FACTS]
    yield from ((True, first[name], _ratio(*ratios[name])) for name in leading)
    earlier: dict[str, tuple[float, float]] = {}
    for name, ratio in ratios.items():
        title = analysis.titles.get(name)
        if title is None or earlier.get(title.rpartition(",")[0]) == ratio:
            continue
        earlier[title] = ratio
        if name not in leading:
            yield False, title, _ratio(*ratio)


def _ratio(top: float, bottom: float) -> str:
    """Return a ratio with its number of cases: 3 of 19, or a mean and its cases."""
    if bottom == 1:
        return minus(f"{top:.3g}")
    if float(top).is_integer() and float(bottom).is_integer() and 0 <= top <= bottom:
        return f"{top:g} of {bottom:g}"
    mean = minus(f"{top / bottom:.3g}")
    return f"{mean}, mean of {bottom:g}" if float(bottom).is_integer() else f"{mean} ({top:.3g} of {bottom:.3g})"


Other = dict[str, str]
"""The same match of another system: its result, and its page if it has one."""


def others(item_id: str, entries: Sequence[Entry], pages: Mapping[tuple[str, int], str], index: int) -> list[Other]:
    """Return the results of all entries but the one at *index* on an item, with links to *pages* or into the table."""
    results = []
    for n, entry in enumerate(entries):
        if n != index and item_id in entry.items:
            text, mark = standing(entry, item_id)
            opened = f"items-{entry.report.track}.html#open={quote(item_id, '')}&by={quote(clean(entry.label), '')}"
            href = pages.get((item_id, n), opened)
            results.append({"label": entry.label, "text": text, "mark": mark, "href": href})
    return results
