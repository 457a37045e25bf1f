"""How an item is asked: one message, or several with the system's own replies between them."""

from interplay.core.driver import Ask, Reply, Steps
from interplay.core.records import Message, Usage
from interplay.tracks.horizon.records import Item, Prediction

LONGEST = 100_000
"""Characters kept of a reply, the last ones."""


def episode(item: Item, trial: int) -> Steps[Prediction]:
    """Yield the asks of an item; return the prediction.

    A reply that was cut stays in the history as it is, and the next request follows.
    """
    messages, replies, usage = item.messages, [], Usage()
    reply: Reply = yield Ask(messages, item, trial)
    for request in item.requests:
        replies.append(reply.text[-LONGEST:])
        usage += reply.usage
        messages += (Message(role="assistant", content=reply.text), Message(role="user", content=request))
        reply = yield Ask(messages, item, trial)
    return Prediction(
        item_id=item.item_id,
        trial=trial,
        response=reply.text[-LONGEST:],
        finish_reason=reply.finish_reason,
        reasoning=reply.reasoning[-LONGEST:] or None,
        usage=usage + reply.usage,
        earlier=tuple(replies),
    )
