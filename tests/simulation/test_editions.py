"""Scripts of corrected tasks have new ids, and every id that they ever had leads to the one they have now."""

from dataclasses import replace

from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from tests.simulation.whole import scripts


def test_all_former_ids_lead_to_present_scripts() -> None:
    sessions = tuple(enacting.sessions("desks"))
    former = compose.superseded(sessions, "canary")
    assert set(former.values()) <= set(scripts())
    assert not set(former) & set(scripts())
    assert {former[f"myth-debunker{edition}/1/1"] for edition in ("", ".2", ".3")} == {"myth-debunker.4/1/1"}


def test_a_first_edition_has_no_former_ids() -> None:
    session = next(s for s in enacting.sessions("desks") if s.task.task_id == "myth-debunker")
    first = replace(session, task=replace(session.task, edition=1))
    assert compose.superseded([first], "canary") == {}
