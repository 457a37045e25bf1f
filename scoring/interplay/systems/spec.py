"""A system and how it is asked: one record for the command line, TOML files and Python functions."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.core.records import Name, Record
from interplay.core.text import nearest, quoted

S = TypeVar("S", bound="SystemSpec")
Transport = Literal["auto", "aiohttp", "httpx"]
"""The library that carries requests; ``auto`` is aiohttp where it is installed, which takes half the CPU of httpx."""
_COMMA = re.compile(r",(?=[a-z_]+=)")

Rates = tuple[float, float]
"""What a million tokens of prompts, and a million tokens of replies, cost."""


class SystemSpec(Record, frozen=True, omit_defaults=True):
    """A model, and everything that makes it another system.

    ``model`` is ``openai:NAME``, ``local:NAME``, ``bot:NAME`` or ``human``; ``params`` are those of the scaffold.
    Without a ``temperature`` the server chooses one; without ``max_tokens`` replies are limited as the track says.
    ``timeout`` is in seconds, for one request from end to end.
    """

    model: Name
    name: Annotated[str, Meta(max_length=200)] | None = None
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    scaffold: str = "direct"
    params: dict[Name, str | int | float] = {}
    temperature: Annotated[float, Meta(ge=0, lt=1e6)] | None = 0.0
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    sampling_seed: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | None = field(default=None, name="seed")
    timeout: Annotated[float, Meta(ge=0.01, le=86_400)] = 120.0
    max_retries: Annotated[int, Meta(ge=0, le=100)] = 6
    transport: Transport = "auto"

    @property
    def kind(self) -> str:
        """What comes before the colon: who runs the model."""
        return self.model.partition(":")[0]

    @property
    def model_name(self) -> str:
        """What comes after the colon."""
        return self.model.partition(":")[2]

    def within(self: S, reply_tokens: int) -> S:
        """Return the system with a limit of its replies: its own, or *reply_tokens*."""
        return self if self.max_tokens else replace(self, max_tokens=reply_tokens)


def parse(text: str, defaults: S) -> S:
    """Return the system that ``KIND:NAME,KEY=VALUE,...`` describes; *defaults* have what the text omits.

    Raises ``RecordError`` for an unknown key, with the nearest one, and for a value that does not fit.
    """
    model, *settings = _COMMA.split(text)
    values = dict(setting.split("=", 1) for setting in settings)
    refuse_unknown(values, type(defaults), quoted(text))
    try:
        return merge({"model": model, **values}, defaults, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise RecordError(f"{quoted(text)} is not a system: {error}") from None


def merge(values: Mapping[str, object], defaults: S, *, strict: bool = True) -> S:
    """Return *defaults* with *values* in their place; raise ``msgspec.ValidationError`` for one that does not fit.

    A temperature may be written ``none``, and a price ``2.5/10``; raises ``ValueError`` for another text as a price.
    """
    raw = {key: value for key, value in msgspec.to_builtins(defaults).items() if key != "model"} | dict(values)
    if raw.get("temperature") == "none":
        raw["temperature"] = None
    if isinstance(price := raw.get("price"), str):
        raw["price"] = rates(price)
    return msgspec.convert(raw, type(defaults), strict=strict)


def refuse_unknown(values: Mapping[str, object], record: type[Record], where: str, part: str = "") -> None:
    """Raise ``RecordError`` when *values* have a key that *record* has not; *where* and *part* say where it is."""
    known = record.__struct_encode_fields__
    for key in values:
        if key not in known:
            expected = f"{nearest(key, known)}; expected some of {', '.join(known)}"
            raise RecordError(f"{where} has the unknown key {quoted(key)}{part}{expected}")


def rates(text: str) -> Rates:
    """Return prices written ``2.5,10`` or ``2.5/10``; raise ``ValueError`` where they are none.

    Example:
        >>> rates("2.5/10") == rates("2.5,10") == (2.5, 10.0)
        True
    """
    try:
        prompt, completion = (float(part) for part in text.replace("/", ",").split(","))
    except ValueError:
        raise ValueError(f"{text!r} is not of the form 2.5/10 or 2.5,10") from None
    if not (0 <= prompt < 1e6 and 0 <= completion < 1e6):
        raise ValueError(f"{text!r} holds no prices for a million tokens")
    return prompt, completion


def cost(rates: Rates, prompt_tokens: int, completion_tokens: int) -> float:
    """Return what so many tokens cost, in the currency of *rates*."""
    return (prompt_tokens * rates[0] + completion_tokens * rates[1]) / 1e6
