"""Family ``regex``: a writer of patterns for form fields, and one of extraction rules for log lines."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import patterns
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("form-field-patterns", patterns.Wanted, patterns.form_fields)
    yield from assembled("log-extraction-rules", patterns.Wanted, patterns.log_lines)
