"""What the games of GameBench share: actions chosen by id from a list, free text, and rules explained on request.

After GameBench (arXiv 2406.06613). ``shared.moves`` finds the action in a reply: ``Action: ID``, with a text of the
player's own ``Action: ID: TEXT``, or an object with the id under "action" and the words under "text". An id is compared
exactly, then in lower case with underscores for blanks, and in no fuzzier way. Other players hear only the text.
``Explain(H1)`` asks for the text under a heading, ``Explain(id)`` for what an action does.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.base import Open, PaidInPoints, Prompt
from interplay.tracks.games.records import Policy, Setup
from interplay.tracks.games.shared import moves
from interplay.tracks.games.shared.objects import Object
from interplay.tracks.games.shared.speech import clean, short
from interplay.tracks.games.verdicts import Outcome

S = TypeVar("S")
SILENCE = "(silence)"
"""The text that stands for an empty one."""
LONGEST_ID = 200
"""The most characters of an id or of a request for an explanation."""
POLICY = Policy(attempts=3, illegal="retry", exhausted="substitute", explanations=3)
_END = "You may think first. End with a line of this form:\nAction: <id>"
_TEXT = "Action: <id>: <text>"
_PRIVATE = "Of your reply, others read only the text."
FAILED = f"\n\nAfter {POLICY.attempts} replies to one decision"
"""How the part of the rules begins that is about several replies: what is played at last, and what can be explained."""
AT_RANDOM = "a random listed action is played for you"
"""What most games play after the last attempt, as the prompt says it."""
_ID = re.compile(r"[a-z0-9][a-z0-9_:;,.@<>+|-]*")
_VERB = re.compile(r"[a-z]+[_:]")
_NAME = re.compile(r"(?=[^0-9]{0,20}[0-9])[a-z0-9_,<>-]{1,20}")
_PLAYER = re.compile(r"player[ _]?(?=[0-9])")
_EXPLAIN = re.compile(r"explain\s*[(:]([^()]{1,120})\)?", re.IGNORECASE)
_FORMED = re.compile(r"(?:[a-z]{2,20}[_:][a-z0-9_:;,.@<>+|-]*[a-z0-9])", re.IGNORECASE)
"""Anything in the form of an id, listed or not."""
_ID_AND_WORDS = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,30})[ \t]*[:=][ \t]*[\"“]?([^\"“”\n]+)[\"”]?")
_WORDS = ("text", "openended_response", "words", "message", "question", "answer_text", "clue", "report")


class Choice(Struct, frozen=True):
    """An action: its id, and its words if it has any."""

    id: str
    text: str | None = None


class Topic(Struct, frozen=True):
    """A part of the rules that a player can ask to have explained."""

    heading: str
    text: str


class MenuGame(PaidInPoints, Generic[S]):
    """Reading, writing and explaining for a game that defines ``menu``, and ``spoken`` where it has free text."""

    suite = "gamebench"
    policy = compat_policy = POLICY
    topics: tuple[Topic, ...] = ()
    nouns: tuple[str, ...] = ()
    """More words that label an action."""
    teams: tuple[tuple[str, tuple[int, ...]], ...] = (("first", (0,)), ("second", (1,)))
    """The name and the seats of each side."""

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return self.teams

    def forfeit(self, state: S, seat: int) -> Outcome:
        """Return the match to the other side."""
        seats = [team for _, team in self.teams]
        return shares("forfeit", seats, [float(seat not in team) for team in seats])

    def menu(self, state: S, seat: int) -> Sequence[str]:
        """Return the ids of the listed actions without text, in canonical order."""
        raise NotImplementedError

    def spoken(self, state: S, seat: int) -> Mapping[str, int]:
        """Return the ids of the actions with text, each with its limit of characters."""
        return {}

    def listed(self, state: S, seat: int, action_id: str) -> bool:
        """Return whether *action_id* is on the menu; games with long menus check it without building the menu."""
        return action_id in self.menu(state, seat)

    def describe(self, state: S, seat: int, action_id: str) -> str | None:
        """Return what a listed action does, ``None`` if its id says it all."""
        return None

    def headings(self, state: S) -> Sequence[Topic]:
        """Return the parts of the rules that can be explained; games override this if options change them."""
        return self.topics

    def heard(self, state: S, seat: int, action_id: str, text: str, longest: int) -> str:
        """Return the cleaned words of an action; raise ``IllegalMove`` for words that the rules forbid."""
        return clean(text, longest) or SILENCE

    def legal(self, state: S, seat: int) -> Sequence[Choice] | Open:
        """Return the menu, then silence for each action with text; ``Open`` if there are only actions with text."""
        choices = [Choice(action_id) for action_id in self.menu(state, seat)]
        spoken = self.spoken(state, seat)
        if not choices and spoken:
            return Open(max(spoken.values()))
        return choices + [Choice(action_id, SILENCE) for action_id in spoken]

    def parse(self, state: S, seat: int, text: str) -> Choice:
        """Read an action from a reply; raise ``UnparsableMove`` for no action, ``IllegalMove`` for one not listed."""
        spoken = self.spoken(state, seat)
        is_id = len(text) <= LONGEST_ID and _ID.fullmatch(text) and text not in spoken
        if is_id and self.listed(state, seat, text):
            return Choice(text)  # as ``find_move`` reads it, without looking for labels and objects first
        choice = moves.find_move(text, self._form(state, seat))
        if choice is None:
            raise _refusal(text)
        if choice.id not in spoken:
            return Choice(choice.id)
        if choice.text is None:
            raise UnparsableMove(f"found {choice.id} without a text, expected a text with it")
        return Choice(choice.id, self.heard(state, seat, choice.id, choice.text, spoken[choice.id]))

    def _form(self, state: S, seat: int) -> moves.Form[Choice]:
        spoken = self.spoken(state, seat)
        listed = cache(lambda action_id: self.listed(state, seat, action_id))
        names = cache(lambda: _names([*self.menu(state, seat), *spoken]))

        def short(text: str) -> Choice | None:
            name = _PLAYER.sub("p", text.casefold()).replace(" ", "")
            action_id = names().get(name) if _NAME.fullmatch(name) else None
            return Choice(action_id) if action_id else None

        def whole(text: str) -> Choice | None:
            ids = (action_id for action_id in _wordings(text) if action_id in spoken or listed(action_id))
            action_id = next(ids, None) or ("+" in text and names().get(_in_order(text.casefold())))
            if action_id:
                return Choice(action_id)
            verb, _, name = text.casefold().partition(" ")
            if name and (choice := short(name)) and _is_of(verb.rstrip(":"), choice.id):
                return choice
            match = _ID_AND_WORDS.fullmatch(text) if spoken else None
            return Choice(match[1].casefold(), match[2]) if match and match[1].casefold() in spoken else None

        def of_object(data: Object) -> Choice | None:
            action = data.get("action")
            chosen = whole(action.strip()) if isinstance(action, str) else None
            words = next((data[key] for key in _WORDS if data.get(key) is not None), None)
            return Choice(chosen.id, words) if chosen and chosen.id in spoken and isinstance(words, str) else chosen

        return moves.Form(
            whole, nouns=self.nouns, of_object=of_object, talks=bool(spoken), short=short, written=attrgetter("id")
        )

    def explain(self, state: S, seat: int, text: str) -> str | None:
        """Return the text under a heading (``H1`` is the first), or what a listed action does."""
        asked = _to_explain(text)
        if asked is None:
            return None
        wanted = asked.casefold()
        for number, topic in enumerate(self.headings(state), 1):
            if wanted in (f"h{number}", topic.heading.casefold()):
                return f"{topic.heading}: {topic.text}"
        action_id = wanted.replace(" ", "_")
        if action_id in self.spoken(state, seat) or self.listed(state, seat, action_id):
            effect = self.describe(state, seat, action_id)
            return None if effect is None else f"{action_id}: {effect}"
        return None

    def write(self, state: S, seat: int, action: Choice) -> str:
        if action.text is None:
            return action.id
        return json.dumps({"action": action.id, "text": action.text}, ensure_ascii=False)

    def encode(self, action: Choice) -> str:
        """Return the id, followed by the text in JSON's quotes where there is one."""
        return action.id if action.text is None else f"{action.id} {json.dumps(action.text, ensure_ascii=False)}"

    def decode(self, text: str) -> Choice:
        action_id, blank, words = text.partition(" ")
        if not _ID.fullmatch(action_id):
            raise ValueError(f"{short(text)} is not an action")
        if not blank:
            return Choice(action_id)
        message = msgspec.json.decode(words, type=str)
        if self.encode(Choice(action_id, message)) != text:
            raise ValueError(f"{short(text)} is not a canonical action")
        return Choice(action_id, message)

    def fallback(self, state: S, seat: int) -> Sequence[Choice]:
        """Return the menu; games override this where it may be empty."""
        return [Choice(action_id) for action_id in self.menu(state, seat)]


