"""The true intermediate reports of a session, from the item that asks for them turn by turn."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from interplay.tracks.horizon.records import Item
from interplay_lab.site.texts import Span

_NUMBERED = re.compile(r"^(\d{1,6})\. ", re.MULTILINE)


class Stage(NamedTuple):
    """The true report after an operation: its values in the order of the report's lines."""

    operation: int
    values: tuple[str, ...]


def stages(items: Sequence[Item], wanted: Collection[str]) -> Mapping[str, tuple[Stage, ...]]:
    """Return the stages of the items *wanted* that are asked in one message, if the release has them."""
    in_turns = {item.session: item for item in items if item.layout == "turns"}
    alone = (item for item in items if item.item_id in wanted and item.layout == "single")
    return {item.item_id: tuple(_stages(in_turns[item.session])) for item in alone if item.session in in_turns}


def _stages(item: Item) -> Iterator[Stage]:
    texts = (item.messages[-1].content, *item.requests)
    for text, values in zip(texts, item.expected, strict=True):
        yield Stage(int(_NUMBERED.findall(text)[-1]), values)


def lines_about(text: str, operations: Sequence[int]) -> Iterator[Span]:
    """Yield the first line of *text* that begins with the number of each of *operations*, or with "after" and it."""
    for number in operations:
        line = re.search(rf"^\W{{0,5}}(?:after |line )?{number}(?![\w,]|\.\d).*$", text, re.MULTILINE | re.IGNORECASE)
        if line:
            yield Span(line.start(), line.end(), "here")
