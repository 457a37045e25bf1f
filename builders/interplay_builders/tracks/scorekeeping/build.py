"""The scorekeeping track of a release."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from interplay.core.errors import RecordError
from interplay.core.records import Finding, Header
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.scorekeeping import compatibility, domains, draw, overlap


def build(seed: str, canary: str) -> TrackFiles:
    """Return the splits and the single-turn probes; refuse texts that overlap and values that do not go together."""
    _refuse("the texts of the scorekeeping track would make its ground truth wrong", _unfit_texts())
    base, corrections = _drawn(seed, canary)
    _refuse("items of the scorekeeping track hold what cannot be", _unfit_items((*base, *corrections)))
    return files(base, corrections, dict(_superseded((*base, *corrections))))


def files(
    base: tuple[Item, ...], corrections: tuple[Item, ...], superseded: Mapping[str, str] = MappingProxyType({})
) -> TrackFiles:
    """Return the track that holds these items, with the probes of all of them; *superseded* as in ``TrackFiles``."""
    probes = tuple(probe for item in (*base, *corrections) for probe in draw.probe_items(item))
    parts = [DataFile("scorekeeping/base.jsonl.gz", "scorekeeping", Item, base)]
    if corrections:
        parts.append(DataFile("scorekeeping/corrections.jsonl.gz", "scorekeeping_corrections", Item, corrections))
    parts.append(DataFile("scorekeeping/probes.jsonl.gz", "scorekeeping_probes", draw.ProbeItem, probes))
    splits = ("base", "corrections") if corrections else ("base",)
    return TrackFiles("scorekeeping", splits, tuple(parts), (Header, Prediction), superseded)


def check() -> tuple[Finding, ...]:
    """Return a finding for each overlap in the texts, each fault of the tables, and each impossible pair in a draw."""
    return _unfit_texts() or _unfit_items(item for items in _drawn("check", "canary") for item in items)


def _drawn(seed: str, canary: str) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    texts, protocol = domains.domains(), domains.protocol()
    base = tuple(draw.draw_base(texts, protocol, seed, canary))
    return base, tuple(draw.draw_corrections(texts, protocol, seed, canary))


def _superseded(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """Yield the ids that an item had before, in the edition before and with other orders, and the one it has."""
    known = {domain.name: domain for domain in domains.domains()}
    for item in items:
        domain = known[item.domain]
        split, _, number = item.item_id.split("/")
        earlier = int(number) - (len(draw.CORRECTIONS) if split == "corrections" else 0)
        editions = range(max(1, domain.edition - 1), domain.edition + (split == "corrections"))
        yield from ((f"{split}/{domain.slug_of(edition)}/{earlier}", item.item_id) for edition in editions)


def _unfit_texts() -> tuple[Finding, ...]:
    protocol = domains.protocol()
    checked = ((*overlap.check(d, protocol), *compatibility.check(d)) for d in domains.domains())
    return tuple(finding for findings in checked for finding in findings)


def _unfit_items(items: Iterable[Item]) -> tuple[Finding, ...]:
    known = {domain.name: domain for domain in domains.domains()}
    return tuple(finding for item in items for finding in compatibility.check_item(known[item.domain], item))


def _refuse(what: str, findings: tuple[Finding, ...]) -> None:
    if findings:
        raise RecordError(what, findings)
