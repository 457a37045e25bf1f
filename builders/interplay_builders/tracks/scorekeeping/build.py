"""The scorekeeping track of a release."""

from interplay.core.errors import RecordError
from interplay.core.findings import Finding
from interplay.core.records import Header
from interplay.tracks.scorekeeping.records import Item, Prediction, ProbeItem
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.scorekeeping import domains, draw, overlap


def build(seed: str, canary: str) -> TrackFiles:
    """Return the splits and the single-turn probes; refuse texts in which values overlap."""
    findings = check()
    if findings:
        raise RecordError("the texts of the scorekeeping track would make its ground truth wrong", findings)
    texts, protocol = domains.domains(), domains.protocol()
    base = tuple(draw.draw_base(texts, protocol, seed, canary))
    corrections = tuple(draw.draw_corrections(texts, protocol, seed, canary))
    return files(base, corrections)


def files(base: tuple[Item, ...], corrections: tuple[Item, ...]) -> TrackFiles:
    """Return the track that holds these items, with the probes of all of them."""
    probes = tuple(probe for item in (*base, *corrections) for probe in draw.probe_items(item))
    parts = [DataFile("scorekeeping/base.jsonl", "scorekeeping", Item, base)]
    if corrections:
        parts.append(DataFile("scorekeeping/corrections.jsonl", "scorekeeping_corrections", Item, corrections))
    parts.append(DataFile("scorekeeping/probes.jsonl", "scorekeeping_probes", ProbeItem, probes))
    splits = ("base", "corrections") if corrections else ("base",)
    return TrackFiles("scorekeeping", splits, tuple(parts), (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return a finding for each overlap in the texts."""
    protocol = domains.protocol()
    return tuple(finding for domain in domains.domains() for finding in overlap.check(domain, protocol))
