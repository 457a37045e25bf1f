"""How a system is named on the command line."""

from typing import Any

import pytest

from interplay.core import extensions
from interplay.core.errors import FatalModelError, InterplayError, UnknownName
from interplay.systems.base import BotModel
from interplay.systems.catalogue import load
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec

BOTS = {"oracle": lambda ask: "yes", "random": lambda ask: "no"}
SERVER = "http://localhost:1/v1"


def loaded(model: str, url: str | None = SERVER) -> Any:
    return load(SystemSpec(model=model, base_url=url), BOTS)


def test_bot_spec_gives_that_bot() -> None:
    bot = loaded("bot:random")
    assert isinstance(bot, BotModel)
    assert bot.system.name == "bot-random"


@pytest.mark.parametrize("name", ["gpt-4o", "org/model:7b", "ünïcode"])
def test_everything_after_the_first_colon_names_the_endpoint_s_model(name: str) -> None:
    endpoint = loaded(f"openai:{name}")
    assert isinstance(endpoint, Endpoint)
    assert endpoint.system.name == name


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("bot:oracel", r"unknown bot 'oracel' \(did you mean 'oracle'\?\); expected one of oracle, random"),
        ("bot:zzz", r"unknown bot 'zzz'; expected one of"),
        (
            "opnai:gpt",
            r"unknown model .opnai:gpt. \(did you mean .openai.\?\); expected openai:NAME, local:NAME, bot:NAME",
        ),
        ("gpt-4o", r"unknown model 'gpt-4o'; expected openai:NAME"),
        ("openai:", r"unknown model 'openai:'"),
        ("openai", r"unknown model 'openai'"),
        ("", r"unknown model ''"),
        ("local:smolm2", r"did you mean 'smollm2'"),
    ],
)
def test_unknown_spec_is_quoted_with_the_nearest_name(spec: str, said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        loaded(spec)


def test_endpoint_without_key_and_address_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(FatalModelError, match="no API key"):
        loaded("openai:gpt-4o", None)


@pytest.mark.parametrize("model", ["local:smollm2", "human"])
def test_where_the_lab_is_missing_its_kinds_of_systems_say_so(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensions, "functions", lambda _group: {})
    with pytest.raises(InterplayError, match=r"systems need the package interplay_lab, which is not installed"):
        loaded(model)
