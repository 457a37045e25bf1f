"""What pages say of a track beside what its scores say; ``interplay_lab.site.tracks`` has a module for each track.

A TOML file beside the module has the track's words. A track of another package has its own in a package of the same
form, an entry point of the group ``interplay.track_pages``; one without is shown as its scores, its texts and its
replies.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from interplay.core.discovery import Catalogue
from interplay.core.reports import Report
from interplay.judging.records import Judgment
from interplay.tracks.games import catalogue as games
from interplay_lab.site.predictions import Trial
from interplay_lab.site.scored import PREFIX, Entry
from interplay_lab.site.texts import Span
from interplay_lab.site.views import replies
from interplay_lab.site.views.replies import Answer, Check

_BESIDE = "picture why stages labels checked unjudged reference_title reference values method scale"
"""What the page of an item may hold beside messages and replies."""
_FIELD = re.compile(r"\{(\w+)\}")
Keys = Mapping[str, tuple[str, Mapping[str, str]]]
"""Key by which items are grouped -> its words, and those of its values."""


class Attempts(NamedTuple):
    """What one system did on an item, and what judges said of it; ``href`` is the page of the system."""

    entry: Entry
    href: str
    trials: Sequence[Trial]
    judgments: Sequence[tuple[str, Judgment]]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    about: str
    programs: Mapping[str, str]
    title: str = ""
    keys: Mapping[str, str] = {}
    values: Mapping[str, Mapping[str, str]] = {}
    titles: Mapping[str, Mapping[str, str]] = {}


class TrackPages:
    """What the pages of one track say of it and of its items."""

    about = ""
    """What the track measures, in a few words."""
    programs: Mapping[str, str] = {}
    """What each shipped program does, in a sentence, by its name without the prefix."""
    keys: Keys = {}
    """Key by which items are grouped -> its words, and those of its values."""
    titles: Mapping[str, Mapping[str, str]] = {}
    """Key by which items are grouped -> titles of those values whose ids say little."""
    pattern = ""
    """The title of an item, with names of its fields in braces."""
    template = "item.html"

    def __init__(self, module: str = "") -> None:
        """Take the words of the track from the TOML file beside a *module*, where one is given."""
        if module:
            words = msgspec.toml.decode(Path(module).with_suffix(".toml").read_bytes(), type=_Words)
            self.about, self.programs = words.about, words.programs
            self.pattern, self.titles = words.title, words.titles
            self.keys = {key: (name, words.values.get(key, {})) for key, name in words.keys.items()}

    def words(self, key: str, value: str) -> tuple[str, str]:
        """Return a value of a key of items in words, and what it means, if that has to be said."""
        is_game = key == "game" and value in games.names()
        words = games.load(value).title if is_game else value.replace("_", " ").replace("-", " ")
        return self.titles.get(key, {}).get(value, words), self.keys.get(key, ("", {}))[1].get(value, "")

    def fields(self, where: Mapping[str, str]) -> list[tuple[str, str, str]]:
        """Return the fields of an item in words: name, value, meaning; a split that says nothing is omitted."""
        known = [(*self.keys.get(key, (key.replace("_", " "), {})), key, value) for key, value in where.items()]
        return [(name, *self.words(key, value)) for name, of, key, value in known if key != "split" or value in of]

    def title(self, item: Any) -> str:
        """Return a title of an item in words, or nothing where the track has none."""

        def words(match: re.Match[str]) -> str:
            short, means = self.words(match[1], str(getattr(item, match[1])))
            return means or short.removeprefix(f"{getattr(item, 'game', '')}-".replace("_", " ").replace("-", " "))

        text = _FIELD.sub(words, self.pattern)
        return text[:1].upper() + text[1:]

    def board(self, item: Any) -> str:  # noqa: ARG002
        """Return the picture of an item that is a position, nothing for others."""
        return ""

    def context(self, items: Sequence[Any], wanted: Collection[str]) -> Mapping[str, Any]:  # noqa: ARG002
        """Return what the page of each item *wanted* has to know of others among *items*."""
        return {}

    def values(self, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:
        """Return what the template of an item needs."""
        item = attempts[0].trials[0].item
        rows = [self._reply(attempt, context) for attempt in attempts]
        return {
            "turns": replies.turns(item),
            "replies": rows,
            **dict.fromkeys(_BESIDE.split()),
            **self.beside(item, attempts, context),
        }

    def _reply(self, attempts: Attempts, context: Any) -> dict[str, object]:
        answers = [answer for trial in attempts.trials for answer in self.answers(trial, context)]
        score, mark = replies.standing(attempts.entry, attempts.trials[0].grade.item_id)
        return {"of": attempts, "score": score, "mark": mark, "answers": answers}

    def beside(self, item: Any, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        """Return what the page of an item holds beside messages and replies."""
        return {}

    def answers(self, trial: Trial, context: Any) -> Iterator[Answer]:  # noqa: ARG002
        """Yield what is shown of one trial."""
        return replies.answers(trial, self.verdicts)

    def verdicts(self, item: Any, detail: Any, raw: str) -> tuple[list[Check], list[Span]]:  # noqa: ARG002
        """Return the verdicts on a reply, and what of it they are about."""
        return [], []


_MODULES: Catalogue[TrackPages] = Catalogue(
    "interplay_lab.site.tracks", "PAGES", "track with pages of its own", group="interplay.track_pages"
)


def pages_of(track: str) -> TrackPages:
    """Return what pages say of *track*."""
    return _MODULES.load(track) if track in _MODULES.names() else TrackPages()


def program(report: Report) -> str:
    """Return what a shipped program does on the track of *report*; empty for other systems."""
    name = report.system.name
    return pages_of(report.track).programs.get(name.removeprefix(PREFIX), "") if name.startswith(PREFIX) else ""
