"""Small items and predictions for tests."""

from collections.abc import Callable, Sequence

from interplay.core.driver import Ask, drive
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import Situation, episode
from interplay.tracks.scorekeeping.records import (
    Answer,
    Item,
    Prediction,
    Probe,
    ProbeReplies,
    Request,
    Round,
    Rules,
    Slot,
    Tags,
    Update,
)

TAGS = Tags(questioner="CLERK", moderator="MODERATOR", answer="ANSWER", aside="ASIDE")
VALUES = {"color": "crimson", "shape": "hexagon", "size": "enormous"}


def item(
    asked: Sequence[str] = ("color", "shape", "size"),
    updates: dict[int, tuple[str, str]] | None = None,
    values: dict[str, str] | None = None,
    **rules: object,
) -> Item:
    """Return an item that asks for *asked* in this order; *updates* maps a round to (slot, new value)."""
    chosen = VALUES if values is None else values
    changes = updates or {}
    rounds = [Round(updates=(), request=None, probes=_probes(chosen))]
    for number, slot in enumerate(asked, 1):
        private = (changes[number],) if number in changes else ()
        rounds.append(
            Round(
                updates=tuple(Update(slot=s, value=v, text=f"{s} is now {v}.") for s, v in private),
                request=Request(slot=slot, variant=0, text=f"What {slot}?"),
                probes=_probes(chosen),
            )
        )
    return Item(
        canary="canary",
        item_id="base/example/0",
        split="base",
        domain="example",
        rules=Rules(**rules),  # type: ignore[arg-type]
        tags=TAGS,
        slots=tuple(Slot(name=name, label=name.upper(), value=value) for name, value in chosen.items()),
        initial_prompt="You know these things.",
        suffixes=("Yes or no?", "Please, yes or no?"),
        rounds=tuple(rounds),
    )


def _probes(values: dict[str, str]) -> tuple[Probe, ...]:
    return tuple(Probe(slot=name, variant=0, text=f"Does the clerk know the {name}?") for name in values)


def played(
    of: Item, answers: Sequence[str] | None = None, says: Callable[[int, str], bool] = lambda _round, _slot: False
) -> Prediction:
    """Return a prediction with these *answers* (default: right ones) and labels from *says*."""
    right = [f"ANSWER: {value_at(of, n)}" for n in range(1, len(of.rounds))]
    return Prediction(
        item_id=of.item_id,
        answers=tuple(Answer(round=n, text=t) for n, t in enumerate(right if answers is None else answers, 1)),
        probes=tuple(
            ProbeReplies(round=n, slot=p.slot, attempts=(f"ASIDE: {'yes' if says(n, p.slot) else 'no'}",))
            for n, r in enumerate(of.rounds)
            for p in r.probes
        ),
    )


def value_at(of: Item, number: int) -> str:
    """Return the current value of the slot that round *number* asks for."""
    request = of.rounds[number].request
    slot = request.slot if request else ""
    value = next(s.value for s in of.slots if s.name == slot)
    for round_ in of.rounds[: number + 1]:
        for update in round_.updates:
            value = update.value if update.slot == slot else value
    return value


def play_with(of: Item, reply: Callable[[Ask], str], trial: int = 0) -> Prediction:
    """Drive the dialogue with a function of the ask."""
    return drive(episode(of, trial), reply)


def play_bot(of: Item, name: str) -> Prediction:
    """Drive the dialogue with a bot."""
    return play_with(of, BOTS[name])


def situation(ask: Ask) -> Situation:
    """Return what is true at an ask."""
    assert isinstance(ask.situation, Situation)
    return ask.situation
