"""How verbs read the values of their options."""

import math

import click

LONGEST_TIMEOUT = 86_400.0


def temperature(_ctx: click.Context, _param: click.Parameter, value: str) -> float | None:
    """Return a temperature, ``None`` for ``none``."""
    if value == "none":
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise click.BadParameter(f"{value!r} is neither a number from 0 up nor 'none'")
    return number


def temperature_or_none(ctx: click.Context, param: click.Parameter, value: str | None) -> float | str | None:
    """Return a temperature, ``None`` for ``none``, and an empty text where none was named."""
    return "" if value is None else temperature(ctx, param, value)


def seconds(_ctx: click.Context, _param: click.Parameter, value: float) -> float:
    """Return a number of seconds."""
    if not 0.01 <= value <= LONGEST_TIMEOUT:  # also refuses nan, which a range of click's lets through
        raise click.BadParameter(f"{value:g} is not from 0.01 to {LONGEST_TIMEOUT:g} seconds")
    return value


def price_pair(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Return what a million tokens of prompts and of replies cost, written ``2.5,10`` or ``2.5/10``."""
    if value is None:
        return None
    try:
        prompt, completion = (float(part) for part in value.replace("/", ",").split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not of the form 2.5/10 or 2.5,10") from None
    if not (0 <= prompt < 1e6 and 0 <= completion < 1e6):
        raise click.BadParameter(f"{value!r} holds no prices for a million tokens")
    return prompt, completion


def pairs(option: str, given: tuple[str, ...], **named: str | None) -> tuple[tuple[str, str], ...]:
    """Return what ``KEY=VALUE`` options and options named after keys ask for."""
    found = [(key, value) for key, value in named.items() if value is not None]
    for text in given:
        key, separator, value = text.partition("=")
        if not separator:
            raise click.UsageError(f"{option} {text!r} is not KEY=VALUE")
        found.append((key, value))
    return tuple(found)
