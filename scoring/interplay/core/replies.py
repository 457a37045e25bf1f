"""What of a model's raw reply is its answer: every track, game and judge reads a reply through this module first.

Reasoning models write down their thoughts before they answer. Servers should send these apart, and many do not: then
the reply begins with a block such as ``<think>…</think>``. A prompt may end in the opening tag, so that a reply holds
only the closing one; a reply cut off at the limit of tokens holds only the opening one, and then there is no answer.
What is taken away here stays in the submission's raw text. It is never graded, judged, or shown to another player.
"""

import re

from msgspec import Struct

MOST_BLOCKS = 20
"""Blocks of reasoning that are taken away from the front of one reply."""
BLANKS = " \t\r\n\f\v\x85\xa0\u1680\u2028\u2029\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200C))
)
"""What may stand around a reply without being part of it: white space, byte-order marks, blanks without width."""
_NAMES = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think"
_TAG = re.compile(rf"<({_NAMES})(?:[ \t][^<>]{{0,100}})?>", re.IGNORECASE)
_FORMS = (
    (re.compile(r"\[THINK\]"), re.compile(r"\[/THINK\]")),
    (re.compile("◁think▷"), re.compile("◁/think▷")),
    (re.compile(r"<\|begin_of_thought\|>"), re.compile(r"<\|end_of_thought\|>")),
    (re.compile(r"<\|START_THINKING\|>"), re.compile(r"<\|END_THINKING\|>")),
    (re.compile("<unused94>"), re.compile("<unused95>")),
    (
        re.compile(r"(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)[^<]{0,100}<\|message\|>"),
        re.compile(r"<\|end\|>(?=<\|start\|>|<\|channel\|>|$)|(?=<\|start\|>assistant|<\|channel\|>final)"),
    ),
    (re.compile("analysis(?=[A-Z])"), re.compile("assistantfinal")),
)
"""How families of models mark reasoning in other ways than with a tag: what opens it, what closes it."""
_UNOPENED = re.compile(rf"</(?:{_NAMES})>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|END_THINKING\|>", re.IGNORECASE)
_WRAPPERS = (
    re.compile(r"<answer>(.*?)(?:</answer>)?$", re.DOTALL | re.IGNORECASE),
    re.compile(r"<\|begin_of_solution\|>(.*?)(?:<\|end_of_solution\|>)?$", re.DOTALL),
    re.compile(r"<\|START_RESPONSE\|>(.*?)(?:<\|END_RESPONSE\|>)?$", re.DOTALL),
    re.compile(r"(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>(.*?)(?:<\|return\|>|<\|end\|>)?$", re.DOTALL),
)
"""What stands around the answer itself once the reasoning is gone."""

