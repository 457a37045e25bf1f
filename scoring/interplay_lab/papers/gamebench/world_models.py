"""Section 4.4: what the scaffold rap predicted of positions, actions and wins, graded by the games' engines."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
import numpy as np

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.intervals import ratio_bounds
from interplay.core.reports import bound
from interplay.tables.table import Cell, Table
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.referee import reachable
from interplay.tracks.games.twins import lens_of
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import NOTES, WORDS
from interplay_lab.papers.records import Content, Missing, clipped, columns_of
from interplay_lab.systems.scaffolds.rap import KEPT, LONGEST, Predicted

LIMIT: Final = 500  # positions after one action; predictions that need more are not graded
Lines = tuple[str, ...]


def predictions(given: Given) -> Content:
    """Return Section 4.4: the share of right predictions of each agent by kind of game and depth."""
    sums: dict[tuple[Cell, ...], dict[str, Any]] = defaultdict(lambda: defaultdict(lambda: np.zeros(3)))
    entries = [entry for entry in given.on("games") if entry.header.system.scaffold == "rap"]
    for label, match in ((e.label, g.source) for e in entries for g in e.grades if isinstance(g.source, Verified)):
        for number in range(len(match.decisions)):
            kind = "hidden" if {"hidden information", "chance"} & set(match.item.labels) else "open"
            for measure, *numbers in _Search(match, number).graded():
                key = label, WORDS["kinds"][kind], numbers.pop(), WORDS["measures"][measure]
                sums[key][f"{match.item.game}/{match.item.pair}"] += numbers
    if not sums:
        return Missing(reason=NOTES["no_predictions" if entries else "no_rap"])
    rows = ((*key, *_estimate(np.array([sums[key][name] for name in sorted(sums[key])]))) for key in sorted(sums))
    return Table(columns=columns_of(WORDS["predictions"]), rows=tuple(rows), notes=tuple(WORDS["graded"].values()))


def _estimate(part: Any) -> tuple[Cell, ...]:
    """Return the number of cases, their mean, the ends of its interval over setups, and what was not graded."""
    total, cases, skipped = part.sum(axis=0).tolist()
    low, high = (clipped(bound(float(end[0])), 0, 1) for end in ratio_bounds(part[:, :1], part[:, 1:2]))
    return int(cases), total / cases if cases else None, low, high, int(skipped)


class _Search:
    """The predictions of one decision by path, and the positions that can really follow, ends of the match included."""

    def __init__(self, match: Verified, number: int) -> None:
        turn, self.end, self.game = match.decisions[number], match.verdict.outcome, catalogue.load(match.item.game)
        self.lens = lens_of(match.item.setup)
        self.turns = [later for later in match.decisions[number:] if later.seat == turn.seat]
        self.seat, self.known = turn.seat, dict[Lines, Sequence[Any] | None]({(): [turn.state]})
        self.predicted: dict[Lines, Predicted] = {}
        for working in turn.workings[: 2 * KEPT[0]] if turn.seat in match.seats else ():
            with suppress(msgspec.MsgspecError):
                predicted = msgspec.json.decode(working, type=Predicted)
                self.predicted[predicted.path] = predicted

    def graded(self) -> Iterator[tuple[Any, ...]]:
        """Yield measures with a sum over cases, the number of cases, that of what cannot be graded, and the depth."""
        current = set(self._observation(self.turns[0].state))
        for path, predicted in self.predicted.items():
            states, ours, listed = self._states(path), _lines(predicted.observation), predicted.actions or ()
            due, known = {self._observation(s) for s in states or () if self.game.to_move(s)}, states is not None
            if due or not states:  # else the match is over
                new = max((len(set(ours) & set(x) - current) / max(1, len(set(x) - current)) for x in due), default=0)
                legal = [text for text in listed if any(self._read(state, text) for state in self._matching(path))]
                yield "observation", ours in due, known, not known, len(path)
                yield "lines", new, known, not known, len(path)
                yield "legal", len(legal), len(listed) * known, len(listed) * (not known), len(path)
            read = [self._read(turn.state, text) for turn, text in zip(self.turns, path, strict=False)]
            if len(read) == len(path) and read == [[turn.decision.action] for turn in self.turns[: len(path)]]:
                won = self.end.points[self.seat] == max(self.end.points) > min(self.end.points)
                yield "outcome", (predicted.win > 0.5) == won, 1, 0, len(path)
                yield "brier", (predicted.win - won) ** 2, 1, 0, len(path)
                yield f"won_{min(4, int(5 * predicted.win))}", won, 1, 0, len(path)

    def _states(self, path: Lines) -> Sequence[Any] | None:
        """Return where *path* leads; ``None`` where too many positions follow, or others may say anything."""
        if path not in self.known:
            states = self._matching(path[:-1])
            moves = [(state, {self.seat: action}) for state in states for action in self._read(state, path[-1])]
            self.known[path] = reachable(self.game, moves, self.seat, LIMIT) if states else self._states(path[:-1])
        return self.known[path]

    def _matching(self, path: Lines) -> Sequence[Any]:
        """Return the states in which the seat sees what was predicted for *path*; all of them where there are none."""
        states = [state for state in self._states(path) or () if self.game.to_move(state)]
        expected = _lines(self.predicted[path].observation) if path in self.predicted else ()
        return [state for state in states if self._observation(state) == expected] or states

    def _read(self, state: Any, text: str) -> Sequence[Any]:
        """Return the action that *text* is in this state; nothing where it is none."""
        with suppress(UnparsableMove, IllegalMove):
            return [self.game.parse(state, self.seat, self.lens.read(text))]
        return []

    def _observation(self, state: Any) -> Lines:
        return _lines(self.lens.show(self.game.prompt(state, self.seat).observation)[:LONGEST])


def _lines(text: str) -> Lines:
    """Return the lines of an observation as they are compared: without blank ones, case and repeated blanks."""
    return tuple(" ".join(line.split()).casefold() for line in text.splitlines() if line.strip())
