"""Fill a judge's prompt. Each template is filled once; what is filled in is never read as a template.

Every text that a model or a dataset wrote stands between two lines with a key. The key is a hash of the texts, so none
can hold it, and the same request always has the same key, which caches need. The opening has a key of its own that the
texts of the closing do not change: requests about one dialogue share their beginning, up to the first judged text.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, count
from typing import Final

import msgspec

from interplay.core import canonical
from interplay.core.records import Message
from interplay.judging.judge import PLACEHOLDER, Judge, Mode, Scale
from interplay.judging.verdicts import neutral, revealed

KEY_LENGTH: Final = 24
"""Hexadecimal digits of a key: 96 bits."""


class JudgedText(msgspec.Struct, frozen=True):
    """A text that a judge is shown, and the placeholder that it fills."""

    name: str
    text: str


class Material(msgspec.Struct, frozen=True):
    """All that fills a prompt: the simulated task's name, the dialogue, and the texts of opening and closing."""

    task: str = ""
    dialogue: tuple[Message, ...] = ()
    texts: tuple[JudgedText, ...] = ()

    @property
    def turns(self) -> int:
        """Return the number of requests in the dialogue."""
        return sum(message.role == "user" for message in self.dialogue)

    @property
    def most(self) -> int:
        """Return the number of points to decide, one a line, or else of turns."""
        return sum(part.text.count("\n") + 1 for part in self.texts if part.name == "points") or self.turns


def messages(judge: Judge, mode: Mode, material: Material) -> tuple[Message, ...]:
    """Return the prompt: the rubric, then the dialogue and the texts to be judged."""
    prompt = judge.file.prompt
    early = [part for part in material.texts if part.name in PLACEHOLDER.findall(prompt.opening)]
    late = [part for part in material.texts if part not in early]
    dialogue = [message.content for message in material.dialogue]
    first = [material.task, *dialogue, *(part.text for part in early)]
    whole = [*first, *(part.text for part in late)]
    key = fence_key(first, whole)
    name = " ".join(neutral(material.task).replace('"', "'").split())[:200]  # it stands outside a fence
    values = {"task": name, "turns": str(material.turns)}
    turns = accumulate(int(message.role == "user") for message in material.dialogue)
    parts = zip(turns, material.dialogue, strict=True)
    dialogue_text = "\n".join(fenced(f"turn {turn}, {part.role}", part.content, key) for turn, part in parts)
    opening = _filled(prompt.opening, {**values, "dialogue": dialogue_text, **_fenced_all(early, key)})
    closing = _filled(prompt.closing, {**values, **_fenced_all(late, fence_key(whole, whole))})
    system = _filled(prompt.system, {"verdict": judge.asks(mode).strip()})
    user = f"{opening.strip()}\n\n{closing.strip()}"
    return Message(role="system", content=system.strip()), Message(role="user", content=user)


def fence_key(parts: Sequence[str], texts: Iterable[str]) -> str:
    """Return a key that follows from *parts* and occurs in none of *texts*."""
    lowered = [text.lower() for text in texts]
    keys = (canonical.sha256(msgspec.json.encode([number, *parts]))[:KEY_LENGTH] for number in count())
    return next(key for key in keys if not any(key in text for text in lowered))


def fenced(label: str, text: str, key: str) -> str:
    """Return *text* between its two lines, without hidden letters, and without what could be read as a verdict."""
    return f"<<BEGIN {label} {key}>>\n{neutral(revealed(text))}\n<<END {label} {key}>>"


def verdict_schema(scale: Scale, most: int = 0) -> str:
    """Return the JSON Schema of a reply in JSON, as text: an explanation, then a verdict, or one on each point."""
    menu = scale.menu(most)
    kind = {"type": "string", "enum": list(menu)} if scale.choices else {"type": "integer", "enum": [*map(int, menu)]}
    answer = {"type": "string", "enum": ["yes", "no"]}
    kinds = dict.fromkeys(menu[1:], answer) if scale.highest == "points" else {scale.key: kind}
    whole = {
        "type": "object",
        "properties": {"explanation": {"type": "string"}, **kinds},
        "required": ["explanation", *kinds],
        "additionalProperties": False,
    }
    return msgspec.json.encode(whole).decode()


def _fenced_all(texts: Iterable[JudgedText], key: str) -> dict[str, str]:
    return {part.name: fenced(part.name.replace("_", " "), part.text, key) for part in texts}


def _filled(template: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda match: values[match[1]], template)
