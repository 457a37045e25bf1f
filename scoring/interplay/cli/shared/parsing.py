"""How verbs read the values of their options."""

import math
import re

import click


def temperature(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | str | None:
    """Return a temperature; ``none``, which leaves it to the server; or ``None`` where nothing was named."""
    if value is None or value == "none":
        return value
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise click.BadParameter(f"{value!r} is neither a number from 0 up nor 'none'")
    return number


def price_pair(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Return what a million tokens of prompts and of replies cost, written ``2.5/10``."""
    if value is None:
        return None
    from interplay.systems.spec import rates

    try:
        return rates(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def pairs(
    option: str, given: tuple[str, ...], form: str = "KEY=VALUE", **named: str | None
) -> tuple[tuple[str, str], ...]:
    """Return what ``KEY=VALUE`` options and options named after keys ask for."""
    chosen = [(key, value) for key, value in named.items() if value is not None]
    for text in given:
        key, separator, value = text.partition("=")
        if not separator:
            raise click.UsageError(f"{option} {text!r} is not {form}")
        chosen.append((key, value))
    return tuple(chosen)


def changes(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return what ``--option NAME=VALUE`` sets, each name once."""
    numbers: dict[str, int] = {}
    for name, value in pairs("--option", given, "NAME=VALUE"):
        if not re.fullmatch(r"[0-9]{1,6}", value):
            raise click.UsageError(f"--option {name}={value}: expected a whole number from 0 up")
        if numbers.setdefault(name, int(value)) != int(value):
            raise click.UsageError(f"the option {name} is set twice, to {numbers[name]} and to {value}")
    return tuple(sorted(numbers.items()))


def dollars(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    """Return a number of dollars, nothing where none was named."""
    if value is not None and not 0 <= value < 1e9:  # also refuses nan, which a range of click's lets through
        raise click.BadParameter(f"{value:g} is not a number of dollars")
    return value
