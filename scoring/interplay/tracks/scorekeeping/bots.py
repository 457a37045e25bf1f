"""Deterministic players whose scores theory gives; they check the scorer and anchor the tables.

``oracle`` is always right. The others are uninformed baselines, but for ``schedule``, which follows the order of
events. ``always-private``, ``always-shared``, ``random``, ``asked``, ``last-asked``, ``keyword`` and ``schedule``
answer requests rightly and go by a rule of thumb when they are probed; ``copy`` says everything to everybody;
``last-reply``, ``echo`` and ``silent`` have no form.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.dialogue import Situation

EXACT = ("oracle", "always-private", "always-shared", "asked", "last-asked", "copy", "last-reply", "echo", "silent")
"""Bots whose headline is the same on every item that there could be, and so has no error."""
_TELLING = 0.2
"""How rare the words must be that two lines share to be about the same: the sum of 1 by the lines that each is in."""
_WORD = re.compile(r"[a-z]{4,}")
_EMPTY = frozenset(
    {"about", "does", "from", "give", "have", "know", "known", "much", "right", "that", "their", "them", "they", "this"}
    | {"what", "when", "whether", "which", "with", "would", "your"}
)
"""Words of questions that say nothing of what is asked."""


def _labelled(ask: Ask, label: Callable[[Situation], bool]) -> str:
    at = ask.about(Situation)
    if at.kind == "answer":
        return f"{at.tags.answer}: {at.value}"
    return f"{at.tags.aside}: {'yes' if label(at) else 'no'}"


def _coin(at: Situation) -> bool:
    """Flip a fair coin that depends on nothing but the place in the dialogue."""
    return Stream("scorekeeping", at.item_id, f"bot-random/{at.trial}/{at.round}/{at.slot}").below(2) == 1


def _copy(ask: Ask) -> str:
    """Put all that it was ever sent into every answer; claim *shared* from the first answer on."""
    at = ask.about(Situation)
    if at.kind == "answer":
        return f"{at.tags.answer}: " + " ".join(" ".join(m.content for m in ask.messages if m.role == "user").split())
    return f"{at.tags.aside}: {'yes' if at.round else 'no'}"


def _keyword(ask: Ask) -> str:
    """Claim *shared* where an earlier request has a word of the probe in it."""
    at = ask.about(Situation)
    named = f"{at.tags.questioner}: "
    asked = " ".join(m.content.rpartition(named)[2] for m in ask.messages[:-1] if named in m.content)
    words = _words(ask.messages[-1].content.rpartition(f"{at.tags.moderator}: ")[2]) - _words(named)
    return _labelled(ask, lambda _: bool(words & _words(asked)))


def _schedule(ask: Ask) -> str:
    """Claim *shared* where the last line that shares rare words with the probe was a request, and not a correction."""
    at = ask.about(Situation)
    asked, noted = f"{at.tags.questioner}: ", f"{at.tags.moderator}: "
    lines = [line for m in ask.messages if m.role == "user" for line in m.content.split("\n")]
    lines = [line for line in lines if line.startswith((asked, noted))]
    stems = [{word[:5] for word in _words(line) - _words(noted)} for line in lines]
    number = Counter(stem for line in stems[:-1] for stem in line)
    about = [n for n, line in enumerate(stems[:-1]) if sum(1 / number[s] for s in line & stems[-1]) > _TELLING]
    return _labelled(ask, lambda _: bool(about) and lines[about[-1]].startswith(asked))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower())) - _EMPTY


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "oracle": lambda ask: _labelled(ask, lambda at: at.shared),
        "always-private": lambda ask: _labelled(ask, lambda _: False),
        "always-shared": lambda ask: _labelled(ask, lambda _: True),
        "asked": lambda ask: _labelled(ask, lambda at: at.asked > 0),
        "last-asked": lambda ask: _labelled(ask, lambda at: at.is_last),
        "keyword": _keyword,
        "schedule": _schedule,
        "random": lambda ask: _labelled(ask, _coin),
        "copy": _copy,
        "last-reply": lambda ask: next((m.content for m in reversed(ask.messages) if m.role == "assistant"), ""),
        "echo": lambda ask: ask.messages[-1].content,
        "silent": lambda _: "",
    }
)
