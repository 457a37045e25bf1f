"""Uninformed baselines pass nothing; the faulty ones come out in order and near their rates."""

import pytest

from interplay.core.release import Release
from interplay.tracks.simulation.bots import BLIND, BOTS, EXACT
from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.track import TRACK
from interplay_builders.tracks.simulation.sessions import content
from tests.simulation import made_up
from tests.simulation.ceilings import CEILINGS, ROOM, rates

MADE_UP = made_up.scripts(300)


@pytest.fixture(scope="module", params=["made up", "release"])
def scripts(request: pytest.FixtureRequest, release: Release) -> tuple[Script, ...]:
    """The made-up scripts, and those of the release once it has the track."""
    if request.param == "made up":
        return MADE_UP
    if "simulation" not in {entry.name for entry in release.manifest.tracks}:
        pytest.skip("the release has no simulation track")
    return tuple(release.rows("simulation", Script))


def test_every_bot_that_knows_nothing_has_a_ceiling() -> None:
    assert set(CEILINGS) == set(BLIND) == set(TRACK.uninformed)
    assert set(EXACT) <= set(BOTS)


@pytest.mark.slow
def test_the_exact_bots_pass_everything_or_nothing(scripts: tuple[Script, ...]) -> None:
    assert {bot: rates(scripts, bot).strict for bot in EXACT} == {bot: float(bot == "reference") for bot in EXACT}


@pytest.mark.parametrize("bot", sorted(CEILINGS))
def test_a_bot_that_knows_nothing_stays_under_its_ceiling(scripts: tuple[Script, ...], bot: str) -> None:
    found = rates(scripts, bot)
    assert found.content <= CEILINGS[bot]
    assert found.strict <= CEILINGS[bot]


def test_the_reference_passes_everything(scripts: tuple[Script, ...]) -> None:
    assert (rates(scripts, "reference").content, rates(scripts, "reference").strict) == (1.0, 1.0)


def test_faulty_bots_come_out_in_order_and_near_their_rates(scripts: tuple[Script, ...]) -> None:
    failed = [1 - rates(scripts, f"faulty-{rate}").strict for rate in (25, 50, 75)]
    assert failed == sorted(set(failed))
    assert [abs(share - rate) < ROOM for share, rate in zip(failed, (0.25, 0.5, 0.75), strict=True)] == [True] * 3


def test_a_script_that_accepts_too_much_breaks_a_ceiling() -> None:
    script = next(s for s in MADE_UP if s.turns > 1)
    earlier = next(m.content for m in script.messages if m.role == "assistant")
    leaky = made_up.changed(
        script, reference=earlier, checks=(content("text", TextParams(accepted=(earlier.strip("`\n"),))),)
    )
    assert rates([leaky, *MADE_UP[:20]], "longest").content > CEILINGS["longest"]
