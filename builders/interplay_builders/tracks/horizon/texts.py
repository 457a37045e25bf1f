"""The texts of families, and how commands are put into their words."""

import tomllib
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay_builders.tracks.horizon.base import VOICES, Command, Texts, Voice, Wordings

FOLDER = Path(__file__).parent / "families"
FEWEST = 6
"""Wordings of a command, over all voices."""
SHORTEST, LONGEST = 6, 20
"""How many lines one voice goes on for."""


@lru_cache(maxsize=64)
def texts_of(name: str) -> Texts:
    """Return the texts of the family called *name*; raise ``RecordError`` where they are unfit."""
    path = FOLDER / f"{name}.toml"
    try:
        texts = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Texts)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RecordError(f"{path.name} does not contain the texts of a family: {error}") from None
    if texts.words_of:
        other = texts_of(texts.words_of)
        return replace(texts, orders=other.orders, questions=other.questions)
    for verb, voices in (*texts.orders.items(), *texts.questions.items()):
        _check(f"{path.name}, {verb}", voices, formal=texts.formal)
    return texts


def _check(where: str, voices: dict[Voice, tuple[str, ...]], *, formal: bool) -> None:
    wordings = [wording for texts in voices.values() for wording in texts]
    fewest, expected = (1, VOICES[:1]) if formal else (FEWEST, VOICES)
    if tuple(voice for voice in VOICES if voices.get(voice)) != expected:
        raise RecordError(f"{where}: found the voices {', '.join(voices)}, expected {', '.join(expected)}")
    if len(set(wordings)) < max(fewest, len(wordings)):
        raise RecordError(f"{where}: found {len(set(wordings))} different wordings, expected at least {fewest}")


class Speaker:
    """Puts commands into words, in one voice for some lines and then in another, as when several people write."""

    def __init__(self, texts: Texts, stream: Stream) -> None:
        self._texts, self._stream = texts, stream
        self._voice: Voice = VOICES[0]
        self._left = 0

    def phrase(self, command: Command) -> str:
        """Return the text of the next line."""
        if not self._left:
            self._voice = VOICES[0] if self._texts.formal else self._stream.choice(VOICES)
            self._left = SHORTEST + self._stream.below(LONGEST - SHORTEST + 1)
        self._left -= 1
        wording = self._stream.choice(wordings_of(self._texts, command.verb)[self._voice])
        text = wording.format(*command.args)
        return text if self._texts.formal else text[:1].upper() + text[1:]


def wordings_of(texts: Texts, verb: str) -> dict[Voice, tuple[str, ...]]:
    """Return the wordings of an order or question."""
    wordings: Wordings = texts.orders if verb in texts.orders else texts.questions
    return wordings[verb]
