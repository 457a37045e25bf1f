"""What a player of Are You the Traitor is asked: the subjects of a question, each with the labels that it is about."""

from functools import lru_cache

from interplay.tracks.games.shared.asked import Subject, asked_for, first, rules, unknown
from interplay.tracks.games.shared.lines import pattern

TOPICS = {
    **dict.fromkeys(("role", "guard", "team", "vouch"), "ask_role"),
    **dict.fromkeys(("wizard", "which_wizard", "prove"), "ask_prove"),
    **dict.fromkeys(("key", "key_who", "key_plan"), "ask_key"),
    **dict.fromkeys(("traitor", "accused"), "ask_traitor"),
    **dict.fromkeys(("traitor_who", "suspect", "accuse"), "ask_suspect"),
}
"""Subject -> kind of question as the tables of habits know it; all other subjects give nothing away."""
OTHER = "ask_other"
"""The kind of a question about something else."""
_FIRST = ("ask_key", "ask_traitor", "ask_suspect", "ask_prove", "ask_role")
"""The order of kinds for a question of several kinds: first the one that reveals most about the asker."""
_RULES = rules("are_you_the_traitor")
_BLAMED = pattern(
    r"^(?:i think |i feel |every\w+ (?:can see |knows )?|it is clear |clearly |that )*(?:that )?you"
    r" (?:are|seem|look|sound|keep|were|have been|act|must|just|never|always|did|do not)\b"
    r"(?!.*\b(?:right|nice|smart|clever|welcome|honest|friend|good|great|trust)\b)"
)
"""An accusation in the second person, without praise."""
_SAME = (
    (pattern(r"\bnon ?wizards?\b|\bthree of us\b"), "people"),
    (pattern(r"\b(?:magician|mage|sorcerer|sorceress|warlock|witch|spellcaster)"), "wizard"),
    (pattern(r"\b(?:wicked|malicious|sinister|vile|baddie|bad (?:guy|one|person)|villain|crook)\b"), "evil"),
)
"""Synonyms."""
_ECHO = pattern(r"^(?:what about|how about|and)? ?(?:you|yours|yourself)(?:, \w+| then| though)?$")
_STATED = frozenset(
    ("accused", "thanks", "key_plan", "pact", "stop", "hello", "believed", "guard", "about",
     "traitor", "team", "key", "wizard")
)  # fmt: skip
"""Subjects that a statement can raise without asking."""


@lru_cache(maxsize=4096)
def subjects(question: str, asked: int) -> tuple[Subject, ...]:
    """Return the subjects that the player with the label *asked* is asked about, in order."""
    return asked_for(question, asked, lambda words, labels, _: _subject(words, labels, asked), _STATED)


def _subject(words: str, labels: tuple[int, ...], asked: int) -> Subject:
    text = words.removesuffix(f", p{asked}").replace(f"is p{asked}", "are you").replace(f"p{asked}", "you")
    if labels:
        return Subject(first(_RULES.others, text), labels)
    if _ECHO.search(text):
        return Subject("role")
    for others, word in _SAME:
        text = others.sub(word, text)
    kind = first(_RULES.selves, text)
    if not kind or (kind == "suspect" and _BLAMED.search(text)):
        kind = "accused" if _BLAMED.search(text) else unknown(text)
    return Subject(kind)


def topic(question: str, asked: int = 0) -> str:
    """Return the kind of a question, as in the tables of habits."""
    heard = {TOPICS.get(subject.kind, OTHER) for subject in subjects(question, asked)}
    return next((kind for kind in _FIRST if kind in heard), OTHER)
