"""What the games of GameBench share: actions chosen by id from a list, free text beside it, rules explained on request.

After GameBench (arXiv 2406.06613). A reply is an id alone, or an object ``{"action": id, "text": words}`` in JSON or as
a Python literal, in a code fence or not. An id is compared after trimming, exactly, then in lower case with
underscores for blanks; nothing fuzzier. ``Explain(H1)`` asks for the text under a heading, ``Explain(id)`` for what an
action does.
"""

import ast
import json
import re
import warnings
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.base import Open, Outcome
from interplay.tracks.games.records import Policy
from interplay.tracks.games.shared.speech import clean, short

S = TypeVar("S")
SILENCE = "(silence)"
"""What an empty text counts as."""
LONGEST_LITERAL = 5_000
"""Characters of a reply that is tried as a Python literal."""
LONGEST_ID = 200
"""Characters of what can be an id or a request for an explanation."""
MOST_BRACKETS = 50
"""Opening brackets of an object; how deep parsers follow more of them depends on their version and on the stack."""
POLICY = Policy(attempts=3, illegal="retry", exhausted="substitute", explanations=3)
_THINK = "You may think first."
_END = 'End with a line that holds only the id of one listed action, or with JSON: {"action": "ID"}.'
"""The form without any id of the menu: a model that copies it has chosen nothing."""
_TEXT = '{"action": "ID", "text": "..."}'
_PRIVATE = "Of your reply, others read only the text."
AT_RANDOM = "a random listed action is played for you"
"""What most games play for a player whose attempts are used up, as a prompt says it."""
_ID = re.compile(r"[a-z0-9][a-z0-9_:;,.@<>+|-]*")
_EXPLAIN = re.compile(r"explain\s*[(:]([^()]{1,120})\)?", re.IGNORECASE)
_FENCE = "```"
_LANGUAGE = re.compile(r"[A-Za-z0-9_+-]{0,20}")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_OPENING = re.compile(r"[\[({]")
_KEYS = ("text", "openended_response")


class Choice(Struct, frozen=True):
    """An action: its id, and the words of an action that has some."""

    id: str
    text: str | None = None


class Topic(Struct, frozen=True):
    """A part of the rules that a player can ask to have explained."""

    heading: str
    text: str


class MenuGame(Generic[S]):
    """Reading, writing and explaining for a game that defines ``menu``, and ``spoken`` where it has free text."""

    suite = "gamebench"
    policy = POLICY
    short: Mapping[str, int] = MappingProxyType({})
    topics: tuple[Topic, ...] = ()

    def menu(self, state: S, seat: int) -> Sequence[str]:
        """Return the ids of the listed actions without text, in canonical order."""
        raise NotImplementedError

    def spoken(self, state: S, seat: int) -> Mapping[str, int]:
        """Return the ids of the actions with text, each with the most characters that count."""
        return {}

    def listed(self, state: S, seat: int, action_id: str) -> bool:
        """Return whether *action_id* is on the menu; games with long menus may know it without making one."""
        return action_id in self.menu(state, seat)

    def describe(self, state: S, seat: int, action_id: str) -> str | None:
        """Return what a listed action does, ``None`` where nothing is to be added to its id."""
        return None

    def headings(self, state: S) -> Sequence[Topic]:
        """Return the parts of the rules that can be explained; games whose options change them make them here."""
        return self.topics

    def heard(self, state: S, seat: int, action_id: str, text: str, longest: int) -> str:
        """Return the words of an action as they count; raise ``IllegalMove`` for words that the rules forbid."""
        return clean(text, longest) or SILENCE

    def legal(self, state: S, seat: int) -> Sequence[Choice] | Open:
        """Return the menu, then silence for each action with text; ``Open`` where there is nothing but text."""
        choices = [Choice(action_id) for action_id in self.menu(state, seat)]
        spoken = self.spoken(state, seat)
        if not choices and spoken:
            return Open(max(spoken.values()))
        return choices + [Choice(action_id, SILENCE) for action_id in spoken]

    def parse(self, state: S, seat: int, text: str) -> Choice:
        """Read an action from a reply; raise ``UnparsableMove`` for no id, ``IllegalMove`` for one not listed."""
        if self.listed(state, seat, text):
            return Choice(text)
        said, words = _read(text)
        spoken = self.spoken(state, seat)
        for action_id in (said.strip(), said.strip().casefold().replace(" ", "_")):
            if action_id in spoken:
                if words is None:
                    raise UnparsableMove(f"found {action_id} without a text, expected a text with it")
                return Choice(action_id, self.heard(state, seat, action_id, words, spoken[action_id]))
            if self.listed(state, seat, action_id):
                return Choice(action_id)
        if _EXPLAIN.fullmatch(said.strip()):
            raise UnparsableMove(f"found {short(said)}, expected an action: there is nothing to explain (any more)")
        raise IllegalMove(f"found {short(said)}, expected the id of a listed action")

    def explain(self, state: S, seat: int, text: str) -> str | None:
        """Return the text under a heading (``H1`` is the first), or what a listed action does."""
        try:
            match = _EXPLAIN.fullmatch(_read(text)[0].strip())
        except UnparsableMove:
            return None
        if match is None:
            return None
        wanted = match[1].strip().casefold()
        for number, topic in enumerate(self.headings(state), 1):
            if wanted in (f"h{number}", topic.heading.casefold()):
                return f"{topic.heading}: {topic.text}"
        action_id = wanted.replace(" ", "_")
        if action_id in self.spoken(state, seat) or self.listed(state, seat, action_id):
            said = self.describe(state, seat, action_id)
            return None if said is None else f"{action_id}: {said}"
        return None

    def write(self, state: S, seat: int, action: Choice) -> str:
        """Return the id, as JSON where there is text."""
        if action.text is None:
            return action.id
        return json.dumps({"action": action.id, "text": action.text}, ensure_ascii=False)

    def encode(self, action: Choice) -> str:
        """Return the id, followed by the text in JSON's quotes where there is one."""
        return action.id if action.text is None else f"{action.id} {json.dumps(action.text, ensure_ascii=False)}"

    def decode(self, text: str) -> Choice:
        """Return the choice of a canonical text."""
        action_id, blank, words = text.partition(" ")
        if not _ID.fullmatch(action_id):
            raise ValueError(f"{short(text)} is not an action")
        if not blank:
            return Choice(action_id)
        found = msgspec.json.decode(words, type=str)
        if self.encode(Choice(action_id, found)) != text:
            raise ValueError(f"{short(text)} is not a canonical action")
        return Choice(action_id, found)

    def fallback(self, state: S, seat: int) -> Sequence[Choice]:
        """Return the menu; games without one at some decision say what is played there."""
        return [Choice(action_id) for action_id in self.menu(state, seat)]

    def flags(self, state: S, seat: int, action: Choice, text: str) -> tuple[str, ...]:
        """Flag nothing."""
        return ()


