"""A system as text, as a table of a TOML file, and as keyword arguments."""

import msgspec
import pytest

from interplay.core.errors import RecordError
from interplay.systems.spec import SystemSpec, merge, parse

DEFAULTS = SystemSpec(model="", temperature=0.5, base_url="http://localhost:1/v1")


def test_settings_follow_the_name_and_the_rest_is_as_in_the_defaults() -> None:
    spec = parse("openai:org/m:7b,timeout=300,max_retries=0,seed=-3,transport=httpx,temperature=none", DEFAULTS)
    assert (spec.kind, spec.model_name) == ("openai", "org/m:7b")
    assert (spec.timeout, spec.max_retries, spec.sampling_seed, spec.transport) == (300.0, 0, -3, "httpx")
    assert (spec.temperature, spec.base_url) == (None, "http://localhost:1/v1")


@pytest.mark.parametrize("model", ["openai:a,b", "openai:a,B=c", "openai:a=b", "bot:x", "human"])
def test_a_comma_without_a_key_belongs_to_the_name(model: str) -> None:
    assert parse(model, DEFAULTS) == msgspec.structs.replace(DEFAULTS, model=model)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("openai:m,time_out=5", r"unknown key 'time_out' \(did you mean 'timeout'\?\)"),
        ("openai:m,timeout=long", r"Expected `float`, got `str` - at `\$.timeout`"),
        ("openai:m,max_retries=101", r"Expected `int` <= 100"),
        ("openai:m,temperature=nan", r"Expected `float` >= 0"),
        ("openai:m,transport=carrier", r"Invalid enum value 'carrier'"),
        ("openai:m,params=x", r"\$.params"),
    ],
)
def test_what_is_wrong_in_the_text_is_named(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse(text, DEFAULTS)


def test_a_table_is_strict_about_types_and_text_is_not() -> None:
    assert merge({"model": "openai:m", "timeout": 5}, DEFAULTS).timeout == 5
    with pytest.raises(msgspec.ValidationError):
        merge({"model": "openai:m", "timeout": "5"}, DEFAULTS)
    with pytest.raises(msgspec.ValidationError, match="model"):
        merge({}, DEFAULTS)


def test_a_limit_of_its_own_comes_before_the_tracks() -> None:
    assert DEFAULTS.within(7).max_tokens == 7
    assert msgspec.structs.replace(DEFAULTS, max_tokens=5).within(7).max_tokens == 5
