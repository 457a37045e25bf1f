"""Counts of unusable replies: empty, cut off, errors, and unreadable."""

from dataclasses import dataclass, field
from typing import Any

from interplay.core.records import Header
from interplay.core.text import quoted
from interplay.core.tokens import Tokens, tokens_of
from interplay.tracks.base import Grade, Track
from interplay.tracks.single_turn import SingleTurn

BOTS = "interplay"
"""The provider of shipped bots, whose replies are what they are meant to be; others that claim it lose it."""
SHARE = 0.05
"""The share of predictions with a fault from which a warning is given."""
UNUSABLE = 0.2
"""The share of replies to a part of the items, such as a game, that have a fault, from which one is given."""
DOUBT = 1 / 3
"""The share of replies without an answer from which a score says little about a model."""
_LITTLE = ": the score says little about the model"
FAULTS = {"unparsable": "cannot be read", "illegal": "have moves that are not legal"}
"""What is wrong with replies whose grades have these values."""
_MOST_NAMED = 3  # parts that a warning names
_LONGEST = 50  # characters of a reply that a warning shows, the last ones


def is_doubtful(warning: str) -> bool:
    """Return whether a *warning* says that a score says little, so that it stands above the scores."""
    return _LITTLE in warning


@dataclass(slots=True)
class _Part:
    """Replies to a part of the items, how many of them have a fault, and the first of these: line, item and text."""

    replies: int = 0
    faulty: float = 0.0
    example: tuple[int, Any, str] | None = None


@dataclass(slots=True)
class Health:
    """Counts predictions without text, those that were cut off, errors, and replies that cannot be read."""

    total: int = 0
    empty: int = 0
    cut: int = 0
    errors: int = 0
    refused: int = 0
    hidden: int = 0
    parts: dict[tuple[str, str], _Part] = field(default_factory=dict)

    def add(self, track: Track[Any, Any], item: Any, prediction: Any) -> Tokens | None:
        """Take in a prediction; return its tokens where they were claimed, or count at budgets."""
        is_error = bool(getattr(prediction, "error", None))
        self.total += 1
        self.errors += is_error
        self.empty += not is_error and not any(text.strip() for text in track.replies(item, prediction))
        self.cut += getattr(prediction, "finish_reason", None) == "length"
        usage = getattr(prediction, "usage", None)
        if usage is None and not track.at_budgets:
            return None
        tokens = tokens_of(usage, (*track.replies(item, prediction), getattr(prediction, "reasoning", None)))
        self.refused += tokens.is_refused
        self.hidden += tokens.is_hidden
        return tokens

    def grade(self, track: Track[Any, Any], item: Any, line: int, prediction: Any, grade: Grade) -> None:
        """Take in the grade of a prediction, as far as it has text; empty and cut replies are counted already."""
        for fault in FAULTS:
            if (value := grade.values.get(fault)) is None:
                continue
            text = next((text for text in track.replies(item, prediction) if text.strip()), "") if value else ""
            if text or not value:
                name = " ".join(track.where(item)[key] for key in track.table_by)
                self._add((fault, name), _Part(1, value, (line, item, text) if value else None))

    def _add(self, key: tuple[str, str], part: _Part) -> None:
        old = self.parts.get(key, _Part())
        example = min(filter(None, (old.example, part.example)), key=lambda entry: entry[0], default=None)
        self.parts[key] = _Part(old.replies + part.replies, old.faulty + part.faulty, example)

    def merge(self, other: "Health") -> None:
        """Take in the grades of another share of the same file; all shares read all of its predictions."""
        for key, part in other.parts.items():
            self._add(key, part)

    def warnings(self, header: Header, track: Track[Any, Any]) -> list[str]:
        """Return the problems that many of the predictions have."""
        if header.system.provider == BOTS:
            return []
        limit = header.system.params.get("max_tokens")
        at, it = (f"{limit:,} tokens", "--max-tokens") if isinstance(limit, int) else ("the token limit", "it")
        doubt = DOUBT * self.total
        empty = "replies are empty" if isinstance(track, SingleTurn) else "episodes have only empty replies"
        advice = _LITTLE * (self.empty >= doubt > self.cut)
        advice += "; if the model reasons first, raise --max-tokens" * (not self.cut)
        cut = f"{self.cut / max(self.total, 1):.0%} of the replies were cut off at {at}"
        messages = (
            (self.empty, f"{self.empty:,} of {self.total:,} {empty}{advice}"),
            (self.errors, f"{self.errors:,} of {self.total:,} predictions are errors without a reply"),
            (self.cut, f"{cut}{_LITTLE * (self.cut >= doubt)}; raise {it}"),
        )
        worthless = [message for count, message in messages if count and count >= SHARE * self.total]
        claims = (
            (self.refused, "fewer tokens than their text has words; the words are counted instead"),
            (self.hidden, "more tokens than their text has bytes: what was not sent back is only claimed"),
        )
        worthless += [f"{n:,} of {self.total:,} predictions claim {what}" for n, what in claims if n]
        return [*worthless, *(warning for fault in FAULTS for warning in self._unusable(track, fault))]

    def _unusable(self, track: Track[Any, Any], fault: str) -> list[str]:
        """Return a warning of replies with a fault: the worst parts, an example, and what the prompt asks."""
        parts = [(name, p) for (kind, name), p in self.parts.items() if kind == fault]
        parts = [(name, p) for name, p in parts if p.faulty >= UNUSABLE * p.replies]
        parts.sort(key=lambda entry: -entry[1].faulty)
        if not parts or (example := parts[0][1].example) is None:
            return []
        faulty, total = (sum(getattr(p, key) for _, p in parts) for key in ("faulty", "replies"))
        names = ", ".join(filter(None, (name for name, _ in parts[:_MOST_NAMED])))
        others = f" and {len(parts) - _MOST_NAMED} more" if len(parts) > _MOST_NAMED else ""
        count, reply, (_, item, text) = f"{faulty / total:.0%} of the replies", "", example
        if isinstance(track, SingleTurn):
            line = " ".join(text.split())
            count = f"{faulty:,.0f} of {total:,} replies"
            reply = ": " + quoted("…" * (len(line) > _LONGEST) + line[-_LONGEST:])
        which = f"{count}{names and ' to '}{names}{others} {FAULTS[fault]}, such as {track.item_id(item)}{reply}"
        which += _LITTLE * (fault == "unparsable" and faulty >= DOUBT * self.total)
        return [f"{which}; the prompt asks for {track.form(item)}"]
