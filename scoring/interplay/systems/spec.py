"""A system and how it is asked: one record for the command line, TOML files and Python functions."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypedDict, TypeVar

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import Name, Record, Scalar
from interplay.core.text import nearest, quoted

Observation = Literal["text", "image", "both"]
"""How a board is sent: as text, as a picture, or both."""
S = TypeVar("S", bound="SystemSpec")
Transport = Literal["auto", "aiohttp", "httpx"]
"""The library that carries requests; ``auto`` is aiohttp where it is installed, which takes half the CPU of httpx."""
ExtraBody = Mapping[str, object]
"""JSON values by key, which are added to the body of every request."""
_COMMA = re.compile(r",(?=[a-z_]+=)")
_TAKEN: Final = {"model", "messages", "stream", "temperature", "top_p", "max_tokens", "max_completion_tokens"}
"""Keys of a request that an extra body may not set: they are recorded otherwise, or would break the reply."""


Rates = tuple[float, float]
"""What a million tokens of prompts, and a million tokens of replies, cost."""


class Asking(TypedDict, total=False):
    """Keyword arguments of Python functions that say how models are asked; see ``SystemSpec``."""

    base_url: str | None
    api_key_env: str
    temperature: float | None
    top_p: float | None
    max_tokens: int | None
    reasoning_effort: str | None
    system_prompt: str | None
    extra_body: ExtraBody | None
    observation: Observation
    sampling_seed: int | None


class RunOptions(Asking, total=False):
    """Keyword arguments of Python functions that run systems: how models are asked, and the limits of ``RunSpec``."""

    trials: int
    concurrency: int
    max_calls: int | None
    max_cost: float | None
    price: Rates | None
    requests_per_minute: float | None


class SystemSpec(Record, frozen=True, omit_defaults=True):
    """A model, and everything that makes it another system.

    ``model`` is ``openai:NAME``, ``local:NAME``, ``bot:NAME`` or ``human``; ``params`` are those of the scaffold.
    Without a ``temperature`` the server chooses one; without ``max_tokens`` replies are limited as the track says.
    ``timeout`` is in seconds, for one request from end to end. ``system_prompt`` comes before all other messages;
    ``extra_body`` is added to the body of requests, as it is. ``observation`` is how boards are sent of which a picture
    holds all that their text holds.
    """

    model: Name
    name: Annotated[str, Meta(max_length=200)] | None = None
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    scaffold: str = "direct"
    params: dict[Name, str | int | float] = {}
    temperature: Annotated[float, Meta(ge=0, lt=1e6)] | None = 0.0
    top_p: Annotated[float, Meta(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    reasoning_effort: Annotated[str, Meta(pattern=r"^[a-z0-9_-]{1,40}$")] | None = None
    system_prompt: Annotated[str, Meta(min_length=1)] | None = None
    extra_body: ExtraBody | None = None
    observation: Observation = "text"
    sampling_seed: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | None = field(default=None, name="seed")
    timeout: Annotated[float, Meta(ge=0.01, le=86_400)] = 120.0
    max_retries: Annotated[int, Meta(ge=0, le=100)] = 6
    transport: Transport = "auto"

    def __post_init__(self) -> None:
        """Refuse an extra body that would contradict what is recorded of the system."""
        if taken := sorted((_TAKEN | {"seed", "reasoning_effort"}) & (self.extra_body or {}).keys()):
            raise ValueError(
                f"extra_body has {taken[0]!r}, which is a setting of its own: use {taken[0]} of the system"
            )

    @property
    def kind(self) -> str:
        """What comes before the colon: who runs the model."""
        return self.model.partition(":")[0]

    @property
    def model_name(self) -> str:
        """What comes after the colon."""
        return self.model.partition(":")[2]

    @property
    def extras(self) -> dict[str, Scalar]:
        """What is asked beside temperature, length and seed, as files record it: nothing where it is as usual."""
        body = None if self.extra_body is None else canonical.encode(self.extra_body).decode()
        named = {"reasoning_effort": self.reasoning_effort, "top_p": self.top_p, "extra_body": body}
        named |= {"system_prompt": self.system_prompt}
        named |= {"observation": None if self.observation == "text" else self.observation}
        return {key: value for key, value in named.items() if value is not None}

    @property
    def default_name(self) -> str:
        """What tables call the model: its name, and in brackets in what it is asked otherwise than usual."""
        parts = [f"effort {self.reasoning_effort}"] if self.reasoning_effort else []
        parts += [f"top_p {self.top_p:g}"] if self.top_p is not None else []
        parts += [] if self.extra_body is None else [_short(self.extra_body)]
        parts += [f"prompt {_digest(self.system_prompt)}"] if self.system_prompt else []
        parts += [f"observation {self.observation}"] if self.observation != "text" else []
        suffix = f" ({', '.join(parts)})" if parts else ""
        return self.model_name[: 200 - len(suffix)] + suffix

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

    Values may be written as ``read`` says.
    """
    raw = {key: value for key, value in msgspec.to_builtins(defaults).items() if key != "model"} | read(values)
    return msgspec.convert(raw, type(defaults), strict=strict)


