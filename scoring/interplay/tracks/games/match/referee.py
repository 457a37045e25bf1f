"""Decide what a player's replies mean. Playing and verifying both use this one function of the texts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct, structs

from interplay.core import replies
from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Open
from interplay.tracks.games.records import Policy, Setup
from interplay.tracks.games.twins import lens_of
from interplay.tracks.games.verdicts import Decision, Outcome, Reading


def answer(setup: Setup, raw: str) -> replies.VisibleReply:
    """Return the part of a raw reply that the rules read, in the words of the usual game.

    In profile ``compat`` that is all of it, as in the papers' code.
    """
    reply = replies.VisibleReply(raw) if setup.profile == "compat" else replies.read(raw)
    return reply if not setup.option("twin") else structs.replace(reply, text=lens_of(setup).read(reply.text))


class Turn(Struct, frozen=True, gc=False):
    """One seat's decision in a round of a match; random streams are named after it."""

    setup: Setup
    round: int
    seat: int

    def stream(self, purpose: str) -> Stream:
        """Return the stream for *purpose* at this decision: ``fallback``, or ``bot/NAME``."""
        return Stream(self.setup.game, self.setup.seed, f"{purpose}/{self.round}/{self.seat}")


def read(game: Game[Any, Any], state: Any, seat: int, texts: Sequence[str], policy: Policy) -> tuple[Reading, ...]:
    """Classify the replies to one decision, up to the one that ends it; *texts* are their readable parts."""
    readings: list[Reading] = []
    explanations, failures = policy.explanations, 0
    for text in texts:
        reading = _reading(game, state, seat, text, policy, may_ask_rules=explanations > 0)
        readings.append(reading)
        if reading.kind == "explained":
            explanations -= 1
        elif reading.kind == "move" or reading.forfeits or (failures := failures + 1) == policy.attempts:
            break
    return tuple(readings)


def _reading(game: Game[Any, Any], state: Any, seat: int, text: str, policy: Policy, *, may_ask_rules: bool) -> Reading:
    try:
        return Reading("move", game.parse(state, seat, text))
    except UnparsableMove as error:
        explanation = game.explain(state, seat, text) if may_ask_rules else None
        if explanation is not None:
            return Reading("explained", message=explanation)
        return Reading("unparsable", message=str(error))
    except IllegalMove as error:
        return Reading("illegal", message=str(error), forfeits=policy.illegal == "forfeit")


def settled(game: Game[Any, Any], state: Any, decisions: Mapping[int, Decision]) -> tuple[Any, Outcome | None]:
    """Return the state after a round, and the outcome if a seat forfeited in it (of several, the lowest seat)."""
    for seat, decision in decisions.items():
        if decision.forfeited:
            return state, game.forfeit(state, seat)
    return game.apply(state, {seat: decision.action for seat, decision in decisions.items()}), None


def decide(
    game: Game[Any, Any], state: Any, seat: int, texts: Sequence[str], policy: Policy, turn: Turn
) -> Decision | None:
    """Return the decision that the replies *texts* make, or ``None`` when the player must be asked again.

    A substitute comes from its own stream, named after *turn*, so that a failed reply changes no other random event.
    """
    readings = read(game, state, seat, texts, policy)
    if not readings:
        return None
    last = readings[-1]
    if last.kind == "move":
        return Decision(last.action, readings, substituted=False, forfeited=False)
    failed = sum(reading.kind != "explained" for reading in readings)
    if last.forfeits or (failed == policy.attempts and policy.exhausted == "forfeit"):
        return Decision(None, readings, substituted=False, forfeited=True)
    if failed < policy.attempts:
        return None
    action = turn.stream("fallback").choice(game.fallback(state, seat))
    return Decision(action, readings, substituted=True, forfeited=False)


def reachable(game: Game[Any, Any], moves: Iterable[tuple[Any, Mapping[int, Any]]], seat: int, most: int) -> Any:
    """Return states after *moves* in which *seat* or nobody is to move, ``None`` above *most* or if others speak."""
    waiting, reached = list(moves), list[tuple[Any, Mapping[int, Any]]]()
    while waiting and len(waiting) + len(reached) <= most:
        state, chosen = waiting.pop()
        legal: dict[int, Any] = {o: game.legal(state, o) for o in game.to_move(state) if o not in chosen}
        speak = any(isinstance(x, Open) or any(getattr(a, "text", None) is not None for a in x) for x in legal.values())
        if speak or math.prod(map(len, legal.values())) > most:
            return None
        for actions in product(*legal.values()):
            after = game.apply(state, {**chosen, **dict(zip(legal, actions, strict=True))})
            (waiting if (seats := game.to_move(after)) and seat not in seats else reached).append((after, {}))
    return None if waiting or len(reached) > most else [state for state, _ in reached]