def shares(reason: str, sides: Sequence[Sequence[int]], scores: Sequence[float]) -> Outcome:
    """Return the outcome in which each seat of a side gets that side's score."""
    seats = sorted((seat, score) for side, score in zip(sides, scores, strict=True) for seat in side)
    result = tuple(score for _, score in seats)
    return Outcome(reason, result, result)


def rules_text(title: str, summary: str, topics: Sequence[Topic], substitute: str = AT_RANDOM) -> str:
    """Return the rules for a prompt: the summary, what happens after failed replies, the headings to be explained.

    *substitute* says what the game's ``fallback`` plays.
    """
    rules = f"You are playing {title}. {summary}{FAILED} that name no listed action, {substitute}."
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
    """Return the question to a seat: *instructions*, each action with its note if any, and the reply form."""
    lines = [instructions]
    if listed:
        lines += ["Actions:", *(f"- {i}" + (f": {note}" if note else "") for i, note in listed)]
    if spoken:
        lines += ["Actions with a text of your own:", *(f"- {i}: {note}" for i, note in spoken)]
    lines.append(again_text(listed, spoken))
    return "\n".join(lines)


def menu_prompt(
    system: str,
    observation: str,
    instructions: str,
    listed: Sequence[tuple[str, str | None]],
    spoken: Sequence[tuple[str, str]] = (),
) -> Prompt:
    """Return what a seat reads, with ``action_text`` as its question, and ``again_text`` after a failed reply."""
    return Prompt(system, observation, action_text(instructions, listed, spoken), again_text(listed, spoken))


