"""Which dress a script's brief allows, as its checks say it."""

import json

from interplay.tracks.simulation.records import Script


def may_talk(script: Script) -> bool:
    """Return whether words may stand around the one code block that is asked for."""
    return any(check.kind == "fenced" and json.loads(check.params)["talk"] for check in script.checks)


def may_fence(script: Script) -> bool:
    """Return whether a code block that is not asked for does no harm."""
    return any(check.kind == "bare" and json.loads(check.params)["may_fence"] for check in script.checks)
