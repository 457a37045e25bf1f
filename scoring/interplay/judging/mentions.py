"""Which of the ``[[...]]`` in a judge's reply is its verdict, and which are only mentioned.

Judges write "[[6]]; with the right format it would have been [[9]]", or "[[B]] is better than [[A]]". What is labelled
as a verdict goes before what is not. Of several that may be meant, the last counts where it is labelled or concludes;
otherwise the reply is ambiguous, and nothing is guessed. Every pattern looks at a few characters around a match, so
that time is linear.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Final

from interplay.judging.judge import Scale

_OPEN, _CLOSE = r"\\?\[\\?\[", r"\\?\]\\?\]"
ANY: Final = re.compile(rf"{_OPEN}([^\[\]\n]{{0,80}}?){_CLOSE}")
NUMBER: Final = re.compile(r"[+-]?\d{1,20}(?:[.,]\d{1,20}|\s?/\s?\d{1,20})?\s?%?")
WORD: Final = re.compile(r"[^\W\d_]{1,20}")
DECORATION: Final = " \t*_`'\"\\"
MOST: Final = 100
"""Matches that are looked at, from the end of a reply."""
_WINDOW: Final = 160
"""Characters that are looked at on either side of a match."""
_LABEL: Final = re.compile(r"(?<![^\W_])([A-Za-z]{1,20})[*_` ]{0,6}:[*_` ]{0,6}$")
_SENTENCE: Final = re.compile(r"[.!?;](?=[\s\"')*_]|$)|\n")

_BESIDE: Final = re.compile(
    r"(?:\b(?:instead of|rather than|than|not|neither|nor|out of|short of|over|versus|vs\.?|against|below|above|under|"
    r"for example|for instance|such as|in the place of|as \w{1,20} as)|n['’]t|\be\.g\.)[\s,:]{0,3}"
    r"(?:(?:an?|the) )?(?:(?:candidate|response|reply|answer|option) )?[*_`\"' (]{0,6}$",
    re.IGNORECASE,
)
"""What stands right before something that is not the verdict."""
_SUPPOSED: Final = re.compile(
    r"\b(?:would|could|might|should)\b.{0,20}\bhave\b|\b(?:one|some|others?|you)\b.{0,12}\b(?:could|might|would|may)\b",
    re.IGNORECASE,
)
_SUPPOSED_BEHIND: Final = re.compile(
    r"[*_`\"')]{0,6}\s{0,3}(?:(?:would|could|might)\b|"
    r"(?:is|was) (?:(?:only|just) )?(?:the|an?) (?:form|format|example|placeholder|template|scale|maximum|"
    r"minimum|highest|lowest)\b)",
    re.IGNORECASE,
)
_FAULT_BEHIND: Final = re.compile(
    r"[*_`\"')]{0,6}\s{0,3}(?:(?:is|was|seems|looks|does|did|makes|made|has|had|gets|got|contains|gives|gave)\b.{0,60}"
    r"\b(?:worse|weaker|poorer|inferior|wrong|incorrect|false|broken|faulty|mistakes?|errors?|faults?|not)\b|"
    r"(?:fails|failed|breaks|broke|lacks|misses|ignores)\b)",
    re.IGNORECASE,
)
_PASSING: Final = re.compile(
    r"\b(?:candidate|response|reply|answer|option|turn) [*_`\"' (]{0,6}$|\bif\b|\bunless\b|\botherwise\b|\bon offer\b|"
    r"\b(?:claims?|asks?|demands?|requests?|insists|pretends|instructs|tells|quotes?|says|suggests)\b",
    re.IGNORECASE,
)
_PASSING_BEHIND: Final = re.compile(r"[*_`\"')]{0,6}\s{0,3}(?:if|unless|had)\b", re.IGNORECASE)
_REASON: Final = re.compile(r"\b(?:because|since)\b", re.IGNORECASE)
_CONCLUDES: Final = re.compile(
    r"\b(?:so|thus|hence|therefore|overall|finally|final|verdict|rating|score|turn|answer|choose|chose|pick|take|prefer|"
    r"give|rate|settled?|decide|conclude|favou?r|winner|wins|better|best|assign|award|deserves?|own|mine)\b",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"\s{0,3}(?:-|–|—|\.\.\.?|…|to|through|up to)\s{0,3}")
_TOTAL: Final = re.compile(r"\s{0,3}(?:/|of|out of)\s{0,3}")
_BETWEEN: Final = re.compile(r"\b(?:between|from|either|offer)\b", re.IGNORECASE)
_LINK: Final = re.compile(r"\s{0,3}(?:,|and|or|to|, and|, or)\s{0,3}")


class Weight(IntEnum):
    """How much speaks for a match's being the verdict."""

    NEVER = 0
    PASSING = 1
    LABELLED_PASSING = 2
    MEANT = 3
    LABELLED = 4


class Unclear(Exception):  # noqa: N818  a reason, which readings tell
    """A reply that holds verdicts, and from which none can be told to be the one."""


