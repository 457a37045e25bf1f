"""Read verdicts from the replies of a judge. A verdict that was not on offer is unscored, never guessed.

The verdict is the ``[[...]]`` outside quotations, of several different ones the last on a line of its own, or the value
of a JSON object. Replies are hostile: a judge can be led to quote anything. ``neutral`` takes apart whatever could be
read as a verdict in the texts that a judge is shown; a verdict without double brackets counts only at the end of a
reply, and not where a shown text holds it.
"""

import math
import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from interplay.core import replies
from interplay.core.driver import Reply
from interplay.core.packaged import patterns
from interplay.core.strict import BadValue, scan
from interplay.core.text import quoted
from interplay.judging.judge import Mode, Scale

VERSION: Final = 5
"""How verdicts are read; goes up when the same reply could be read in another way."""
_OPEN, _CLOSE = r"\\?\[\\?\[", r"\\?\]\\?\]"
ANY: Final = re.compile(rf"{_OPEN}([^\[\]\n]{{0,80}}?){_CLOSE}")
NUMBER: Final = re.compile(r"[+-]?\d{1,20}(?:[.,]\d{1,20}|\s?/\s?\d{1,20})?\s?%?")
WORD: Final = re.compile(r"[^\W\d_]{1,20}")
DECORATION: Final = " \t*_`'\"\\"
_PHRASES: Final = patterns(__package__, "verdicts.toml")
_NEAR: Final = 60
Verdict = int | float | str
ENOUGH: Final = 0.5
"""Probability that the verdicts on offer must have together for a weighted rating."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
"""What stands for the numbers of a scale where a single token is asked for."""
CUT: Final = "the reply was cut off at the token limit"


class Reading(msgspec.Struct, frozen=True):
    """A verdict, or the reason why a reply holds none."""

    verdict: Verdict | None
    unscored: str | None

    @property
    def is_cut(self) -> bool:
        """Return whether there is no verdict because the judge ran out of tokens."""
        return self.unscored == CUT


def read(scale: Scale, mode: Mode, reply: Reply, *, most: int = 0, texts: Sequence[str] = ()) -> Reading:
    """Return the verdict of *reply*; *texts* are what the judge saw, for a copy of one is not a verdict.

    *most* is the number of turns or points. A judge that was asked for text may reply in JSON, and the other way round.
    """
    menu = scale.menu(most)
    if mode == "logprobs":
        return _weighted(menu, reply)
    text = _without_reasoning(reply.text)
    problem = _CUT_OFF.get(reply.finish_reason or "") or _unfit(reply.text, text, texts)
    return _unscored(problem) if problem else _from_text(scale, menu, text, texts)


_CUT_OFF: Final = MappingProxyType({"length": CUT, "content_filter": "the reply was cut off by a content filter"})


def _without_reasoning(raw: str) -> str:
    """Return what a judge says, without reasoning before and after; a block without end takes the rest."""
    parts, end = [], 0
    while opening := _PHRASES["opened"].search(raw, end):
        parts.append(raw[end : opening.start()])
        closing = re.compile(f"</{opening[1]}>", re.IGNORECASE).search(raw, opening.end())
        end = len(raw) if closing is None else closing.end()
    return replies.visible("".join([*parts, raw[end:]]))


def _unfit(raw: str, text: str, texts: Sequence[str]) -> str:
    """Return why there is nothing to read a verdict from, or nothing."""
    if not text.strip():
        opened = raw.strip() and not re.search(r"</|/THINK|<\|end", raw[-200:], re.IGNORECASE)
        return "the reply ends within its reasoning" if opened else "the reply is empty"
    both = {raw.strip(), text.strip()}
    is_copy = any(both & {other.strip(), neutral(other).strip()} for other in texts)
    return "the reply is a copy of a text to be judged" if is_copy else ""


def neutral(text: str) -> str:
    """Return *text* with every ``[[...]]`` that could be read as a verdict, and every mark of reasoning, taken apart.

    Other texts stay as they are.
    """
    text = _PHRASES["mark"].sub(r"\1 \2", text)
    flat = plain(text)
    if not any(map(_could_be_read, ANY.finditer(flat))):
        return text
    return ANY.sub(lambda match: f"[ [{match[1]}] ]" if _could_be_read(match) else match[0], flat)


def _could_be_read(match: re.Match[str]) -> bool:
    return bool(NUMBER.fullmatch(_inner(match)) or WORD.fullmatch(_inner(match)))


def _inner(match: re.Match[str]) -> str:
    """Return what stands in double brackets, without a label, and a number in digits."""
    inner = _PHRASES["label"].sub("", match[1].strip(DECORATION))
    return _IN_DIGITS.get(inner.casefold(), inner)


_NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IN_DIGITS: Final = {word: str(number) for number, word in enumerate(_NUMBERS)}


# Text


def _from_text(scale: Scale, menu: Sequence[str], text: str, texts: Sequence[str]) -> Reading:
    """Return the verdict of an object in front, then of double brackets, of an object at the end, of the last line."""
    flat = plain(text).strip()
    if flat.startswith(("{", "```", '"')) and (in_front := _from_json(scale, menu, flat)) is not None:
        return in_front
    quotable = [plain(neutral(other)) for other in texts]
    start, at_end = _last_object(flat), None
    if start is not None and not _is_quoted(flat[start:].strip("`\n "), quotable):
        at_end = _from_json(scale, menu, flat[start:])
    before = flat if at_end is None else flat[:start]
    if scale.highest == "points":
        return _listed(menu, before) or at_end or _unscored("the reply holds no verdict")
    in_brackets = _bracketed(scale, menu, before)
    return in_brackets or at_end or _last_line(scale, menu, flat, quotable)


def _bracketed(scale: Scale, menu: Sequence[str], text: str) -> Reading | None:
    """Return the last verdict in double brackets outside quotations, ``None`` where there is none.

    One on a line of its own, as in ``Rating: [[7]]``, goes before others; one that is only mentioned does not count.
    """
    form = WORD if scale.choices else NUMBER
    unquoted = _unquoted(text)
    matches = [match for match in ANY.finditer(unquoted) if form.fullmatch(_inner(match))]
    stated = [m for m in matches if not _PHRASES["mentioned"].search(_before(m))]
    stated = [m for m in stated if not _PHRASES["supposed"].match(unquoted, m.end())]
    winners = [m for m in stated if _PHRASES["wins"].match(unquoted, m.end())]
    stated = [m for m in stated if _is_alone(m)][-1:] or winners[-1:] or stated[-2:]
    values = [_inner(match) for match in stated]
    between = unquoted[stated[0].end() : stated[-1].start()] if values else ""
    is_choice = len({v.casefold() for v in values}) > 1 and _PHRASES["joined"].fullmatch(between)
    if is_choice or not values:
        return _unscored("the reply mentions verdicts, and gives none of them") if matches else None
    return _on(scale, menu, values[-1])


def _unquoted(text: str) -> str:
    return _PHRASES["quotation"].sub(lambda part: part[0] if ANY.fullmatch(part[0].strip(_QUOTES)) else " ", text)


_QUOTES: Final = DECORATION + "\u201c\u201d\u00ab\u00bb"


def _before(match: re.Match[str]) -> str:
    """Return what stands before a match in its line, as far as ``_NEAR`` characters."""
    return match.string[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")[2]


def _is_alone(match: re.Match[str]) -> bool:
    """Return whether a match stands in its line alone, or ends it behind a colon."""
    before = _before(match).strip(DECORATION + "#>.")
    after = match.string[match.end() : match.end() + _NEAR].partition("\n")[0].strip(DECORATION + "#>.:")
    return not after and (not before or before.endswith(":"))


def _last_line(scale: Scale, menu: Sequence[str], text: str, texts: Sequence[str]) -> Reading:
    """Return the verdict of the last line, without double brackets: labelled, or alone in the reply, and not quoted."""
    line = text[text.rfind("\n") + 1 :].strip()
    bare = _PHRASES["bare"].fullmatch(line[:200])
    if bare is not None and len(line) <= 200 and not _is_quoted(line, texts):
        reading = _on(scale, menu, _IN_DIGITS.get(bare[2].casefold(), bare[2]))
        labels = {scale.label.casefold(), "verdict", "rating", "score", "answer"}
        if bare[1].casefold() in labels if bare[1] else line == text and reading.verdict is not None:
            return reading
    return _unscored("the reply holds no verdict")


def _last_object(text: str) -> int | None:
    """Return where the fenced block or the flat object starts that ends *text*."""
    if text.endswith("```"):
        start = text.rfind("```", 0, -3)
        return None if start < 0 else start
    return text.rfind("{") if text.endswith("}") and "{" in text else None


def _is_quoted(part: str, texts: Sequence[str]) -> bool:
    return any(part in text for text in texts)


def _on(scale: Scale, menu: Sequence[str], value: str) -> Reading:
    """Return *value* as a verdict if it is on the menu; numbers may be written as 7.0, or as 7/10 on a scale to 10."""
    if scale.choices:
        chosen = next((choice for choice in menu if choice.casefold() == value.casefold()), None)
    else:
        parts = _PHRASES["out_of"].fullmatch(value)
        of_the_scale = parts is not None and parts[2] in {None, menu[-1]}
        chosen = parts[1] if parts is not None and of_the_scale and parts[1] in menu else None
    if chosen is None:
        expected = " or ".join(menu) if scale.choices else f"a whole number from {menu[0]} to {menu[-1]}"
        return _unscored(f"the verdict {quoted(value)} was not one of the choices, expected {expected}")
    return Reading(chosen if scale.choices else int(chosen), None)


# Points

_POINT: Final = r"(?:point[ _]?)?(\d{1,2})"
_MARKS: Final = r"[ \t\r#*_`.:)-]{0,9}"
_ANSWER: Final = re.compile(
    rf"(?im)^{_MARKS}{_POINT}{_MARKS}{_OPEN}[ *_`]{{0,9}}(yes|no)[ *_`]{{0,9}}{_CLOSE}{_MARKS}$"
)
"""A line with nothing but the number of a point and yes or no in double brackets."""


def _listed(menu: Sequence[str], text: str) -> Reading | None:
    """Return the last list of answers outside quotations, ``None`` where there is none; each begins with point 1."""
    given = [(match[1], match[2]) for match in _ANSWER.finditer(_unquoted(text))]
    starts = [n for n, pair in enumerate(given) if pair[0] == "1" != given[n - 1][0] or n == 0]
    return _answered(menu, given[starts[-1] :]) if given else None


def _answered(menu: Sequence[str], given: Sequence[tuple[str, str]]) -> Reading:
    """Return a letter for each point, Y for yes and N for no. Each has to have an answer, and no two different ones."""
    pairs = {(number, answer.casefold()) for number, answer in given}
    numbers, answers = sorted(number for number, _ in pairs), dict(pairs)
    if numbers != sorted(menu[1:]) or not {"yes", "no"} >= set(answers.values()):
        return _unscored(f"expected one answer, yes or no, to each point from 1 to {menu[-1]}")
    return Reading("".join("Y" if answers[number] == "yes" else "N" for number in menu[1:]), None)


def valued(scale: Scale, reading: Reading) -> Reading:
    """Return *reading* with what is averaged as its verdict: instead of answers to points, the share of points met."""
    if scale.highest != "points" or not isinstance(reading.verdict, str):
        return reading
    return Reading(reading.verdict.count("Y") / len(reading.verdict), None)


# JSON


def _from_json(scale: Scale, menu: Sequence[str], text: str) -> Reading | None:
    """Return the verdict of the object, number or text that *text* is, in a fence or without; ``None`` otherwise."""
    inner = _PHRASES["fence"].match(text)
    body = text if inner is None else inner[1].strip()
    try:
        value = scan(body.encode())
    except BadValue as error:
        return _unscored(f"the reply is not valid JSON: {error}")
    except (ValueError, RecursionError):
        return _unscored("the reply is not a JSON object") if _PHRASES["object"].match(body) else None
    if not isinstance(value, dict):
        return _on(scale, menu, str(value)) if _is_scalar(value) and scale.highest != "points" else None
    if scale.highest == "points":
        keys = [(re.fullmatch(_POINT, key, re.IGNORECASE), str(value[key])) for key in value]
        return _answered(menu, [(match[1], answer) for match, answer in keys if match])
    named = [key for key in value if key.casefold() == scale.key]
    verdict = value[named[0]] if named else None
    if len(named) > 1 or not _is_scalar(verdict):
        other = f"the reply's {scale.key!r} is {quoted(verdict)}, which was not one of the choices"
        return _unscored(f"the reply has the key {scale.key!r} twice" if len(named) > 1 else other)
    brackets = ANY.fullmatch(str(verdict).strip())
    return _on(scale, menu, str(verdict).strip() if brackets is None else brackets[1].strip(DECORATION))


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


# Probabilities


def _weighted(menu: Sequence[str], reply: Reply) -> Reading:
    """Return the mean of the scale under the probabilities of its letters, after G-Eval (arXiv 2303.16634)."""
    if not reply.logprobs:
        return _unscored("the reply has no probabilities")
    number = dict(zip(LETTERS, map(int, menu), strict=False))
    mass = [(number[t.strip()], math.exp(min(0.0, p))) for t, p in reply.logprobs if t.strip() in number]
    total = math.fsum(p for _, p in mass)
    if total < ENOUGH:
        return _unscored(f"the possible verdicts have a total probability of {total:.2f}, expected at least {ENOUGH}")
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
_TAGS: Final = "\U000e0000-\U000e007f"
_FLAGS: Final = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in name) + "\U000e007f"
    for name in ("gbeng", "gbsct", "gbwls")
)
"""The three flags that are written with tag characters: England, Scotland and Wales."""
_HIDDEN: Final = re.compile(f"({_FLAGS})|[{_TAGS}]+|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{{2,}}")


def plain(text: str) -> str:
    """Return *text* with full-width characters made plain, and without invisible ones."""
    return text if text.isascii() else text.translate(_PLAIN)


def revealed(text: str) -> str:
    """Return *text* with each run of characters that nobody sees replaced by a note of how many there are.

    Tag characters spell letters, and variation selectors in a row spell bytes, that models read and people do not:
    a reply could whisper to its judge. Flags, and a selector after the character that it varies, stay.
    """
    if text.isascii():
        return text
    return _HIDDEN.sub(lambda match: match[1] or f"({len(match[0])} invisible characters)", text)