def shares(reason: str, sides: Sequence[Sequence[int]], scores: Sequence[float]) -> Outcome:
    """Return the outcome in which each seat of a side gets that side's score."""
    seats = sorted((seat, score) for side, score in zip(sides, scores, strict=True) for seat in side)
    result = tuple(score for _, score in seats)
    return Outcome(reason, result, result)


def rules_text(title: str, summary: str, topics: Sequence[Topic], substitute: str = AT_RANDOM) -> str:
    """Return the rules as a prompt shows them: the summary, what failing costs, the headings that can be explained.

    *substitute* says what the game's ``fallback`` plays.
    """
    rules = (
        f"You are playing {title}. {summary}\n\nAfter {POLICY.attempts} replies to one decision that name no listed "
        f"action, {substitute}."
    )
    if not topics:
        return rules
    headings = "\n".join(f"H{number} {topic.heading}" for number, topic in enumerate(topics, 1))
    return (
        f"{rules} More can be explained, up to three times before each action and at no cost. To ask, reply with "
        "Explain(H1) for the first of these headings, or Explain(ID) for what a listed action does, in place of an "
        "action:\n"
        f"{headings}"
    )


def action_text(
    instructions: str, listed: Sequence[tuple[str, str | None]], spoken: Sequence[tuple[str, str]] = ()
) -> str:
    """Return what a seat is asked: *instructions*, each action with a note where there is one, and the reply form."""
    lines = [instructions]
    if listed:
        lines += ["Actions:", *(f"- {i}" + (f": {note}" if note else "") for i, note in listed)]
    if spoken:
        lines += ["Actions with a text of your own:", *(f"- {i}: {note}" for i, note in spoken)]
    lines.append(again_text(listed, spoken))
    return "\n".join(lines)


def again_text(listed: Sequence[tuple[str, str | None]], spoken: Sequence[tuple[str, str]] = ()) -> str:
    """Return how to reply, without the list."""
    if not spoken:
        return f"{_THINK} {_END}"
    text = f"{_END} For an action with a text: {_TEXT}." if listed else f"End with JSON: {_TEXT}."
    return f"{_THINK} {text} {_PRIVATE}"


def _read(text: str) -> tuple[str, str | None]:
    """Return the id that a reply names and the words beside it; raise ``UnparsableMove`` when it names none."""
    body = _unfenced(text.strip())
    if body.startswith("{"):
        return _from_object(_object(body))
    if not body or len(body) > LONGEST_ID or "\n" in body:
        raise UnparsableMove(f"found {short(text)}, expected the id of an action, alone or in JSON")
    return body, None


def _unfenced(body: str) -> str:
    """Return what stands in a code fence around all of *body*, with or without the name of a language."""
    if len(body) < 2 * len(_FENCE) or not (body.startswith(_FENCE) and body.endswith(_FENCE)):
        return body
    first, newline, rest = body[len(_FENCE) : -len(_FENCE)].partition("\n")
    return rest.strip() if newline and _LANGUAGE.fullmatch(first.strip()) else body


def _from_object(found: Mapping[Any, Any]) -> tuple[str, str | None]:
    action = found.get("action")
    if not isinstance(action, str) or not action.strip():
        raise UnparsableMove(f'found no id under "action" in {_written(list(found)[:5])}, expected one')
    if len(action.strip()) > LONGEST_ID:
        raise UnparsableMove(f'found {short(action)} under "action", expected the id of an action')
    words = next((found[key] for key in _KEYS if found.get(key) is not None), None)
    if words is not None and not isinstance(words, str):
        raise UnparsableMove(f'found {_written(words)} under "text", expected text')
    return action, words


def _written(value: object) -> str:
    """Return a value as errors quote it; a number may be too long for Python to write."""
    try:
        return short(repr(value))
    except ValueError:
        return f"a value of type {type(value).__name__}"


def _object(body: str) -> Mapping[Any, Any]:
    """Return the object that *body* writes, in JSON or as a Python literal."""
    if len(_OPENING.findall(_STRING.sub("", body))) <= MOST_BRACKETS:
        try:
            return msgspec.json.decode(body, type=dict[str, Any])
        except ValueError:
            pass
    found = _literal(body)
    if isinstance(found, dict):
        return found
    raise UnparsableMove(f"found {short(body)}, expected an object in JSON")


def _literal(body: str) -> object:
    """Return the value of a Python literal, ``None`` for anything else.

    Names of characters are not read: which there are depends on the interpreter's version of Unicode.
    """
    if len(body) > LONGEST_LITERAL or "\\N" in body or len(_OPENING.findall(body)) > MOST_BRACKETS:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(body)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None