@dataclass(slots=True)
class Mention:
    """A match in a reply: what it says, what stands around it within its sentence, and what speaks for it."""

    value: str
    start: int
    end: int
    label: str
    before: str
    behind: str
    same_sentence: bool
    weight: Weight = Weight.MEANT


def verdict_of(scale: Scale, text: str) -> str | None:
    """Return what the verdict in *text* says, ``None`` where nothing in double brackets can be one.

    Raises ``Unclear`` where what there is does not tell which it is.
    """
    mentions = list(_mentions(scale, text))
    _weigh(scale, text, mentions)
    best = max((mention.weight for mention in mentions), default=None)
    if best is None:
        return None
    if best == Weight.NEVER:
        raise Unclear("the reply only mentions verdicts, and gives none")
    meant = [mention for mention in mentions if mention.weight == best]
    if len({mention.value.casefold() for mention in meant}) > 1 and not _concludes(mentions, meant[-1]):
        found = " and ".join(dict.fromkeys(repr(mention.value) for mention in meant[:4]))
        raise Unclear(f"the reply holds several verdicts ({found}), and none that concludes")
    return meant[-1].value


def label_of(found: re.Match[str]) -> str:
    """Return the word before the colon before a match, in lower case; empty where there is none."""
    before = _LABEL.search(found.string[max(0, found.start() - 40) : found.start()])
    return "" if before is None else before[1].casefold()


def _mentions(scale: Scale, text: str) -> Iterator[Mention]:
    form = WORD if scale.choices else NUMBER
    kept = [found for found in ANY.finditer(text) if _is_candidate(scale, form, found)][-MOST:]
    ends = [0, *(found.end() for found in kept)]
    starts = [*(found.start() for found in kept), len(text)]
    for place, found in enumerate(kept):
        before = text[max(ends[place], found.start() - _WINDOW) : found.start()]
        behind = text[found.end() : min(starts[place + 1], found.end() + _WINDOW)]
        parts = _SENTENCE.split(before)
        value = found[1].strip(DECORATION)
        same = len(parts) == 1 and place > 0
        yield Mention(value, found.start(), found.end(), label_of(found), parts[-1], _SENTENCE.split(behind)[0], same)


def _is_candidate(scale: Scale, form: re.Pattern[str], found: re.Match[str]) -> bool:
    labelled = bool(scale.label) and label_of(found) == scale.label.casefold()
    return labelled or form.fullmatch(found[1].strip(DECORATION)) is not None


def _weigh(scale: Scale, text: str, mentions: Sequence[Mention]) -> None:
    """Set the weight of each mention from what stands around it."""
    in_reason = False
    for mention in mentions:
        in_reason = mention.same_sentence and (in_reason or bool(_REASON.search(mention.before)))
        if _is_denied(scale, mention):
            mention.weight = Weight.NEVER
            continue
        around = _PASSING.search(mention.before) or _PASSING_BEHIND.match(mention.behind)
        passing = in_reason or around is not None or _is_placeholder(scale, mention)
        labelled = bool(scale.label) and mention.label == scale.label.casefold()
        mention.weight = Weight(Weight.PASSING + 2 * (not passing) + labelled)
    for one, other in pairwise(mentions):
        _weigh_pair(scale, text[one.end : other.start], one, other)


def _is_denied(scale: Scale, mention: Mention) -> bool:
    return bool(
        _BESIDE.search(mention.before)
        or _SUPPOSED.search(mention.before)
        or _SUPPOSED_BEHIND.match(mention.behind)
        or (scale.choices and _FAULT_BEHIND.match(mention.behind))
    )


def _is_placeholder(scale: Scale, mention: Mention) -> bool:
    return mention.value in {"X", "N"} and mention.value not in scale.choices


def _weigh_pair(scale: Scale, link: str, one: Mention, other: Mention) -> None:
    """Take away the ends of a scale, the ten of "7 out of 10", and what is only on offer."""
    ranged = not scale.choices and _RANGE.fullmatch(link)
    if ranged or (_LINK.fullmatch(link) and _BETWEEN.search(one.before)):
        one.weight = other.weight = Weight.NEVER
    elif (not scale.choices and _TOTAL.fullmatch(link)) or (link.strip() == "to" and "prefer" in one.before):
        other.weight = Weight.NEVER
    elif one.weight == Weight.PASSING and _LINK.fullmatch(link):
        other.weight = min(other.weight, Weight.PASSING)


def _concludes(mentions: Sequence[Mention], last: Mention) -> bool:
    """Return whether *last* is what the reply comes down to: labelled, or the end of a sentence that concludes."""
    if last.weight == Weight.LABELLED or (last.label and last is mentions[-1]):
        return True
    lead = last.before.strip(DECORATION + "#>-–—,:(")
    rest = last.behind.strip(DECORATION + ")-–—,:")
    later = [mention for mention in mentions if mention.start > last.start and mention.weight != Weight.NEVER]
    alone = not lead and not last.same_sentence
    return not rest and not later and (alone or bool(_CONCLUDES.search(lead)))