def again_text(listed: Sequence[tuple[str, str | None]], spoken: Sequence[tuple[str, str]] = ()) -> str:
    """Return how to reply, without the list; the forms contain no id that a model could copy without choosing."""
    if not spoken:
        return _END
    form = (
        f"{_END}\nor, for an action with a text, of this form:\n{_TEXT}"
        if listed
        else _END.replace("<id>", "<id>: <text>")
    )
    return f"{form}\n{_PRIVATE}"


def _wordings(text: str) -> tuple[str, ...]:
    """Return the ways to read an id: as it is, in lower case, with underscores for blanks, without blanks."""
    if len(text) > LONGEST_ID:
        return ()
    low = text.casefold()
    return tuple(dict.fromkeys((text, low, low.replace(" ", "_"), low.replace(" ", ""))))


def _names(ids: Sequence[str]) -> dict[str, str]:
    """Return the ids by their ends with a number that no other id has, such as ``p2``, and by their sets in order."""
    ends = [_VERB.sub("", action_id) for action_id in ids]
    counts = Counter(ends)
    names = {end: action_id for end, action_id in zip(ends, ids, strict=True) if counts[end] == 1 and _NAME.match(end)}
    return names | {_in_order(action_id): action_id for action_id in ids if "+" in action_id}


def _in_order(action_id: str) -> str:
    """Return an id whose parts joined by ``+`` are sorted."""
    verb, colon, parts = action_id.replace(" ", "").partition(":")
    return verb + colon + "+".join(sorted(parts.split("+"))) if len(action_id) <= LONGEST_ID else ""


def _is_of(word: str, action_id: str) -> bool:
    """Return whether a word such as *accusation* is of the verb that begins an id."""
    stem = action_id.partition("_")[0].partition(":")[0][:-1]
    return len(stem) > 2 and word.startswith(stem) and not word.endswith("ed")


def _to_explain(text: str) -> str | None:
    """Return what a reply asks to have explained; ``None`` if it asks nothing."""
    form = moves.Form(lambda words: (match := _EXPLAIN.fullmatch(words)) and match[1].strip())
    try:
        return moves.find_move(text, form)
    except UnparsableMove:
        return None


def _refusal(text: str) -> UnparsableMove | IllegalMove:
    """Return an ``IllegalMove`` if the reply names something in the form of an id, else an ``UnparsableMove``."""
    if (topic := _to_explain(text)) is not None:
        return UnparsableMove(f"found Explain({topic}), expected an action: there is nothing to explain (any more)")

    def whole(word: str) -> str | None:
        return word.casefold() if len(word) <= LONGEST_ID and _FORMED.fullmatch(word) else None

    def of_object(data: Object) -> str | None:
        action = str(data.get("action")).strip()
        return action if isinstance(data.get("action"), str) and _ID.fullmatch(action.casefold()) else None

    try:
        named = moves.find_move(text, moves.Form(whole, of_object=of_object))
    except UnparsableMove:
        named = None
    if named is not None:
        return IllegalMove(f"found {short(named)}, expected the id of a listed action")
    line = short(moves.last_line(text))
    return UnparsableMove(f"found {line}, expected the id of a listed action, on a last line such as Action: <id>")
