"""How verbs read the values of their options."""

import math
import re

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
    from interplay.core.pricing import rates

    try:
        return rates(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def prices(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Return prices by the name of a system, written ``NAME=2.5,10``; the empty name is that of all others."""
    found: dict[str, tuple[float, float]] = {}
    for text in given:
        name, _, pair = text.rpartition("=")
        price = price_pair(ctx, param, pair)
        if price is not None and found.setdefault(name, price) != price:
            raise click.BadParameter(f"{name or 'all'}: found two prices, {found[name]} and {price}, expected one")
    return found


def pairs(
    option: str, given: tuple[str, ...], form: str = "KEY=VALUE", **named: str | None
) -> tuple[tuple[str, str], ...]:
    """Return what ``KEY=VALUE`` options and options named after keys ask for."""
    found = [(key, value) for key, value in named.items() if value is not None]
    for text in given:
        key, separator, value = text.partition("=")
        if not separator:
            raise click.UsageError(f"{option} {text!r} is not {form}")
        found.append((key, value))
    return tuple(found)


def whole_numbers(given: tuple[str, ...], hints: str | None = None) -> tuple[tuple[str, int], ...]:
    """Return what ``--option NAME=VALUE`` and ``--hints`` set, each name once."""
    found = {"hints": int(hints == "on")} if hints is not None else {}
    for name, value in pairs("--option", given, "NAME=VALUE"):
        if not re.fullmatch(r"[0-9]{1,6}", value):
            raise click.UsageError(f"--option {name}={value}: expected a whole number from 0 up")
        if found.setdefault(name, int(value)) != int(value):
            raise click.UsageError(f"the option {name} is set twice, to {found[name]} and to {value}")
    return tuple(sorted(found.items()))


def dollars(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    """Return a number of dollars, nothing where none was named."""
    if value is not None and not 0 <= value < 1e9:  # also refuses nan, which a range of click's lets through
        raise click.BadParameter(f"{value:g} is not a number of dollars")
    return value