_BAD = (
    r"(?:incorrect|wrong(?! about)|mistaken|false|bogus|random|invented|made up|premature|guess\w*|off by|placeholders?"
    r"|not (?:really )?(?:right|correct|true|reliable|what (?:i|the)|my)|hypothetical|(?:an|only|just) (?:an )?example)"
)
_WITHDRAWN = re.compile(
    r"\b(?:lost (?:track|count)|made (?:\w+ ){0,4}up|gave up|oops|kidding|joking|joke|second thoughts?|correction(?=:)"
    r"|(?<!can )(?:disregard|ignore|forget|scratch|scrap|strike|cancel|retract) (?:it|this|that|these|all|the|my|what)"
    r"|take (?:it|this|that) back|(?:hold|hang) on|wait(?= ?[,.:!\u2013-])|i disagree|unsure|edit(?=:)|guesses"
    r"|actually(?=,| \w+ (?:is|are|do|does|did|was|were|has|should|knows?)\b)|(?:not|never) (?:trust|rely|sure|certain)"
    r"|(?<!you )should (?:be|read|have been)(?! (?:it|all|every\w+|fine|right|correct|enough|complete|clear|what)\b)"
    r"|i(?: (?:am|have|had|just|only)){0,3} (?:forgot\w*|overlooked|missed|mis\w+|confused|mixed|swapped|meant|guess\w*"
    r"|no idea|made (?:\w+ ){1,3}(?:mistake|error))|i (?:never|(?:did|have|do|could|can?) ?not) (?:\w+ )?(?:know|say"
    r"|tell|vouch|guarantee|verif\w+|check\w*|work|comput\w+|calculat\w+|follow\w*|track\w*|agree|believe"
    r"|do (?:it|th\w+)|decide|answer|give)|none of th(?:is|ese) (?:is|are) (?:right|real|true)"
    r"|(?:that|this|it) can? ?not be(?= ?[^\w ]| (?:right|true|correct)|$)"
    rf"|(?:report|answer|number|figure|value|above)s?(?: \w+){{0,3}} (?:is|are|was|were) (?:\w+ ){{0,2}}{_BAD})\b"
    r"|(?:^|[.!?\n(;:,\u2013] ?|\b(?:but|and|so|because|since|i (?:\w+ ){1,3}) ?)(?:that|this|these|those|it|they)"
    rf" (?:is|are|was|were) (?:\w+ ){{0,2}}{_BAD}\b"
)
"""What takes an answer back below it, in small letters and without short forms."""
_ATTRIBUTED = re.compile(
    r"\b(?:reader|some(?:one|body)?|people|many|one|you|colleague|friend|neighbou?r|assistant|student|model|solution"
    r"|draft|version|system|key|reply)\b.{0,80}\b(?:would|might|could|may|sent|sa(?:id|ys?)|wrote|g[ai]ves?|claim\w*"
    r"|answer\w*|argue|finish\w*|suggest\w*|conclude\w*|think|look)\b|(?<!\bi )(?:would|might) (?:write|say)\b"
    r"|\b(?:tempt|expect)\w*|\b(?:is|are) (?:this|these|that)\b.*\?$"
)
"""What the line above an answer says where the answer may be somebody else's, or supposed."""
_DENIAL = re.compile(r"\b(?:not?|but|cannot|wrong|mistaken?|error|premature|overlooks?|miss(?:es|ed)|disagree)\b")


class VisibleReply(Struct, frozen=True, gc=False):
    """A reply as it counts: ``text`` without blanks around it, and how many ``blocks`` of reasoning were before it."""

    text: str
    blocks: int = 0


def read(raw: str) -> VisibleReply:
    """Return what a raw reply says, without reasoning in front of it.

    A block that is opened and never closed takes the whole reply; a closing mark without an opening one takes what
    stands before it. Reading what was read changes nothing, unless an answer begins with reasoning's own marks.
    """
    text, blocks = bare(raw), 0
    while blocks < MOST_BLOCKS and (rest := _after_block(text)) is not None:
        text, blocks = bare(rest), blocks + 1
    for wrapper in _WRAPPERS:
        if match := wrapper.match(text):
            text = bare(match[1])
            break
    return VisibleReply(text, blocks)


def visible(raw: str) -> str:
    """Return the text of ``read``."""
    return read(raw).text


def is_withdrawn(below: str, above: str = "") -> bool:
    """Return whether the words *below* an answer take it back, or call it a guess or an example.

    An answer that the line *above* introduces as somebody else's, or as supposed, is taken back by any denial.
    """
    below = below.lower().replace("\u2019", "'").replace("\u2014", "\u2013").replace("-", " ")
    for short, full in {"n't": " not", "'s ": " is ", "'re ": " are ", "'m ": " am ", "'ve ": " have "}.items():
        below = below.replace(short, full)
    *_, above = re.split(r"(?<=[.!?]) ", above[-200:].lower())
    is_attributed = not above.endswith((".", "!")) and _ATTRIBUTED.search(above)
    return bool(_WITHDRAWN.search(below) or (is_attributed and _DENIAL.search(below)))


def bare(text: str) -> str:
    """Return *text* without blanks and byte-order marks around it."""
    return text.strip(BLANKS)


def _after_block(text: str) -> str | None:
    """Return what follows a block of reasoning at the front, ``None`` where there is none."""
    if tag := _TAG.match(text):
        closing = re.compile(f"</{re.escape(tag[1])}>", re.IGNORECASE).search(text, tag.end())
        return text[closing.end() :] if closing else ""
    for opening, closing_form in _FORMS:
        if start := opening.match(text):
            end = closing_form.search(text, start.end())
            if end:
                return text[end.end() :]
            return None if opening.pattern.startswith("analysis") else ""
    stray = _UNOPENED.search(text)
    return text[stray.end() :] if stray else None
