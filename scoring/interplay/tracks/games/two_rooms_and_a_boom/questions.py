"""The subjects of a question to a player of Two Rooms and a Boom, each with the labels or role it is about."""

from functools import lru_cache

from interplay.tracks.games.shared.asked import Subject, asked_for, first, rules, unknown
from interplay.tracks.games.shared.lines import pattern

TOPICS = {
    **dict.fromkeys(("team", "is_team", "both", "accused", "share", "vouch"), "ask_team"),
    **dict.fromkeys(("role", "is_role", "stay"), "ask_role"),
    **dict.fromkeys(("news", "send_about"), "ask_news"),
}
"""Subject -> kind of question as the tables of habits know it; all other subjects give nothing away."""
OTHER = "ask_other"
"""The kind of a question about something else."""
_FIRST = ("ask_news", "ask_role", "ask_team")  # the order of kinds for a question of several kinds
_RULES = rules("two_rooms_and_a_boom")
_ECHO = pattern(r"^(?:what about|how about|and)? ?(?:you|yours|yourself)(?:, \w+| then| though)?$")
_BLAMED = pattern(
    r"^(?:i think |i feel |i bet |so )*(?:that )?you (?:seem|look|sound|act)\b"
    r"(?!.*\b(?:right|nice|smart|honest|friend\w*|calm|good)\b)"
)
_PRESIDENT = pattern(r"\b(?:prez|potus|head of state)\b")
_ROLE = pattern(r"\b(?:president|bomb|blow|explosion|detonat)")
_COLOUR = pattern(r"\b(?:blue|red)\b")
_CLAIM_ABOUT_YOU = pattern(
    r"\b(?:told|tells?|says?|said|thinks?|claims?|heard|believes?)\b.*\byou are\b.*\b(?:blue|red|president|bomber)\b"
)
_SPEAKER_ROLE = pattern(r"\b(?:i am|i have|my role)\b.*\b(?:president|bomb|special|role|plain)")
_STATED = frozenset(
    ("accused", "thanks", "pact", "share", "send_me", "send_about", "is_role", "vouch", "hello", "is_team")
)
"""Subjects that a statement can raise without asking."""


@lru_cache(maxsize=4096)
def subjects(question: str, asked: int) -> tuple[Subject, ...]:
    """Return the subjects that the player with the label *asked* is asked about, in order."""
    return asked_for(question, asked, lambda words, labels, last: _subject(words, labels, asked, last), _STATED)


def _subject(words: str, labels: tuple[int, ...], asked: int, last: str) -> Subject:
    text = (
        _PRESIDENT.sub("president", words)
        .removesuffix(f", p{asked}")
        .replace(f"is p{asked}", "are you")
        .replace(f"p{asked}", "you")
    )
    if labels and _CLAIM_ABOUT_YOU.search(text):
        labels = ()
    if labels:
        return Subject(first(_RULES.others, text), labels)
    if _ECHO.search(text):
        return Subject("role" if _SPEAKER_ROLE.search(last) else "team")
    kind = first(_RULES.selves, text)
    if not kind:
        kind = "accused" if _BLAMED.search(text) else unknown(text)
    return Subject(kind, (), _named(kind, text))


def _named(kind: str, text: str) -> str:
    """Return the role or the colour that a question of some kinds names, empty where it names none."""
    if kind in ("is_role", "who_is"):
        match = _ROLE.search(text)
        return "president" if match is None else match[0] if match[0] == "president" else "bomber"
    match = _COLOUR.search(text) if kind == "is_team" else None
    return "" if match is None else match[0]


def topic(question: str, asked: int) -> str:
    """Return the kind of a question: ``ask_team``, ``ask_role``, ``ask_news`` of a third player, or ``ask_other``."""
    heard = {TOPICS.get(subject.kind, OTHER) for subject in subjects(question, asked)}
    return next((kind for kind in _FIRST if kind in heard), OTHER)
