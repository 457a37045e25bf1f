"""How many requests an episode takes and how long they are, measured on the runs that ship with a release.

interplay-build page requests company > scoring/interplay/tracks/company/measured.csv
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from interplay.core.driver import SYSTEM, Ask, Choosing
from interplay.core.release import Release, open_release
from interplay.running.plan import ALL, Average, kind_of, part_of
from interplay.running.requests import requests
from interplay.submissions.reading import open_submission
from interplay.tables.formats import as_csv
from interplay.tables.table import tabulate
from interplay.tracks import catalogue
from interplay.tracks.base import Track
from interplay_builders.pages._markdown import TEXTS

UNDERSTOOD = {track: tuple(systems.split()) for track, systems in TEXTS["understood"].items()}
"""The systems of each track that are measured: their replies are bare, and understood at once."""
COUNTED = "smollm2-135m"
"""The system whose prompts a server has counted in tokens."""
LISTED = 7
"""Of so many requests one is asked which actions it lists; some games list hundreds."""


@dataclass(slots=True)
class Sums:
    """What the episodes of one part took together; ``listings`` are the requests whose ``actions`` were counted."""

    episodes: int = 0
    fewest: int = 0
    most: int = 0
    begun: int = 0
    opening: int = 0
    calls: int = 0
    prompt: int = 0
    reply: int = 0
    listings: int = 0
    actions: int = 0

    def add(self, bounds: tuple[int, int], asks: Sequence[Ask], replies: Sequence[str]) -> None:
        """Count one episode, which could have taken from so many to so many requests."""
        asked = [(ask, text) for ask, text in zip(asks, replies, strict=True) if ask.player == SYSTEM]
        self.episodes += 1
        self.fewest += bounds[0]
        self.most += bounds[1]
        for ask, text in asked:
            if self.calls % LISTED == 0:
                self.listings += 1
                self.actions += len(ask.situation.options()) if isinstance(ask.situation, Choosing) else 0
            self.calls += 1
            self.prompt += _length(ask)
            self.reply += len(text)
        if asked:
            self.begun += 1
            self.opening += _length(asked[0][0])

    def average(self, characters_a_token: float | None = None) -> Average:
        """Return the averages."""
        return Average(
            episodes=self.episodes,
            calls=_mean(self.calls, self.episodes),
            fewest=_mean(self.fewest, self.episodes),
            most=_mean(self.most, self.episodes),
            opening=_mean(self.opening, self.begun),
            prompt=_mean(self.prompt, self.calls),
            reply=_mean(self.reply, self.calls),
            actions=_mean(self.actions, self.listings),
            characters_a_token=characters_a_token,
        )


def measured(track: Track[Any, Any], release: Release, part: str | None = None) -> dict[str, Average]:
    """Return the averages of every part of a track, or of one *part* alone."""
    sums: dict[str, Sums] = {ALL: Sums()}
    for path in _submissions(release.root, track.name):
        submission = open_submission(path, release)
        for _, prediction in submission.records():
            item = submission.items[track.identity(prediction)[0]]
            part_name = part_of(track, item)
            if part not in {None, part_name}:
                continue
            asks = [ask for *_, ask in requests(track, [item], [prediction])]
            replies = list(track.replies(item, prediction))
            for name in dict.fromkeys((part_name, kind_of(track, item), ALL)):
                sums.setdefault(name, Sums()).add(track.calls(item), asks, replies)
    rate = None if part else characters_a_token(track, release)
    return {name: total.average(rate if name == ALL else None) for name, total in sorted(sums.items())}


def characters_a_token(track: Track[Any, Any], release: Release) -> float | None:
    """Return how many characters of a prompt a model's server counted as one token, with what a chat adds to it.

    ``None`` where no such run ships with the release.
    """
    path = release.root / "baselines" / COUNTED / f"{track.name}.jsonl.gz"
    if not path.is_file():
        return None
    submission = open_submission(path, release)
    characters = tokens = 0
    for _, prediction in submission.records():
        usage = getattr(prediction, "usage", None)
        if usage is None:
            continue
        tokens += usage.prompt_tokens
        item = submission.items[track.identity(prediction)[0]]
        asks = (ask for *_, ask in requests(track, [item], [prediction]))
        characters += sum(_length(ask) for ask in asks if ask.player == SYSTEM)
    return _mean(characters, tokens) or None


def page(release: Release, track: str) -> str:
    """Return the table of *track*, as CSV."""
    names = [field.name for field in fields(Average)]
    averages = measured(catalogue.load(track), release).items()
    rows = [(part, *(getattr(average, name) for name in names)) for part, average in averages]
    return as_csv(tabulate(("part", *names), rows), digits=7)


def _submissions(root: Path, track: str) -> Iterator[Path]:
    for system in UNDERSTOOD[track]:
        folder = root / "baselines" / system
        yield folder / f"{track}.jsonl.gz"
        if track == "games":
            yield from sorted(folder.glob("league/*.jsonl.gz"))


def _length(ask: Ask) -> int:
    return sum(len(message.content) for message in ask.messages)


def _mean(total: int, count: int) -> float:
    return round(total / count, 2) if count else 0.0


@click.command(short_help="The table by which `interplay run --dry-run` estimates requests.")
@click.argument("track", type=click.Choice(sorted(UNDERSTOOD)))
@click.argument("root", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
def command(track: str, root: Path | None) -> None:
    """Measure the requests of the runs of TRACK that ship with the release in DIR; print the averages as CSV.

    \b
    interplay-build page requests company > scoring/interplay/tracks/company/measured.csv
    interplay-build page requests company dataset
    """
    click.echo(page(open_release(root), track), nl=False)
