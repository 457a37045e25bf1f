"""The wordings of a family: a TOML file beside its module, with several for everything that a program has users say."""

import tomllib
from functools import lru_cache
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.sessions import TaskSpec

FEWEST = 3
"""Wordings of a request."""
SINGLE = frozenset({"brief", "name", "request_type"})
Texts = dict[str, tuple[str, ...]]


@lru_cache(maxsize=64)
def texts_of(module: str) -> Texts:
    """Return the texts beside the file of a *module*; raise ``RecordError`` where there are too few of a kind."""
    path = Path(module).with_suffix(".toml")
    texts = {
        key: (value.strip(),) if isinstance(value, str) else tuple(value)
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }
    for key, wordings in texts.items():
        if key not in SINGLE and len({*wordings}) < max(FEWEST, len(wordings)):
            raise RecordError(f"{path.name}, {key}: found {len({*wordings})} wordings, expected {FEWEST} or more")
    return texts


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


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Return names as a sentence lists them: ``Ana, Dev and Pia``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def task_of(texts: Texts, task_id: str, family: str) -> TaskSpec:
    """Return the task of a family with these texts, in which replies depend on what was said before."""
    return TaskSpec(task_id, texts["name"][0], "stateful", family, texts["brief"][0], texts["request_type"][0])
