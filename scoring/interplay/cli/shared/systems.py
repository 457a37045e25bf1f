"""The options of the verbs that ask systems: they are parsed into a ``SystemSpec``."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared.options import ReplyLimit, bundle, grouped
from interplay.cli.shared.parsing import pairs, temperature
from interplay.core.errors import RecordError

if TYPE_CHECKING:
    from interplay.systems.spec import SystemSpec

_SYSTEM, _SAMPLING = grouped("System"), grouped("Sampling")
_MODEL = {
    "model": _SYSTEM(
        "--model",
        required=True,
        metavar="KIND:NAME[,KEY=VALUE]...",
        help="openai:NAME, local:smollm2, human or bot:NAME; an unknown NAME lists the bots of a track. Settings may "
        "follow: api_key_env, timeout, max_retries, transport, seed, and those of the options below; for "
        "example openai:NAME,timeout=300,reasoning_effort=low.",
    )
}
_ASKING = {
    "base_url": _SYSTEM(
        "--base-url", metavar="URL", help="OpenAI-compatible server, such as http://localhost:8000/v1."
    ),
    "temperature": _SAMPLING(
        "--temperature", callback=temperature, help="Number or 'none'.  [default: 0, or the judge's own]"
    ),
    "top_p": _SAMPLING("--top-p", type=click.FloatRange(0, 1, min_open=True), help="Mass of nucleus sampling."),
    "max_tokens": _SAMPLING("--max-tokens", cls=ReplyLimit, type=click.IntRange(1), help="Maximum tokens per reply."),
    "reasoning_effort": _SAMPLING("--reasoning-effort", metavar="LEVEL", help="Such as low or high; part of the name."),
    "system_prompt": _SAMPLING("--system", "system_prompt", metavar="FILE|TEXT", help="System prompt."),
    "extra_body": _SAMPLING(
        "--extra-body",
        metavar="JSON|FILE",
        help='Extra fields of every request, such as \'{"chat_template_kwargs": {"enable_thinking": false}}\'.',
    ),
}
_THINKING = {
    "scaffold": _SYSTEM(
        "--scaffold",
        metavar="NAME[,KEY=VALUE]...",
        help="Scaffold: direct, cot, prune or rap, with parameters, as in rap,iterations=5.  [default: direct]",
    ),
    "name": _SYSTEM("--name", metavar="NAME", help="Name of the system in tables.  [default: from model and scaffold]"),
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


system_options = bundle("system", _spec, {**_MODEL, **_ASKING, **_THINKING})
"""The options of a system under test, which the verb takes together as ``system``."""
default_options = bundle("defaults", _spec, _ASKING)
"""The options that say how all systems of a verb are asked, and not which ones they are."""
judge_options = bundle("system", partial(partial, _spec), {**_MODEL, **_ASKING})
"""The options of a judge's model; ``system`` returns it, once it is called with the judge's defaults."""
