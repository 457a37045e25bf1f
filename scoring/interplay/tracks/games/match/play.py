"""Play a match: ask the system, compute the bots, record raw text. A pure function of item and replies."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from interplay.core.driver import RIVAL, SYSTEM, Ask, Board, Option, Reply, Steps
from interplay.core.records import Message, Usage
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game, Open, Prompt
from interplay.tracks.games.match.referee import Turn, answer, decide, read, settled
from interplay.tracks.games.records import Claimed, Item, Move, Prediction
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.twins import lens_of
from interplay.tracks.games.verdicts import Decision, Outcome

MAX_REPLY = 20_000
"""Characters kept of a reply: the last ones, as its answer stands at its end."""


class Situation(Struct, frozen=True):
    """The state of a match when the system is asked, for the track's own players."""

    game: Game[Any, Any]
    state: Any
    item: Item
    round: int
    seat: int

    @property
    def prompt(self) -> Prompt:
        return lens_of(self.item.setup).prompt(self.game.prompt(self.state, self.seat))

    @property
    def rules(self) -> str:
        return self.prompt.system

    @property
    def observation(self) -> str:
        return self.prompt.observation

    def board(self) -> Board | None:
        return catalogue.board_of(self.item.setup, self.state)

    def options(self) -> tuple[Option, ...]:
        """Return the legal actions as replies; none where free text is legal."""
        legal = self.game.legal(self.state, self.seat)
        return () if isinstance(legal, Open) else tuple(self._option(action) for action in legal)

    def _option(self, action: Any) -> Option:
        def written(action: Any) -> str:
            return lens_of(self.item.setup).show(self.game.write(self.state, self.seat, action))

        def worded(words: str) -> str:
            return written(Choice(action.id, words))

        speaks = isinstance(action, Choice) and action.text is not None
        name = action.id if isinstance(action, Choice) else self.game.encode(action)
        return Option(name, written(action), worded if speaks else None)


def messages_for(prompt: Prompt, history: tuple[Message, ...] = ()) -> tuple[Message, ...]:
    """Return the chat with *prompt* after *history*; the rules come first in the first user message."""
    opening = "" if history else f"{prompt.system}\n\n"
    text = f"{opening}{prompt.observation}\n\n{prompt.action}"
    return (*history, Message(role="user", content=text))


def episode(item: Item, trial: int = 0) -> Steps[Prediction]:
    """Yield the asks of one match, receive the system's replies, and return the prediction."""
    return _Match(item, trial).steps()


class _Match:
    def __init__(self, item: Item, trial: int) -> None:
        self.item, self.trial = item, trial
        self.game, self.lens = catalogue.load(item.game), lens_of(item.setup)
        self.state: Any = self.game.start(item.setup)
        self.bots = {
            seat: catalogue.bot(item.game, name)
            for seat, name in enumerate(item.players)
            if name not in (SYSTEM, RIVAL)
        }
        self.history: dict[int, tuple[Message, ...]] = {}
        self.rounds: list[tuple[Move, ...]] = []
        self.usage = Usage()

    def steps(self) -> Steps[Prediction]:
        outcome: Outcome | None = None
        while outcome is None and (seats := self.game.to_move(self.state)):
            outcome = yield from self._round(seats)
        outcome = outcome or self.game.outcome(self.state)
        return Prediction(
            item_id=self.item.item_id,
            trial=self.trial,
            players=self.item.players,
            rounds=tuple(self.rounds),
            claimed=Claimed(reason=outcome.reason, returns=outcome.returns),
            usage=self.usage,
        )

    def _round(self, seats: tuple[int, ...]) -> Steps[Outcome | None]:
        """Play one round; return the outcome if a seat forfeited in it."""
        moves, decisions = [], {}
        for seat in seats:
            move, decisions[seat] = yield from self._decide(seat)
            moves.append(move)
        self.rounds.append(tuple(moves))
        self.state, outcome = settled(self.game, self.state, decisions)
        return outcome

    def _decide(self, seat: int) -> Steps[tuple[Move, Decision]]:
        turn = Turn(self.item.setup, len(self.rounds), seat)
        replies: list[Reply] = []
        decision = None
        history = self.history.get(seat, ()) if self.game.keeps_history else ()
        while decision is None:
            if seat in self.bots:
                bot = self.bots[seat]
                text = bot.move(self.game, self.state, seat, turn.stream(f"bot/{bot.name}"))
                replies.append(Reply(self.lens.show(text)))
            else:
                replies.append((yield from self._ask(seat, history, self._texts(replies))))
            decision = decide(self.game, self.state, seat, self._texts(replies), self.item.policy, turn)
        move = Move(
            seat=seat,
            text=replies[-1].text,
            attempts=tuple(r.text for r in replies[:-1]),
            substitute=self.game.encode(decision.action) if decision.substituted else None,
            cut=tuple(number for number, reply in enumerate(replies) if reply.cut),
            workings=tuple(text[-MAX_REPLY:] for r in replies for text in (*r.workings, r.reasoning) if text),
            usage=_usage_of(replies),
        )
        return move, decision

    def _texts(self, replies: Sequence[Reply]) -> list[str]:
        return [answer(self.item.setup, reply.text).text for reply in replies]

    def _ask(self, seat: int, history: tuple[Message, ...], failed: list[str]) -> Steps[Reply]:
        """Ask for a move; failed replies to this decision are shown with their errors, and dropped after it."""
        situation = Situation(self.game, self.state, self.item, len(self.rounds), seat)
        question = messages_for(situation.prompt, history)
        messages = (*question, *self._answers(seat, failed, situation.prompt))
        player = self.item.players[seat]
        reply = yield Ask(messages, situation, self.trial, player, board=situation.board)
        reply = replace(reply, text=reply.text[-MAX_REPLY:])
        text = self.lens.show(answer(self.item.setup, reply.text).text)
        self.history[seat] = (*question, Message(role="assistant", content=text))
        if player == SYSTEM:
            self.usage += reply.usage
        return reply

    def _answers(self, seat: int, texts: list[str], prompt: Prompt) -> Iterator[Message]:
        """Yield earlier replies to this decision, each with the referee's answer."""
        readings = read(self.game, self.state, seat, texts, self.item.policy)
        for text, reading in zip(texts, readings, strict=True):
            yield Message(role="assistant", content=self.lens.show(text))
            message = self.lens.show(reading.message)
            answer = message if reading.kind == "explained" else f"That cannot be played: {message}."
            parting = "\n\n" if reading.kind == "explained" else " "
            yield Message(role="user", content=f"{answer}{parting}{prompt.again or prompt.action}")


def _usage_of(replies: Sequence[Reply]) -> Usage | None:
    """Return what the replies to one decision cost; ``None`` if it is one call a reply without tokens."""
    usage = sum((reply.usage for reply in replies), Usage())
    return None if usage == Usage(calls=len(replies)) else usage
