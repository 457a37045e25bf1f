"""Inspect runs the tracks: ``inspect eval interplay/company --model ...`` finds the tasks here (docs/harnesses.md)."""

from interplay.core.extras import require

require("inspect_ai", "running tracks with Inspect, and reading its logs,")

from interplay.adapters.inspect import tasks as tasks  # noqa: E402  the package is known to be there now
