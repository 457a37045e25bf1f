"""Re-run a submitted match from its frozen setup. Only the raw text of the system's seats is trusted.

Bots' moves are recomputed, substitutes drawn again, texts parsed again. A difference raises ``ReplayError`` with its
round and move.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from interplay.core.caches import KeptMoves
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import PathError
from interplay.core.replies import VisibleReply
from interplay.core.version import __version__
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.match.referee import Turn, answer, decide, settled
from interplay.tracks.games.records import Item, Move, Prediction
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.twins import lens_of
from interplay.tracks.games.verdicts import Decision, Observed, Outcome, SeatCounts, Verdict

_COUNTED = ("decisions", "replies", "unparsable", "illegal", "substituted", "forfeited", "cut", "reasoning")


class ReplayError(PathError):
    """A match that no run can have produced; ``path`` is the JSON path of the error."""


class Replay:
    """A referee for one item that can verify any number of matches of it.

    If *trusted*, it does not recompute the bots' moves; this is for matches in files whose hash was verified.
    """

    def __init__(self, item: Item, *, trusted: bool = False) -> None:
        self.item = item
        self.game: Game[Any, Any] = catalogue.load(item.game)
        if self.game.version != item.setup.version:
            have = f"{item.game} is at version {self.game.version} in this package"
            raise ReplayError("$", f"{have}, the setup needs version {item.setup.version}; install the matching one")
        self.start: Any = self.game.start(item.setup)
        self.bots = {
            seat: catalogue.bot(item.game, player)
            for seat, player in enumerate(item.players)
            if player not in (SYSTEM, RIVAL) and not trusted
        }
        given = (__version__, item.game, self.game.version, item.players, item.policy, item.setup)
        self.key = hashlib.sha256(repr(given).encode()).digest() if self.bots else b""

    def verify(self, prediction: Prediction, observe: Callable[[Observed], None] | None = None) -> Verdict:
        """Return the verdict of the replay; raise ``ReplayError`` if the match cannot have gone as submitted.

        *observe* is called with every decision, in order, for analyses.
        """
        if prediction.players and prediction.players != self.item.players:
            raise ReplayError("$.players", f"found {list(prediction.players)}, expected {list(self.item.players)}")
        return _Walk(self, prediction, observe).run()

    def last_state(self, prediction: Prediction) -> Any:
        """Return the state of the game at the end of the match."""
        walk = _Walk(self, prediction, None)
        walk.run()
        return walk.state


class _Walk:
    def __init__(self, replay: Replay, prediction: Prediction, observe: Callable[[Observed], None] | None) -> None:
        self.replay, self.prediction, self.observe = replay, prediction, observe
        self.game, self.item = replay.game, replay.item
        self.state = replay.start
        self.moves = KeptMoves(replay.key)
        self.tallies = [dict.fromkeys(_COUNTED, 0) for _ in self.item.players]
        self.flags: list[list[str]] = [[] for _ in self.item.players]

    def run(self) -> Verdict:
        rounds = self.prediction.rounds
        outcome: Outcome | None = None
        number = 0
        while outcome is None and (seats := self.game.to_move(self.state)):
            if number == len(rounds):
                raise ReplayError("$.rounds", f"found {number} rounds, expected more: seats {list(seats)} are to move")
            outcome = self._round(number, seats, rounds[number])
            number += 1
        if len(rounds) > number:
            raise ReplayError(f"$.rounds[{number}]", "found a move, expected none: the game is over")
        self.moves.save()
        outcome = outcome or self.game.outcome(self.state)
        self._compare(outcome)
        counts = zip(self.tallies, self.flags, strict=True)
        return Verdict(outcome, number, tuple(SeatCounts(**tally, flags=tuple(flags)) for tally, flags in counts))

    def _round(self, number: int, seats: tuple[int, ...], moves: tuple[Move, ...]) -> Outcome | None:
        sent = tuple(move.seat for move in moves)
        if sent != seats:
            raise ReplayError(f"$.rounds[{number}]", f"found moves of seats {list(sent)}, expected {list(seats)}")
        decisions = {}
        for index, move in enumerate(moves):
            answers = [answer(self.item.setup, raw) for raw in (*move.attempts, move.text)]
            texts = tuple(reply.text for reply in answers)
            decisions[move.seat] = decision = self._decision(f"$.rounds[{number}][{index}]", number, move, texts)
            self._count(move, decision, answers)
            if self.observe is not None:
                self.observe(Observed(self.state, number, move.seat, decision, texts, move.workings))
        self.state, outcome = settled(self.game, self.state, decisions)
        self.moves.advance(moves)
        return outcome

    def _decision(self, path: str, number: int, move: Move, texts: tuple[str, ...]) -> Decision:
        turn = Turn(self.item.setup, number, move.seat)
        bot = self.replay.bots.get(move.seat)
        if bot is not None:
            sent, stream = (*move.attempts, move.text), turn.stream(f"bot/{bot.name}")
            compute = partial(bot.move, self.game, self.state, move.seat, stream)
            expected = self.moves.computed(move.seat, sent, lambda: lens_of(turn.setup).show(compute()))
            if sent != (expected,):
                raise ReplayError(path, f"found {short(move.text)}, expected {bot.name}'s move {short(expected)}")
        decision = decide(self.game, self.state, move.seat, texts, self.item.policy, turn)
        if decision is None:
            limit = self.item.policy.attempts
            raise ReplayError(path, f"found {len(texts)} failed replies, expected {limit} or a valid last one")
        used = len(decision.readings)
        if used < len(texts):
            raise ReplayError(f"{path}.attempts[{used - 1}]", "found a reply after the one that counted")
        substitute = self.game.encode(decision.action) if decision.substituted else None
        if move.substitute != substitute:
            raise ReplayError(f"{path}.substitute", f"found {move.substitute!r}, expected {substitute!r}")
        return decision

    def _count(self, move: Move, decision: Decision, answers: Sequence[VisibleReply]) -> None:
        """Count a decision; a failed reply that was cut off counts as neither unparsable nor illegal."""
        tally = self.tallies[move.seat]
        cut = [n for n, r in enumerate(decision.readings) if n in move.cut and r.failed]
        kinds = [r.kind for n, r in enumerate(decision.readings) if n not in cut]
        tally["decisions"] += 1
        tally["replies"] += len(decision.readings)
        tally["unparsable"] += kinds.count("unparsable")
        tally["illegal"] += "illegal" in kinds
        tally["substituted"] += decision.substituted
        tally["forfeited"] += decision.forfeited
        tally["cut"] += len(cut)
        tally["reasoning"] += sum(reply.blocks for reply in answers)
        if not decision.substituted and not decision.forfeited:
            self.flags[move.seat] += self.game.flags(self.state, move.seat, decision.action, answers[-1].text)

    def _compare(self, outcome: Outcome) -> None:
        claimed = self.prediction.claimed
        if claimed is None:
            return
        if claimed.reason and claimed.reason != outcome.reason:
            raise ReplayError("$.claimed.reason", f"found {claimed.reason!r}, the replay gives {outcome.reason!r}")
        if claimed.returns and claimed.returns != outcome.returns:
            raise ReplayError(
                "$.claimed.returns", f"found {list(claimed.returns)}, the replay gives {list(outcome.returns)}"
            )
