"""A task of Inspect for each track."""

from pathlib import Path
from typing import Any, TypedDict, Unpack

import msgspec
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

import interplay
from interplay.adapters.inspect.logs import Origin
from interplay.adapters.inspect.play import CHAT, play
from interplay.adapters.inspect.scores import graded, metrics_of
from interplay.running.options import RunSpec, select
from interplay.tracks.base import Track

_IS_INSTALLED = any(part.endswith("-packages") for part in Path(__file__).parts)
PREFIX = "interplay/" if __name__.startswith("interplay.") and not _IS_INSTALLED else ""
"""Inspect puts the package's name before tasks of installed packages, and looks for none where it loads this file."""


class Chosen(TypedDict, total=False):
    """Which items a task is about, as ``load_items`` takes it; ``dataset`` is the place of a release. Give with -T."""

    split: str | list[str]
    where: dict[str, str]
    sample: int
    seed: int
    dataset: str


@task(name=f"{PREFIX}simulation")
def simulation(**chosen: Unpack[Chosen]) -> Task:
    """Be the terminal, ledger or world that a user asks for."""
    return of_track("simulation", **chosen)


@task(name=f"{PREFIX}scorekeeping")
def scorekeeping(**chosen: Unpack[Chosen]) -> Task:
    """Keep track of what a conversation partner knows."""
    return of_track("scorekeeping", **chosen)


@task(name=f"{PREFIX}company")
def company(**chosen: Unpack[Chosen]) -> Task:
    """Say who knows what after a dialogue among several people."""
    return of_track("company", **chosen)


@task(name=f"{PREFIX}games")
def games(**chosen: Unpack[Chosen]) -> Task:
    """Play sixteen games against bots."""
    return of_track("games", **chosen)


@task(name=f"{PREFIX}positions")
def positions(**chosen: Unpack[Chosen]) -> Task:
    """Choose a move in a position whose moves have known values."""
    return of_track("positions", **chosen)


@task(name=f"{PREFIX}horizon")
def horizon(**chosen: Unpack[Chosen]) -> Task:
    """Report the state at the end of a session of many operations."""
    return of_track("horizon", **chosen)


def of_track(name: str, **options: Unpack[Chosen]) -> Task:
    """Return the task of a track: asked as ``interplay run`` asks, with the track's limit and a temperature of 0."""
    if strange := options.keys() - Chosen.__annotations__:
        raise TypeError(f"found the options {', '.join(strange)}, expected some of {', '.join(Chosen.__annotations__)}")
    dataset, split, where = options.get("dataset"), options.get("split", ()), options.get("where", {})
    where = {key: str(value) for key, value in where.items()}  # -T reads numbers
    sample, seed = options.get("sample"), options.get("seed", 0)
    track, release = interplay.load_track(name), interplay.open_release(dataset)
    splits = (split,) if isinstance(split, str) else tuple(split)
    spec = RunSpec(splits=splits, where=tuple(where.items()), sample=sample, sample_seed=seed)
    chosen = select(track, release, spec)
    origin = Origin(name, release.manifest_sha256, chosen.splits, where, sample, seed)
    return Task(
        dataset=MemoryDataset([_sample(track, item) for item in chosen.items], name=f"interplay {name}"),
        solver=play(name, dataset),
        scorer=graded(name, dataset),
        metrics=metrics_of(name),
        config=GenerateConfig(max_tokens=track.reply_tokens, temperature=0.0),
        version=track.scoring_version,
        metadata={"interplay": msgspec.to_builtins(origin)},
    )


def _sample(track: Track[Any, Any], item: Any) -> Sample:
    """Return an item as Inspect shows it; the track's driver decides what is sent to a model."""
    messages = CHAT.validate_python(msgspec.to_builtins(getattr(item, "messages", ())))
    metadata = {**track.where(item), "cluster": track.cluster(item), "weight": track.weight(item)}
    return Sample(id=item.item_id, input=messages or item.item_id, metadata=metadata)
