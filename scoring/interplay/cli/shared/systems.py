"""The options of the verbs that ask systems: they are parsed into a ``SystemSpec``."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared.options import ReplyLimit, bundle, grouped
from interplay.cli.shared.parsing import pairs, temperature
from interplay.core.errors import RecordError

if TYPE_CHECKING:
    from interplay.systems.spec import SystemSpec

_SYSTEM, _SAMPLING = grouped("System", "systems"), grouped("Sampling", "systems")
_MODEL = {"model": _SYSTEM("--model", required=True, metavar="KIND:NAME[,KEY=VALUE]...")}
_ASKING = {
    "base_url": _SYSTEM("--base-url", metavar="URL"),
    "temperature": _SAMPLING("--temperature", callback=temperature),
    "top_p": _SAMPLING("--top-p", type=click.FloatRange(0, 1, min_open=True)),
    "max_tokens": _SAMPLING("--max-tokens", cls=ReplyLimit, type=click.IntRange(1)),
    "reasoning_effort": _SAMPLING("--reasoning-effort", metavar="LEVEL"),
    "system_prompt": _SAMPLING("--system", "system_prompt", metavar="FILE|TEXT"),
    "extra_body": _SAMPLING("--extra-body", metavar="JSON|FILE"),
}
_OBSERVING = {"observation": _SYSTEM("--observation", type=click.Choice(("text", "image", "both")))}
_THINKING = {
    "scaffold": _SYSTEM("--scaffold", metavar="NAME[,KEY=VALUE]..."),
    "name": _SYSTEM("--name", metavar="NAME"),
}


def _spec(
    defaults: "SystemSpec | None" = None, model: str | None = None, scaffold: str | None = None, **values: Any
) -> "SystemSpec":
    """Return the system that options describe; what none names is as in *defaults*."""
    from msgspec.structs import replace

    from interplay.systems.spec import SystemSpec, parse, read

    named = {key: value for key, value in values.items() if value is not None}
    if scaffold is not None:
        named["scaffold"], *params = scaffold.split(",")
        named["params"] = dict(pairs("--scaffold", tuple(params), "NAME,KEY=VALUE"))
    try:
        spec = replace(defaults or SystemSpec(model=""), **read(named))
    except (RecordError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    try:
        return spec if model is None else parse(model, spec)
    except RecordError as error:
        raise click.UsageError(f"--model: {error}") from None


system_options = bundle("system", _spec, {**_MODEL, **_ASKING, **_OBSERVING, **_THINKING})
"""The options of a system under test, which the verb takes together as ``system``."""
default_options = bundle("defaults", _spec, {**_ASKING, **_OBSERVING})
"""The options that say how all systems of a verb are asked, and not which ones they are."""
judge_options = bundle("system", partial(partial, _spec), {**_MODEL, **_ASKING})
"""The options of a judge's model; ``system`` returns it, once it is called with the judge's defaults."""
