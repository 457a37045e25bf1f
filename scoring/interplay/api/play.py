"""Play one item with a function from messages to a reply, and replay a match of a submission."""

import asyncio
import inspect
from collections.abc import Awaitable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from interplay.api.items import Item, Prediction
from interplay.api.opening import AnyPath, Dataset, is_looping, opened
from interplay.core.driver import RIVAL, SYSTEM, Ask, Done, Reply, advance, begin, drive
from interplay.core.errors import InterplayError, UnknownName
from interplay.report import story
from interplay.systems.chat import Chat, messages_of, text_of
from interplay.tracks import catalogue
from interplay.tracks.games.records import Item as Match
from interplay.tracks.games.records import Prediction as MatchPrediction

Row = Mapping[str, object]


def play(item: Item | Row, chat: Chat, *, rival: Chat | None = None, trial: int = 0) -> Prediction:
    """Play one item of any track with *chat*, and return the prediction to submit.

    The track's driver asks as often as the item takes: once for a position or a simulation, through a whole dialogue in
    scorekeeping, move by move in games, where bots play the other seats.

    Args:
        item: An item of ``load_items``, or a row of ``datasets.load_dataset``.
        chat: A function from messages, a list of dictionaries with ``role`` and ``content``, to the text of the reply.
            It may be asynchronous where no event loop is running.
        rival: The function that plays the other side in matches between two systems.
        trial: Which run of the item this is, counted from 0.

    Returns:
        A record of the item's track with the raw text of every reply.

    Raises:
        UnknownName: No track has such items, or the item is a match between two systems and there is no *rival*.
        ModelError: *chat* returned something else than text.
        InterplayError: *chat* is asynchronous and an event loop is running: await ``aplay`` there.

    Example:
        >>> import interplay
        >>> item = interplay.load_items("games", "gamebench_quick")[0]
        >>> prediction = interplay.play(item, lambda messages: "I do not know the rules.")
        >>> prediction.item_id == item.item_id
        True
    """
    track, record = catalogue.item_of(item)
    with ExitStack() as stack:
        waiting = _Waiting(stack)
        steps = track.episode(record, trial)
        return cast("Prediction", drive(steps, lambda ask: text_of(waiting.reply(_chat(ask, chat, rival), ask))))


async def aplay(item: Item | Row, chat: Chat, *, rival: Chat | None = None, trial: int = 0) -> Prediction:
    """Play one item of any track, as ``play`` does, from within an event loop.

    Args:
        item: An item of ``load_items``, or a row of ``datasets.load_dataset``.
        chat: A function from messages to the text of the reply, asynchronous or not; one that is not holds up the loop.
        rival: The function that plays the other side in matches between two systems.
        trial: Which run of the item this is, counted from 0.

    Returns:
        A record of the item's track with the raw text of every reply.

    Raises:
        UnknownName: No track has such items, or the item is a match between two systems and there is no *rival*.
        ModelError: *chat* returned something else than text.

    Example:
        >>> import asyncio, interplay
        >>> async def chat(messages):
        ...     return "ANSWER: nothing"
        >>> item = interplay.load_items("scorekeeping", sample=1)[0]
        >>> asyncio.run(interplay.aplay(item, chat)).item_id == item.item_id
        True
    """
    track, record = catalogue.item_of(item)
    steps = track.episode(record, trial)
    ask = begin(steps)
    while not isinstance(ask, Done):
        text = _chat(ask, chat, rival)(messages_of(ask))
        ask = advance(steps, Reply(text_of(await text if inspect.isawaitable(text) else text)))
    return cast("Prediction", ask.prediction)


def _chat(ask: Ask, chat: Chat, rival: Chat | None) -> Chat:
    """Return who is asked."""
    if ask.player == SYSTEM:
        return chat
    if ask.player != RIVAL or rival is None:
        raise UnknownName("this item is a match between two systems; pass the other one as rival=")
    return rival


class _Waiting:
    """Asks a chat function, and waits where it is asynchronous; the loop for that lives as long as *stack*."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._runner: asyncio.Runner | None = None

    def reply(self, chat: Chat, ask: Ask) -> object:
        text = chat(messages_of(ask))
        if not inspect.isawaitable(text):
            return text
        if is_looping():
            if inspect.iscoroutine(text):
                text.close()  # or Python would warn that nobody awaited it
            here = "this chat is asynchronous, and an event loop is running here, as in a notebook"
            raise InterplayError(f"{here}: write ``await interplay.aplay(item, chat)``")
        if self._runner is None:
            self._runner = self._stack.enter_context(asyncio.Runner())
        return self._runner.run(_awaited(text))


async def _awaited(reply: Awaitable[str]) -> str:
    return await reply


@dataclass(frozen=True, slots=True)
class Story:
    """One match; printing it tells it move by move."""

    item: Match
    prediction: MatchPrediction
    names: Mapping[str, str] = field(default_factory=lambda: story.WHO)

    @property
    def decisions(self) -> tuple[story.Shown, ...]:
        """What the referee made of each reply."""
        return story.decisions(self.item, self.prediction)

    def __str__(self) -> str:
        """Return the match as a person reads it."""
        return "\n".join(story.tell(self.item, self.prediction, self.names))


def replay(path: AnyPath, item_id: str, *, trial: int = 0, release: Dataset = None) -> Story:
    """Re-run one match of a games submission from its frozen setup.

    Args:
        path: The submission, ``.jsonl`` or ``.jsonl.gz``.
        item_id: The match, such as ``llmarena/bid/03/first``.
        trial: Which run of it, counted from 0.
        release: A release, or its directory; by default the one that comes with the package.

    Returns:
        The match: print it, or look at its ``decisions``.

    Raises:
        RecordError: The submission holds no such match, or it cannot have gone as submitted.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> match = interplay.replay(root / "baselines/bot-strong/games.jsonl.gz", "llmarena/tictactoe/07/first")
        >>> print(str(match).splitlines()[-1])
        Ended: draw. Returns: seat 0 0, seat 1 0
    """
    submission = Path(path)
    return Story(*story.find(submission, opened(release), item_id, trial), names=story.names_in(submission))
