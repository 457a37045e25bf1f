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
    episodes = tuple(
        episode(path.parent, rules) for path in sorted([*root.glob(f"*/{_PATTERN}"), *root.glob(_PATTERN)])
    )
    if not episodes:
        raise RecordError(f"{root} has no recorded episodes: expected [MODEL/]{_PATTERN}")
    items: dict[str, Item] = {}
    for recorded in episodes:
        if items.setdefault(recorded.item.item_id, recorded.item) != recorded.item:
            name = recorded.item.item_id
            raise RecordError(
                f"{root} has two different instances called {name!r}; import one benchmark version at a time"
            )
    return episodes


def episode(folder: Path, rules: Rules) -> Recorded:
    """Return the episode in *folder*."""
    model = folder.resolve().parents[2].name
    first, _, second = model.partition("--")
    instance = _read(folder / "instance.json", Instance)
    item = item_of(folder.parent.name, instance, rules)
    log = _read(folder / "interactions.json", _Interactions)
    try:
        prediction = Prediction(item_id=item.item_id, answers=_answers(log), probes=tuple(_probes(log, item)))
    except _UnfitError as error:
        raise RecordError(f"{folder / 'interactions.json'} {error}") from None
    return Recorded(first if first == second else model, item, prediction)


class _UnfitError(Exception):
    """Why a record does not fit its instance."""


def _answers(log: _Interactions) -> tuple[Answer, ...]:
    """Return the first message of each turn after the first, which answers its request."""
    texts = ((number, _texts(events, "get message")) for number, events in enumerate(log.turns))
    return tuple(Answer(round=number, text=replies[0]) for number, replies in texts if number and replies)


def _probes(log: _Interactions, item: Item) -> Iterator[ProbeReplies]:
    slots = {slot.name.upper(): slot.name for slot in item.slots}
    if len(log.probes) > len(log.turns):
        raise _UnfitError(f"has {len(log.probes)} rounds of probes in {len(log.turns)} turns")
    for number, probes in enumerate(log.probes):
        texts = _texts(log.turns[number], "probe answer")
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


def write(episodes: Sequence[Recorded], out: Path) -> tuple[Path, ...]:
    """Write ``dataset`` with all items and a submission a model into *out*; return the submissions."""
    identity = sources.identity()
    by_id = {
        recorded.item.item_id: msgspec.structs.replace(recorded.item, canary=identity.canary) for recorded in episodes
    }
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
    for model in sorted({recorded.model for recorded in episodes}):
        path = out / f"{model}.jsonl"
        predictions = [recorded.prediction for recorded in episodes if recorded.model == model]
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
    folder: Path, out: Path, continuation: Literal["invalid", "accepted"], after_failed_probe: Literal["stop", "finish"]
) -> None:
    """Turn recorded episodes into a dataset directory and a submission a model, to be scored and analysed.

    \b
    interplay-build import episodes clembench-runs/v1.6 --out runs
    interplay score runs/*.jsonl --dataset runs/dataset
    interplay analyse runs/*.jsonl --dataset runs/dataset --paper privateshared
    """
    episodes = read(folder, Rules(continuation=continuation, after_failed_probe=after_failed_probe))
    for path in write(episodes, out):
        click.echo(f"wrote {path}")
    items = len({recorded.item.item_id for recorded in episodes})
    partial = len(episodes) < items * len({recorded.model for recorded in episodes})
    more = "; not every model played all of them: score with --allow-partial" if partial else ""
    click.echo(f"wrote {out / 'dataset'}: {items} items, {len(episodes)} episodes{more}")
