"""Read verdicts from what a judge replied. The last one wins; what was not on offer is unscored, never guessed.

Replies are hostile: a judge can be led to quote anything. ``neutral`` makes sure that no text it is shown holds what
this module would read as a verdict, so a quotation is none.
"""

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

import msgspec

from interplay.core.strict import BadValue, scan
from interplay.core.text import quoted
from interplay.judging.judge import Mode, Scale

Verdict = int | float | str
ENOUGH: Final = 0.5
"""Probability that the verdicts on offer must have together for a weighted rating."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
"""What stands for the numbers of a scale where a single token is asked for."""


class Reading(msgspec.Struct, frozen=True):
    """A verdict, or the reason why a reply holds none."""

    verdict: Verdict | None
    unscored: str | None


class Answer(msgspec.Struct, frozen=True):
    """What a judge's reply is read from: its text, why it ended, and the first token's probabilities."""

    text: str
    finish_reason: str | None = None
    logprobs: tuple[tuple[str, float], ...] | None = None


def read(scale: Scale, mode: Mode, answer: Answer, *, turns: int = 0, shown: Sequence[str] = ()) -> Reading:
    """Return the verdict of *answer*; *shown* are the texts that the judge saw, for a copy of one is not a verdict."""
    menu = scale.menu(turns)
    if mode == "logprobs":
        return _weighted(menu, answer)
    text = _thought(answer.text)
    problem = _CUT_OFF.get(answer.finish_reason or "") or _unfit(text, shown)
    if text is None or problem:
        return _unscored(problem)
    return _from_json(scale, menu, text) if mode == "json" else _from_text(scale, menu, text)


def _unfit(text: str | None, shown: Sequence[str]) -> str:
    """Return why there is nothing to read a verdict from, or nothing."""
    if text is None:
        return "the reply ends within its reasoning"
    if not text.strip():
        return "the reply is empty"
    copied = any(text.strip() in {other.strip(), neutral(other).strip()} for other in shown)
    return "the reply is a copy of a text that was to be judged" if copied else ""


_CUT_OFF: Final = MappingProxyType(
    {
        "length": "the reply was cut off at the limit of tokens",
        "content_filter": "the reply was cut off by a content filter",
    }
)


def neutral(text: str) -> str:
    """Return *text* with every ``[[...]]`` that could be read as a verdict taken apart; other texts as they are."""
    plain = _plain(text)
    if not any(_could_be_read(found) for found in _ANY.finditer(plain)):
        return text
    return _ANY.sub(lambda found: f"[ [{found[1]}] ]" if _could_be_read(found) else found[0], plain)


def _could_be_read(found: re.Match[str]) -> bool:
    inner = found[1].strip(_DECORATION)
    return bool(_label(found) or _NUMBER.fullmatch(inner) or _WORD.fullmatch(inner))


# Text

_OPEN, _CLOSE = r"\\?\[\\?\[", r"\\?\]\\?\]"
_ANY: Final = re.compile(rf"{_OPEN}([^\[\]\n]{{0,80}}?){_CLOSE}")
_NUMBER: Final = re.compile(r"[+-]?\d{1,20}(?:[.,]\d{1,20}|\s?/\s?\d{1,20})?\s?%?")
_WORD: Final = re.compile(r"[^\W\d_]{1,20}")
_LABEL_BEFORE: Final = re.compile(r"(?<![^\W_])([A-Za-z]{1,20})[*_` ]{0,6}:[*_` ]{0,6}$")
_DECORATION: Final = " \t*_`'\"\\"


def _from_text(scale: Scale, menu: Sequence[str], text: str) -> Reading:
    plain = _plain(text)
    last: str | None = None
    for found in _ANY.finditer(plain):
        inner = found[1].strip(_DECORATION)
        labelled = bool(scale.label) and _label(found) == scale.label.casefold()
        if labelled or (_WORD if scale.choices else _NUMBER).fullmatch(inner):
            last = inner
    return _unscored("the reply holds no verdict") if last is None else _on(scale, menu, last)


def _label(found: re.Match[str]) -> str:
    """Return the word before the colon before a match, in lower case; empty where there is none."""
    before = _LABEL_BEFORE.search(found.string[max(0, found.start() - 40) : found.start()])
    return "" if before is None else before[1].casefold()


def _on(scale: Scale, menu: Sequence[str], said: str) -> Reading:
    """Return *said* as a verdict if it is on the menu."""
    if scale.choices:
        chosen = next((choice for choice in menu if choice.casefold() == said.casefold()), None)
    else:
        chosen = said if said in menu else None
    if chosen is None:
        expected = " or ".join(menu) if scale.choices else f"a whole number from {menu[0]} to {menu[-1]}"
        return _unscored(f"the verdict {quoted(said)} was not on offer, expected {expected}")
    return Reading(chosen if scale.choices else int(chosen), None)


_THINKING: Final = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THOUGHT: Final = re.compile(r"</think(?:ing)?>", re.IGNORECASE)


def _thought(text: str) -> str | None:
    """Return what follows a reasoning preamble, or ``None`` when the reply starts with one and does not end it."""
    if not _THINKING.match(text):
        return text
    end = _THOUGHT.search(text)
    return None if end is None else text[end.end() :]


# JSON


def _from_json(scale: Scale, menu: Sequence[str], text: str) -> Reading:
    try:
        value = scan(text.strip().encode())
    except BadValue as error:
        return _unscored(f"the reply is no sound JSON: {error}")
    except (ValueError, RecursionError):
        return _unscored("the reply is no JSON object")
    if not isinstance(value, dict):
        return _unscored("the reply is no JSON object")
    said = cast("Mapping[str, object]", value).get(scale.key)
    if isinstance(said, bool) or not isinstance(said, str if scale.choices else int):
        return _unscored(f"the reply's {scale.key!r} is {quoted(said)}, which was not on offer")
    return _on(scale, menu, str(said))


# Probabilities


def _weighted(menu: Sequence[str], answer: Answer) -> Reading:
    """Return the mean of the scale under the probabilities of its letters, after G-Eval (arXiv 2303.16634)."""
    if not answer.logprobs:
        return _unscored("the reply came without probabilities")
    place = dict(zip(LETTERS, map(int, menu), strict=False))
    mass = [(place[t.strip()], math.exp(min(0.0, p))) for t, p in answer.logprobs if t.strip() in place]
    total = math.fsum(p for _, p in mass)
    if total < ENOUGH:
        return _unscored(f"the verdicts on offer have a probability of {total:.2f} together, expected {ENOUGH} or more")
    return Reading(float(f"{math.fsum(n * p for n, p in mass) / total:.6g}"), None)


def _unscored(reason: str) -> Reading:
    return Reading(None, reason)


# Characters that look like others, or like nothing

_INVISIBLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
_PLAIN: Final[dict[int, int | None]] = {
    **{code: None for first, last in _INVISIBLE for code in range(first, last + 1)},
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **{ord(a): ord(b) for a, b in zip("【】﹇﹈\u00a0\u3000", "[][]  ", strict=True)},
}


def _plain(text: str) -> str:
    """Return *text* with full-width characters made plain, and without invisible ones."""
    return text if text.isascii() else text.translate(_PLAIN)
