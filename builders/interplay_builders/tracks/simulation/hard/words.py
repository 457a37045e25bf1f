"""The wordings of a family: a TOML file beside its module, with several for everything that a program has users say."""

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Kind
from interplay_builders.tracks.simulation.sessions import COMPUTED, TaskSpec

FEWEST = 3
"""Wordings of a request."""
SINGLE = frozenset({"brief", "name", "request_type", "domain", "month"})
Texts = dict[str, tuple[str, ...]]


@lru_cache(maxsize=64)
def texts_of(module: str, fewest: int = FEWEST) -> Texts:
    """Return the texts beside the file of a *module*; raise ``RecordError`` where there are too few of a kind."""
    path = Path(module).with_suffix(".toml")
    texts = {
        key: (value.strip(),) if isinstance(value, str) else tuple(value)
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }
    for key, wordings in texts.items():
        if key not in SINGLE and len({*wordings}) < max(fewest, len(wordings)):
            raise RecordError(f"{path.name}, {key}: found {len({*wordings})} wordings, expected {fewest} or more")
    return texts


def phrase(chance: Stream, wordings: Sequence[str], **parts: object) -> str:
    """Return one of several wordings of a request, filled in."""
    return chance.choice(wordings).format(**parts)


class Speaker:
    """Puts things into words, and the same wording never twice in a row."""

    def __init__(self, texts: Texts, stream: Stream) -> None:
        self.texts, self._stream = texts, stream
        self._last: dict[str, str] = {}

    def phrase(self, key: str, **facts: object) -> str:
        """Return one of the wordings of *key* with *facts* filled in."""
        wording = self._stream.choice([text for text in self.texts[key] if text != self._last.get(key)])
        self._last[key] = wording
        return wording.format(**facts)


def task_of(texts: Texts, task_id: str, family: str, kind: Kind = "stateful", provenance: str = COMPUTED) -> TaskSpec:
    """Return the task of a family with these texts; ``stateful``: replies depend on what was said before."""
    name, brief, request_type = (texts[key][0] for key in ("name", "brief", "request_type"))
    return TaskSpec(task_id, name, kind, family, brief, request_type, provenance)


def listed(words: Sequence[str]) -> str:
    """Return words as people list them: ``a, b and c``."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
