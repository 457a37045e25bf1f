"""Play one item with a function from messages to a reply."""

import asyncio
import inspect
from collections.abc import Awaitable, Mapping
from contextlib import closing
from typing import cast

from interplay.api.items import Item, Prediction
from interplay.api.opening import is_looping
from interplay.core.driver import RIVAL, SYSTEM, Ask, Done, advance, begin
from interplay.core.errors import InterplayError, UnknownName
from interplay.systems.chat import Answer, Chat, messages_of, reply_of
from interplay.systems.spec import Observation
from interplay.tracks import catalogue

Row = Mapping[str, object]


def play(
    item: Item | Row, chat: Chat, *, rival: Chat | None = None, trial: int = 0, observation: Observation = "text"
) -> Prediction:
    """Play one item of any track with *chat*, and return the prediction to submit.

    The track's driver asks as often as the item takes: once for a position or a simulation, through a whole dialogue in
    scorekeeping, move by move in games, where bots play the other seats.

    Args:
        item: An item of ``load_items``, or a row of ``datasets.load_dataset``.
        chat: A function from messages, a list of dictionaries with ``role`` and ``content``, to the reply's text
            or a ``Reply``. It may be asynchronous where no event loop is running.
        rival: The function that plays the other side in matches between two systems.
        trial: Which run of the item this is, counted from 0.
        observation: ``image`` sends a board as a picture in place of its text, ``both`` beside it, where the picture
            holds the same; the content of such a message is a list of an OpenAI image part and a text part.

    Returns:
        A record of the item's track with the raw text of every reply.

    Raises:
        UnknownName: No track has such items, or the item is a match between two systems and there is no *rival*.
        ModelError: *chat* returned something else than text or a ``Reply``.
        InterplayError: *chat* is asynchronous and an event loop is running: await ``aplay`` there.

    Example:
        >>> import interplay
        >>> item = interplay.load_items("games", "gamebench_quick")[0]
        >>> prediction = interplay.play(item, lambda messages: "I do not know the rules.")
        >>> prediction.item_id == item.item_id
        True
    """
    track, record = catalogue.item_of(item)
    with closing(asyncio.Runner()) as runner:  # it makes a loop when there is something to wait for
        steps = track.episode(record, trial)
        step = begin(steps)
        while not isinstance(step, Done):
            reply = _waited(_chat(step, chat, rival)(messages_of(step, observation)), runner)
            step = advance(steps, reply_of(reply))
    return cast("Prediction", step.prediction)


async def aplay(
    item: Item | Row, chat: Chat, *, rival: Chat | None = None, trial: int = 0, observation: Observation = "text"
) -> Prediction:
    """Play one item of any track, as ``play`` does, from within an event loop.

    Args:
        item: An item of ``load_items``, or a row of ``datasets.load_dataset``.
        chat: A function from messages to text or a ``Reply``, asynchronous or not; one that is not holds up the loop.
        rival: The function that plays the other side in matches between two systems.
        trial: Which run of the item this is, counted from 0.
        observation: How boards are sent, as in ``play``.

    Returns:
        A record of the item's track with the raw text of every reply.

    Raises:
        UnknownName: No track has such items, or the item is a match between two systems and there is no *rival*.
        ModelError: *chat* returned something else than text or a ``Reply``.

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
        text = _chat(ask, chat, rival)(messages_of(ask, observation))
        ask = advance(steps, reply_of(await text if inspect.isawaitable(text) else text))
    return cast("Prediction", ask.prediction)


def _chat(ask: Ask, chat: Chat, rival: Chat | None) -> Chat:
    if ask.player == SYSTEM:
        return chat
    if ask.player != RIVAL or rival is None:
        raise UnknownName("this item is a match between two systems; pass the other system as rival=")
    return rival


def _waited(text: Answer | Awaitable[Answer], runner: asyncio.Runner) -> Answer:
    """Return what a chat function replied, after waiting where it is asynchronous."""
    if not inspect.isawaitable(text):
        return text
    if is_looping():
        if inspect.iscoroutine(text):
            text.close()  # or Python would warn that nobody awaited it
        here = "this chat is asynchronous, and an event loop is running here, as in a notebook"
        raise InterplayError(f"{here}: write ``await interplay.aplay(item, chat)``")
    return runner.run(_awaited(text))


async def _awaited(reply: Awaitable[Answer]) -> Answer:
    return await reply
