"""Inspect runs the tracks: ``inspect eval interplay/company --model ...`` finds the tasks here (docs/harnesses.md)."""

from interplay.core.extras import require

require("inspect_ai", "running tracks with Inspect, and reading its logs,")

from interplay.adapters.inspect.tasks import company as company  # noqa: E402  the package is known to be there now
from interplay.adapters.inspect.tasks import games as games  # noqa: E402
from interplay.adapters.inspect.tasks import horizon as horizon  # noqa: E402
from interplay.adapters.inspect.tasks import positions as positions  # noqa: E402
from interplay.adapters.inspect.tasks import scorekeeping as scorekeeping  # noqa: E402
from interplay.adapters.inspect.tasks import simulation as simulation  # noqa: E402