def read(values: Mapping[str, object]) -> dict[str, Any]:
    """Return *values* as a system has them, which people may write as text.

    A temperature may be ``none``, a price ``2.5/10``, an extra body JSON; it and a system prompt may name a file.
    Raises ``ValueError`` for another text as a price, ``RecordError`` for what is neither JSON nor a file.
    """
    raw = dict(values)
    if raw.get("temperature") == "none":
        raw["temperature"] = None
    if isinstance(price := raw.get("price"), str):
        raw["price"] = rates(price)
    if isinstance(prompt := raw.get("system_prompt"), str):
        raw["system_prompt"] = _text(prompt)
    if isinstance(body := raw.get("extra_body"), str):
        raw["extra_body"] = _json(_text(body))
    return raw


def _text(value: str) -> str:
    """Return the text in the file that *value* names, or *value* where it is a text and no name of a file.

    Raises ``RecordError`` for what looks like the name of a file and is none, such as ``prompts/short.txt``.
    """
    try:
        if Path(value).is_file():
            return Path(value).read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise RecordError(f"{quoted(value)} is not UTF-8") from None
    except (OSError, ValueError):  # longer than a name can be
        return value
    if re.fullmatch(r"[^\s{]+\.[a-z]{2,5}", value):
        raise RecordError(f"there is no file {quoted(value)}")
    return value


def _json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise RecordError(f"{quoted(text)} is neither JSON nor a file with JSON: {error}") from None


def _short(body: ExtraBody) -> str:
    """Return an extra body as part of a name: its values by their keys, or a digest where these are long."""
    pairs = [f"{key} {canonical.encode(value).decode()}" for key, value in _leaves(body)]
    text = ", ".join(pairs).replace('"', "")
    return text if 0 < len(text) <= 40 else f"body {_digest(canonical.encode(body).decode())}"


def _leaves(body: ExtraBody) -> Iterator[tuple[str, object]]:
    for key, value in sorted(body.items()):
        yield from _leaves(value) if isinstance(value, dict) else [(key, value)]


def _digest(text: str) -> str:
    return canonical.sha256(text.encode())[:6]


def refuse_unknown(values: Mapping[str, object], record: type[Record], where: str, part: str = "") -> None:
    """Raise ``RecordError`` when *values* have a key that *record* has not; *where* and *part* say where it is."""
    known = record.__struct_encode_fields__
    for key in values:
        if key not in known:
            expected = f"{nearest(key, known)}; expected some of {', '.join(known)}"
            raise RecordError(f"{where} has the unknown key {quoted(key)}{part}{expected}")


def rates(text: str) -> Rates:
    """Return prices written ``2.5/10``; raise ``ValueError`` where they are none.

    Example:
        >>> rates("2.5/10")
        (2.5, 10.0)
    """
    try:
        prompt, completion = (float(part) for part in text.replace("/", ",").split(","))
    except ValueError:
        raise ValueError(f"{text!r} is not of the form 2.5/10") from None
    if not (0 <= prompt < 1e6 and 0 <= completion < 1e6):
        raise ValueError(f"{text!r} holds no prices for a million tokens")
    return prompt, completion


def cost(rates: Rates, prompt_tokens: int, completion_tokens: int) -> float:
    """Return what so many tokens cost, in the currency of *rates*."""
    return (prompt_tokens * rates[0] + completion_tokens * rates[1]) / 1e6
