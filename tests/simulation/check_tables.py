"""Tables of replies that a kind of check accepts and rejects, as cases of a test."""

import json
from collections.abc import Iterable

from interplay.tracks.simulation.records import Check

Row = tuple[str, dict[str, object], tuple[str, ...], tuple[str, ...]]
"""Kind, parameters, replies that pass, replies that fail."""


def made(kind: str, params: dict[str, object]) -> Check:
    return Check(kind=kind, role="content", params=json.dumps(params))


def cases(table: Iterable[Row]) -> list[tuple[str, dict[str, object], str, bool]]:
    rows = list(table)
    return [(k, p, reply, True) for k, p, passing, _ in rows for reply in passing] + [
        (k, p, reply, False) for k, p, _, failing in rows for reply in failing
    ]
