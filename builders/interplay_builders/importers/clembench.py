"""Import the instance files of clembench's privateshared.

Such a file has indices into wordings that it does not contain. The index is kept as ``variant``; the text is our
wording for the same slot, so that an import can be run. Scores never depend on the wording.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import click
import msgspec
from msgspec import Meta

from interplay.core import canonical, strict
from interplay.core.errors import RecordError
from interplay.tracks.scorekeeping.records import Item, Probe, Request, Round, Rules, Slot, Tags
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping.build import files
from interplay_builders.tracks.scorekeeping.domains import Domain, domains, protocol, worded

MODERATOR, ANSWER, ASIDE = "ME", "ANSWER", "ASIDE"
"""The reference implementation's tags; its initial prompts name them."""
MAX_BYTES = 64 * 2**20

Index = Annotated[int, Meta(ge=0, le=10_000)]
SlotName = Annotated[str, Meta(min_length=1, max_length=200)]


class Instance(msgspec.Struct, frozen=True):
    """One instance as in the source; keys that are not needed are passed over."""

    game_id: Annotated[int, Meta(ge=0)]
    tag: SlotName
    slots: dict[SlotName, SlotName]
    initial_prompt: str
    request_order: list[SlotName]
    requests: dict[SlotName, Index]
    probes: dict[str, dict[SlotName, Index]]


class _Experiment(msgspec.Struct, frozen=True):
    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]+$", max_length=100)]
    game_instances: list[Instance]


class _File(msgspec.Struct, frozen=True):
    experiments: list[_Experiment]


def read(path: Path, rules: Rules) -> tuple[Item, ...]:
    """Return the instances of the file at *path* as items that are played by *rules*."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RecordError(f"{path} has more than {MAX_BYTES:,} bytes, which no instance file has")
        source = msgspec.convert(strict.scan(path.read_bytes()), _File)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except (
        strict.BadValue,
        json.JSONDecodeError,
        UnicodeDecodeError,
        RecursionError,
        msgspec.ValidationError,
    ) as error:
        raise RecordError(f"{path} is not a privateshared instance file: {error}") from None
    items = tuple(item_of(e.name, i, rules) for e in source.experiments for i in e.game_instances)
    doubled = sorted({i.item_id for i in items if sum(o.item_id == i.item_id for o in items) > 1})
    if doubled:
        raise RecordError(f"{path} has {doubled[0]} more than once")
    if not items:
        raise RecordError(f"{path} has no instances")
    return items


def item_of(experiment: str, source: Instance, rules: Rules) -> Item:
    """Return one instance as an item; its id is ``EXPERIMENT/GAME_ID``."""
    item_id = f"{experiment}/{source.game_id}"
    known = {d.name: d for d in domains()}
    domain = known.get(experiment.split("_", 1)[-1] if experiment[:1].isdigit() else experiment)
    asked = [None, *source.request_order]
    if set(source.request_order) != set(source.slots) or set(source.requests) < set(source.slots):
        raise RecordError(f"{item_id}: request_order and requests must name each slot of slots")
    if set(source.probes) != {str(n) for n in range(len(asked))}:
        raise RecordError(f"{item_id}: probes must have the rounds 0 to {len(asked) - 1}")
    return Item(
        canary="",
        item_id=item_id,
        split="base",
        domain=experiment,
        rules=rules,
        tags=Tags(questioner=source.tag, moderator=MODERATOR, answer=ANSWER, aside=ASIDE),
        slots=tuple(Slot(name=name, label=name.upper(), value=value) for name, value in source.slots.items()),
        initial_prompt=source.initial_prompt,
        suffixes=protocol().suffixes,
        rounds=tuple(
            Round(
                updates=(),
                request=None if slot is None else _request(domain, slot, source.requests[slot]),
                probes=tuple(_probes(domain, item_id, source, number)),
            )
            for number, slot in enumerate(asked)
        ),
    )


def _request(domain: Domain | None, slot: str, variant: int) -> Request:
    if domain is None or slot not in domain.slots:
        return Request(slot=slot, variant=variant, text=f"What about {slot.upper()}?")
    texts = domain.slots[slot].requests
    return Request(slot=slot, variant=variant, text=texts[variant % len(texts)])


def _probes(domain: Domain | None, item_id: str, source: Instance, number: int) -> Iterator[Probe]:
    for slot, variant in source.probes[str(number)].items():
        if slot not in source.slots:
            raise RecordError(f"{item_id}: round {number} probes {slot!r}, which is not a slot of it")
        if domain is None or slot not in domain.slots:
            yield Probe(slot=slot, variant=variant, text=f"Has {source.tag} been told {slot.upper()}?")
        else:
            texts = domain.slots[slot].probes
            yield Probe(slot=slot, variant=variant, text=worded(texts[variant % len(texts)], has_changed=False))


def rule_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the two options in which versions of the reference implementation differ."""
    continuation = click.option(
        "--continuation",
        type=click.Choice(["invalid", "accepted"]),
        default="invalid",
        help="How text after a line break affects a reply; 'accepted' for records from before 19 March 2024.",
    )
    after_failed_probe = click.option(
        "--after-failed-probe",
        type=click.Choice(["stop", "finish"]),
        default="stop",
        help="Whether a round goes on after a failed probe; 'finish' for records from before 21 February 2024.",
    )
    return continuation(after_failed_probe(function))


@click.command(name="clembench", short_help="Instances of clembench's privateshared.")
@click.argument("instances", type=click.Path(path_type=Path), metavar="INSTANCES.json")
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Dataset directory to make."
)
@rule_options
def command(
    instances: Path,
    out: Path,
    continuation: Literal["invalid", "accepted"],
    after_failed_probe: Literal["stop", "finish"],
) -> None:
    """Make a dataset directory from the reference implementation's instances.

    \b
    interplay-build import clembench instances.json --out imported
    interplay run --dataset imported --track scorekeeping --model bot:oracle -o oracle.jsonl
    """
    rules = Rules(continuation=continuation, after_failed_probe=after_failed_probe)
    items = read(instances, rules)
    frozen = sources.identity()
    items = tuple(msgspec.structs.replace(item, canary=frozen.canary) for item in items)
    digest = canonical.sha256(instances.read_bytes())
    note = (
        f"Imported from a clembench privateshared instance file (sha256 {digest}). The source's licence applies. "
        "Request and probe wordings are Interplay's: the source holds only their indices, kept as 'variant'."
    )
    manifest = freeze.freeze(out, sources.unversioned((files(items, ()),), f"import-{digest[:16]}", note))
    click.echo(f"wrote {out}: {len(items)} items, version {manifest.release}")
