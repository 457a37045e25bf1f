"""No value may be mistaken for another one, or be said by accident.

A slot counts as told when an answer contains its value, so a value inside another value, or inside a text that an
honest answer may quote, would make the ground truth wrong.
"""

from collections.abc import Iterator

from interplay.core.records import Finding
from interplay_builders.tracks.scorekeeping.domains import Domain, Protocol, worded

SHORTEST = 4
"""Characters of the shortest value; shorter ones hide in ordinary words."""


def check(domain: Domain, protocol: Protocol) -> tuple[Finding, ...]:
    """Return a finding for each pair of texts of *domain* that overlap, ignoring case."""
    file = f"{domain.name}.toml"
    return tuple(Finding(severity="error", file=file, message=message) for message in _problems(domain, protocol))


def _problems(domain: Domain, protocol: Protocol) -> Iterator[str]:
    values = [(name, value) for name, slot in domain.slots.items() for value in slot.values]
    for i, (slot, value) in enumerate(values):
        if len(value) < SHORTEST:
            yield f"{slot}: the value {value!r} has fewer than {SHORTEST} characters"
        for j, (other_slot, other) in enumerate(values):
            if i != j and value.lower() in other.lower() and (i < j or value.lower() != other.lower()):
                yield f"{slot}: the value {value!r} is contained in {other_slot}: {other!r}"
        for where, text in _texts(domain, protocol):
            if value.lower() in text.lower():
                yield f"{slot}: the value {value!r} is contained in {where}: {text!r}"


def _texts(domain: Domain, protocol: Protocol) -> Iterator[tuple[str, str]]:
    """Yield every text but the values that a dialogue of the domain can show, with a name for its place."""
    yield "opening", domain.opening
    yield "unknown", domain.unknown
    yield "questioner", domain.questioner
    yield "partner", domain.partner
    yield "rules", protocol.rules
    yield "corrections", protocol.corrections
    yield "closing", protocol.closing
    yield from (("tag", tag) for tag in (protocol.moderator, protocol.answer, protocol.aside))
    yield from (("suffix", suffix) for suffix in protocol.suffixes)
    for name, slot in domain.slots.items():
        yield f"{name}.name", name
        yield f"{name}.label", slot.label
        yield from ((f"{name}.requests", text) for text in slot.requests)
        yield from ((f"{name}.repeats", text) for text in slot.repeats)
        probes = [worded(text, has_changed=changed) for text in slot.probes for changed in (False, True)]
        yield from ((f"{name}.probes", text) for text in dict.fromkeys(probes))
        yield from ((f"{name}.updates", text) for text in slot.updates)
