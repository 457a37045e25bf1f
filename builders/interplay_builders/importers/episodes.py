"""Import recorded episodes of clembench's privateshared: the instances that were played, and a submission a model.

The layout is that of clembench-runs: ``MODEL/privateshared/EXPERIMENT/episode_N`` with ``instance.json`` and
``interactions.json``. What players said is there word for word, failed attempts too; scores that were recorded are not
read, since scoring finds them again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import click
import msgspec
from msgspec import Meta

from interplay.core import canonical, strict
from interplay.core.errors import RecordError
from interplay.core.release import open_release
from interplay.submissions.writing import write_submission
from interplay.tracks.scorekeeping.records import Answer, Item, Prediction, ProbeReplies, Rules
from interplay_builders.importers.clembench import MAX_BYTES, Instance, item_of, rule_options
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping.build import files

ANSWERER = "Player 1"
ATTEMPTS = 5
"""How often a probe is put; a record of more tries says that all of them failed."""
_PATTERN = "privateshared/*/episode_*/interactions.json"

T = TypeVar("T")


class _Action(msgspec.Struct, frozen=True):
    type: str
    content: Any


class _Event(msgspec.Struct, frozen=True):
    """Something that was sent, and by whom; times are passed over."""

    sender: str = msgspec.field(name="from")
    action: _Action


class _Probe(msgspec.Struct, frozen=True):
    """The outcome of a probe; one that was never put has no ``tries``."""

    target: str
    tries: Annotated[int, Meta(ge=1, le=1_000)] | None = None


class _Interactions(msgspec.Struct, frozen=True):
    """An episode, turn by turn; its first turn has probes only."""

    turns: list[list[_Event]]
    probes: list[list[_Probe]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """An episode that *model* played: the item, and what the model said."""

    model: str
    item: Item
    prediction: Prediction


def read(root: Path, rules: Rules) -> tuple[Recorded, ...]:
    """Return the episodes below *root*, the folder of one model or of several, played by *rules*.

    Raises ``RecordError`` for a folder without episodes, a file that is no record of one, and an instance of the same
    name as another one.
    """
    found = tuple(episode(path.parent, rules) for path in sorted([*root.glob(f"*/{_PATTERN}"), *root.glob(_PATTERN)]))
    if not found:
        raise RecordError(f"{root} holds no recorded episodes: expected [MODEL/]{_PATTERN}")
    items: dict[str, Item] = {}
    for one in found:
        if items.setdefault(one.item.item_id, one.item) != one.item:
            raise RecordError(
                f"{root} holds two different instances called {one.item.item_id!r}; import the models of one version "
                "of the benchmark at a time"
            )
    return found


def episode(folder: Path, rules: Rules) -> Recorded:
    """Return the episode in *folder*."""
    model = folder.resolve().parents[2].name
    first, _, second = model.partition("--")
    instance = _read(folder / "instance.json", Instance)
    item = item_of(folder.parent.name, instance, rules)
    said = _read(folder / "interactions.json", _Interactions)
    try:
        prediction = Prediction(item_id=item.item_id, answers=_answers(said), probes=tuple(_probes(said, item)))
    except _UnfitError as error:
        raise RecordError(f"{folder / 'interactions.json'} {error}") from None
    return Recorded(first if first == second else model, item, prediction)


class _UnfitError(Exception):
    """Why a record does not fit its instance."""


def _answers(said: _Interactions) -> tuple[Answer, ...]:
    """Return the first message of each turn after the first, which answers its request."""
    texts = ((number, _texts(events, "get message")) for number, events in enumerate(said.turns))
    return tuple(Answer(round=number, text=held[0]) for number, held in texts if number and held)


def _probes(said: _Interactions, item: Item) -> Iterator[ProbeReplies]:
    slots = {slot.name.upper(): slot.name for slot in item.slots}
    if len(said.probes) > len(said.turns):
        raise _UnfitError(f"has {len(said.probes)} rounds of probes in {len(said.turns)} turns")
    for number, probes in enumerate(said.probes):
        texts = _texts(said.turns[number], "probe answer")
        for probe in probes:
            if probe.tries is None:
                continue
            tries = min(probe.tries, ATTEMPTS)
            attempts, texts = tuple(texts[:tries]), texts[tries:]
            if len(attempts) < tries:
                raise _UnfitError(
                    f"has {len(attempts)} of {tries} replies to the probe of {probe.target!r} in round {number}"
                )
            if probe.target not in slots:
                raise _UnfitError(f"has a probe of {probe.target!r}, which is not a slot of {item.item_id}")
            yield ProbeReplies(round=number, slot=slots[probe.target], attempts=attempts)


def _texts(events: Sequence[_Event], kind: str) -> list[str]:
    """Return what the answerer sent in *events* as messages of a *kind*."""
    return [str(event.action.content) for event in events if (event.sender, event.action.type) == (ANSWERER, kind)]


def _read(path: Path, type_: type[T]) -> T:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RecordError(f"{path} has more than {MAX_BYTES:,} bytes, which no episode has")
        return msgspec.convert(strict.scan(path.read_bytes()), type_)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except (strict.BadValue, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise RecordError(f"{path} is not part of a recorded episode: {str(error)[:300]}") from None


def write(found: Sequence[Recorded], out: Path) -> tuple[Path, ...]:
    """Write ``dataset`` with all items and a submission a model into *out*; return the submissions."""
    identity = sources.identity()
    by_id = {one.item.item_id: msgspec.structs.replace(one.item, canary=identity.canary) for one in found}
    items = tuple(by_id[item_id] for item_id in sorted(by_id))
    digest = canonical.sha256(b"".join(canonical.encode(item) for item in items))
    note = (
        "Imported from recorded episodes of clembench's privateshared. The source's licence applies. Request and probe "
        "wordings are Interplay's."
    )
    root = out / "dataset"
    freeze.freeze(root, sources.unversioned((files(items, ()),), f"import-{digest[:16]}", note))
    release = open_release(root)
    written = []
    for model in sorted({one.model for one in found}):
        path = out / f"{model}.jsonl"
        predictions = [one.prediction for one in found if one.model == model]
        write_submission(path, release, "scorekeeping", predictions, name=model, splits=("base",))
        written.append(path)
    return tuple(written)


@click.command(name="episodes", short_help="Recorded episodes of clembench's privateshared.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where to write all of it."
)
@rule_options
def command(
    folder: Path,
    out: Path,
    continuation: Literal["invalid", "accepted"],
    after_failed_probe: Literal["stop", "finish"],
) -> None:
    """Turn recorded episodes into a dataset directory and a submission a model, to be scored and analysed.

    \b
    interplay-build import episodes clembench-runs/v1.6 --out runs
    interplay score runs/*.jsonl --dataset runs/dataset
    interplay analyse runs/*.jsonl --dataset runs/dataset --paper privateshared
    """
    found = read(folder, Rules(continuation=continuation, after_failed_probe=after_failed_probe))
    for path in write(found, out):
        click.echo(f"wrote {path}")
    items = len({one.item.item_id for one in found})
    partial = len(found) < items * len({one.model for one in found})
    more = "; not every model played all of them: score with --allow-partial" if partial else ""
    click.echo(f"wrote {out / 'dataset'}: {items} items, {len(found)} episodes{more}")
