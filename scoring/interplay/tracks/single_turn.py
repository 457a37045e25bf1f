"""What tracks share whose items are asked once and answered with one reply, but for some that go on."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Generic, Protocol, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from interplay.core.driver import Ask, Board, Reply, Steps
from interplay.core.records import Extension, Message, Name, Record, TrialNumber, Usage
from interplay.core.release import Release
from interplay.core.tokens import Tokens, fewest
from interplay.tracks.base import Item, Track


class Answer(Record, frozen=True, omit_defaults=True):
    """The raw reply to one item, or ``null`` with the reason in ``error``.

    ``reasoning`` is what the server sent apart from it as the model's thoughts; it is never scored.
    """

    item_id: Name
    trial: TrialNumber = 0
    response: Annotated[str, Meta(max_length=100_000)] | None = None
    error: Annotated[str, Meta(min_length=1, max_length=2_000)] | None = None
    finish_reason: Annotated[str, Meta(max_length=200)] | None = None
    reasoning: Annotated[str, Meta(max_length=100_000)] | None = None
    usage: Usage | None = None
    x: Extension = {}

    def priciest(self, tokens: Tokens) -> Tokens:
        """Return the tokens of the longest of several replies: no fewer than its words, or the mean (note 0098)."""
        earlier, most = getattr(self, "earlier", ()), getattr(self, "most_tokens", 0)
        if not earlier:
            return tokens
        last = "\n".join(filter(None, (self.response, self.reasoning)))
        least = max(-(-tokens.claimed // (len(earlier) + 1)), *map(fewest, (*earlier, last)))
        is_refused = tokens.is_refused or 0 < most < least
        return Tokens(most, max(most, least), is_refused, tokens.is_hidden)

    def cut_at(self, tokens: Tokens, most: int | None = None) -> int | None:
        """Return at how many tokens, *most* by its header, the reply was cut; ``None``: it was not, or nobody knows."""
        if self.finish_reason != "length":
            return None
        return getattr(self, "budget", 0) or (tokens.used if tokens.claimed else most)


class Question(Item, Protocol):
    """An item that is asked once."""

    @property
    def messages(self) -> tuple[Message, ...]:
        """What a model is shown."""


Q = TypeVar("Q", bound=Question)
A = TypeVar("A", bound=Answer)


class SingleTurn(Track[Q, A], Generic[Q, A]):
    """What of a track follows from asking once; its name is that of the release's table of its items, too.

    ``longest``: characters kept of a reply, the last ones.
    """

    longest: int
    at_budgets = "score"

    def items(self, release: Release) -> Iterator[Q]:
        yield from release.rows(self.name, self.item)

    def calls(self, item: Q) -> tuple[int, int]:  # noqa: ARG002  the interface's signature
        return 1, 1

    def follow(self, item: Q, raws: Sequence[str]) -> tuple[Message, ...]:  # noqa: ARG002
        """Return what the conversation goes on with after these replies, nothing where it has ended."""
        return ()

    def board(self, item: Q) -> Board | None:  # noqa: ARG002
        """Return the board in the item's messages as a picture, ``None`` where there is none that holds the same."""
        return None

    def episode(self, item: Q, trial: int) -> Steps[A]:
        """Yield the asks of an item: one, unless something follows."""
        messages, raws, usage, most, more = item.messages, list[str](), Usage(), 0, True
        while more:
            reply: Reply = yield Ask(messages, item, trial, board=partial(self.board, item))
            raws.append(reply.text[-self.longest :])
            usage, most = usage + reply.usage, max(most, reply.completion_tokens)
            more = bool(following := self.follow(item, raws))
            messages += following
        answer = self.answer(item, trial, reply)
        several = {"usage": usage, "earlier": tuple(raws[:-1]), "most_tokens": most}
        return replace(answer, **several) if raws[1:] else answer

    def answer(self, item: Q, trial: int, reply: Reply) -> A:
        """Return the prediction that records a reply."""
        return self.prediction(
            item_id=item.item_id,
            trial=trial,
            response=reply.text[-self.longest :],
            finish_reason=reply.finish_reason,
            reasoning=reply.reasoning[-self.longest :] or None,
            usage=reply.usage,
        )

    def failed(self, item: Q, trial: int, error: str) -> A:
        return self.prediction(item_id=item.item_id, trial=trial, error=error[:2_000] or "unknown error")

    def is_error(self, prediction: A) -> bool:
        return prediction.response is None

    def replies(self, item: Q, prediction: A) -> Iterator[str]:  # noqa: ARG002
        yield from getattr(prediction, "earlier", ())
        if prediction.response is not None:
            yield prediction.response
