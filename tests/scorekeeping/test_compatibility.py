"""No item holds values that do not go together, and nothing is frozen while one does."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from interplay.core.errors import RecordError
from interplay.core.release import open_release
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.cli import build as interplay_build
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import compatibility, domains, draw, values
from interplay_builders.tracks.scorekeeping.domains import Domain, Table
from tests.builders import texts

KNOWN = {domain.name: domain for domain in domains.domains()}
COLORS = ("crimson", "scarlet", "emerald")
WOODS = ("walnut", "spruce", "bamboo")
TABLES: tuple[Table, ...] = (
    {"color": ("crimson", "scarlet"), "wood": ("walnut", "spruce")},
    {"color": ("emerald",), "wood": ("bamboo",)},
)


def tiny(*tables: Table) -> Domain:
    """Return a domain of two slots in which these *tables* say what goes together."""
    domain = texts.domain(color=COLORS, wood=WOODS)
    return msgspec.structs.replace(domain, fits={"look": tables})


@pytest.fixture(scope="module")
def items() -> tuple[Item, ...]:
    release = open_release()
    return (*release.rows("scorekeeping", Item), *release.rows("scorekeeping_corrections", Item))


def test_the_shipped_tables_and_items_have_no_findings(items: tuple[Item, ...]) -> None:
    assert [f for domain in KNOWN.values() for f in compatibility.check(domain)] == []
    assert [f for item in items for f in compatibility.check_item(KNOWN[item.domain], item)] == []
    assert {d for d in KNOWN if KNOWN[d].fits} == {"job-interview", "restaurant", "travel-booking"}


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_other_seeds_draw_possible_values_too(seed: str) -> None:
    drawn = tuple(draw.draw_base(tuple(KNOWN.values()), domains.protocol(), seed, "canary"))
    assert len(drawn) == 50
    assert [f for item in drawn for f in compatibility.check_item(KNOWN[item.domain], item)] == []


@pytest.mark.parametrize(
    ("domain", "pair"),
    [
        ("travel-booking", {"to": "Palermo", "by": "night train"}),
        ("travel-booking", {"from": "Munich", "by": "car ferry"}),
        ("travel-booking", {"from": "Cairo", "to": "Tallinn"}),
        ("travel-booking", {"by": "direct flight", "class": "inside cabin"}),
        ("travel-booking", {"by": "overnight bus", "class": "lower berth"}),
        ("travel-booking", {"by": "car ferry", "class": "business class"}),
        ("travel-booking", {"by": "night train", "when": "this coming Saturday"}),
        ("travel-booking", {"by": "car ferry", "when": "over New Year's"}),
        ("travel-booking", {"by": "car ferry", "when": "next Tuesday"}),
        ("travel-booking", {"to": "Singapore", "stay": "two nights"}),
        ("travel-booking", {"to": "Kingston", "stay": "fifteen nights"}),
        ("travel-booking", {"from": "Delhi", "to": "Chennai", "by": "night train"}),
        ("travel-booking", {"from": "Hanoi", "to": "Ho Chi Minh City", "by": "night train"}),
        ("travel-booking", {"from": "Brussels", "to": "Prague", "by": "night train"}),
        ("restaurant", {"appetizer": "gyoza", "dessert": "tiramisu"}),
        ("job-interview", {"bachelor": "Musicology", "highest-education": "Master of Engineering"}),
        ("job-interview", {"highest-education": "Doctor of Education", "industry-experience": "six months"}),
        ("job-interview", {"bachelor": "Theology", "other-skills": "forklift driving"}),
    ],
)
def test_these_do_not_go_together(domain: str, pair: dict[str, str]) -> None:
    assert not compatibility.is_possible(KNOWN[domain], pair)
    for slot, value in pair.items():
        assert compatibility.is_possible(KNOWN[domain], {slot: value})


def planted(items: tuple[Item, ...], name: str, slot: str, value: str) -> Item:
    """Return the first item of *name* with another value of *slot* at its start."""
    item = next(i for i in items if i.item_id.startswith(name))
    slots = tuple(msgspec.structs.replace(s, value=value) if s.name == slot else s for s in item.slots)
    return msgspec.structs.replace(item, slots=slots)


def updated(
    items: tuple[Item, ...], slot: str, value: str, domain: str = "travel-booking", was: str | None = None
) -> tuple[Item, int]:
    """Return an item of *domain* whose first update of *slot* is to *value*, from *was*, and the round of it."""
    for drawn in items:
        is_planted = was is not None and drawn.domain == domain
        item = planted((drawn,), drawn.item_id, slot, was or "") if is_planted else drawn
        for number, round_ in enumerate(item.rounds):
            if item.domain == domain and any(u.slot == slot for u in round_.updates):
                change = (msgspec.structs.replace(round_.updates[0], value=value),)
                rounds = list(item.rounds)
                rounds[number] = msgspec.structs.replace(round_, updates=change)
                return msgspec.structs.replace(item, rounds=tuple(rounds)), number
    raise AssertionError(f"no item updates {slot}")


def messages(item: Item) -> list[str]:
    found = compatibility.check_item(KNOWN[item.domain], item)
    assert {(f.severity, f.file) for f in found} <= {("error", f"{item.domain}.toml")}
    return [f.message for f in found]


def test_an_impossible_pair_at_the_start_is_named(items: tuple[Item, ...]) -> None:
    item = planted(items, "base/travel-booking", "class", "private compartment")
    by = next(s.value for s in item.slots if s.name == "by")
    assert messages(item) == [
        f"{item.item_id}, round 0: by {by!r}, class 'private compartment' do not go together, says fare"
    ]


def test_an_impossible_pair_that_a_correction_makes_is_named_from_its_round_on(items: tuple[Item, ...]) -> None:
    item, number = updated(items, "by", "coastal ship")
    found = messages(item)
    assert found
    assert all("'coastal ship'" in message for message in found)
    assert f"{item.item_id}, round {number}: " in found[0]


def test_three_values_that_go_together_only_two_at_a_time_are_named(items: tuple[Item, ...]) -> None:
    item = planted(items, "base/travel-booking", "from", "Hiroshima")
    for slot, value in (("to", "Fukuoka"), ("by", "overnight bus"), ("class", "window seat")):
        item = planted((item,), "base", slot, value)
    assert messages(item) == [
        f"{item.item_id}, round 0: from 'Hiroshima', to 'Fukuoka', by 'overnight bus' do not go together, says route"
    ]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (({"color": ("crimson", "scarlett"), "wood": WOODS},), "look: 'scarlett' is not a value of color"),
        (TABLES[:1], "look: no table has 'emerald', a value of color"),
        ((*TABLES, {"color": COLORS}), "look: its tables must all have the same slots, in the same order"),
        (({"color": COLORS, "metal": ("copper",)},), "look: 'copper' is not a value of metal"),
        ((), "look: its tables must all have the same slots, in the same order"),
    ],
)
def test_a_fault_of_the_tables_is_named(tables: tuple[Table, ...], message: str) -> None:
    assert message in [f.message for f in compatibility.check(tiny(*tables))]
    assert compatibility.check(tiny(*TABLES)) == ()


ALIKE = (
    ("travel-booking", "by", "day train", "night train", "are alike"),
    ("travel-booking", "by", "car ferry", "overnight ferry", "are alike"),
    ("travel-booking", "when", "in mid-July", "this coming Saturday", "cannot be compared"),
    ("job-interview", "availability", "in late April", "in three months", "cannot be compared"),
    ("job-interview", "contract", "one-year contract", "one-year contract", "are the same"),
)


@pytest.mark.parametrize(("domain", "slot", "old", "new", "reason"), ALIKE)
def test_a_correction_that_does_not_differ_clearly_is_named(
    items: tuple[Item, ...], domain: str, slot: str, old: str, new: str, reason: str
) -> None:
    item, number = updated(items, slot, new, domain, old)
    assert f"{item.item_id}, round {number}: {slot} {old!r} and its correction {new!r} {reason}" in messages(item)


def test_a_correction_is_compared_with_every_earlier_value_of_its_slot(items: tuple[Item, ...]) -> None:
    """Who has said "day train", then "direct flight", has been heard to speak of a train."""
    item = next(i for i in items if [u.slot for r in i.rounds for u in r.updates].count("by") == 2)
    item = planted((item,), item.item_id, "by", "day train")
    values_ = iter(["direct flight", "night train"])
    rounds = tuple(
        msgspec.structs.replace(r, updates=(msgspec.structs.replace(r.updates[0], value=next(values_)),))
        if any(u.slot == "by" for u in r.updates)
        else r
        for r in item.rounds
    )
    found = messages(msgspec.structs.replace(item, rounds=rounds))
    assert any("by 'day train' and its correction 'night train' are alike" in message for message in found)


def of_colors(**tables: tuple[tuple[str, ...], ...]) -> Domain:
    """Return the domain of two slots with these tables for its colors."""
    domain = tiny(*TABLES)
    slots = {**domain.slots, "color": msgspec.structs.replace(domain.slots["color"], **tables)}
    return msgspec.structs.replace(domain, slots=slots)


def test_values_that_do_not_exclude_each_other_are_never_drawn_as_corrections() -> None:
    pools = {"color": COLORS, "wood": WOODS}
    assert values.chosen(tiny(*TABLES), pools, ["color"]) == ("crimson", "walnut", "scarlet")
    for tables in ({"alike": (COLORS[:2],)}, {"comparable": (COLORS[:1], COLORS[1:])}):
        with pytest.raises(ValueError, match="no values go together through corrections of color"):
            values.chosen(of_colors(**tables), pools, ["color"])


def test_a_fault_of_the_tables_of_a_slot_is_named() -> None:
    found = compatibility.check(of_colors(alike=(("crimson", "scarlett"),), comparable=(COLORS[:2],)))
    assert [f.message for f in found] == [
        "color.alike: 'scarlett' is not a value of color",
        "color.comparable: no list has 'emerald'",
    ]


def test_values_fit_after_each_update_and_none_comes_twice() -> None:
    pools = {"color": COLORS[::-1], "wood": WOODS}
    found = values.chosen(tiny(*TABLES), pools, ["wood", "color"])
    assert found == ("scarlet", "walnut", "spruce", "crimson")  # emerald came first, but has no second wood


def test_values_of_many_tables_are_chosen_first_so_that_loose_ones_are_not_tried_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three woods fit no two colors; forty metals, in one table, would each be tried with every wood and color."""
    metals = tuple(f"metal {n}" for n in range(40))
    domain = texts.domain(metal=metals, color=COLORS, wood=WOODS)
    look: tuple[Table, ...] = tuple({"color": (c,), "wood": (w,)} for c, w in zip(COLORS, WOODS, strict=True))
    domain = msgspec.structs.replace(domain, fits={"look": look, "shine": ({"metal": metals},)})
    tried: list[Mapping[str, str]] = []

    def is_possible(domain: Domain, together: Mapping[str, str]) -> bool:
        tried.append(together)
        return compatibility.is_possible(domain, together)

    monkeypatch.setattr(values, "is_possible", is_possible)
    with pytest.raises(ValueError, match="no values go together"):
        values.chosen(domain, {"metal": metals, "color": COLORS, "wood": WOODS}, ["metal", "wood"])
    assert len(tried) < 100


def test_tables_that_admit_no_such_values_are_told() -> None:
    with pytest.raises(ValueError, match="tiny: no values go together through corrections of wood, wood"):
        values.chosen(tiny(*TABLES), {"color": COLORS, "wood": WOODS}, ["wood", "wood"])


@pytest.mark.usefixtures("one_track")
@pytest.mark.parametrize(("domain", "slot", "old", "new", "reason"), ALIKE)
def test_freeze_refuses_a_correction_that_does_not_differ_clearly(
    items: tuple[Item, ...],
    domain: str,
    slot: str,
    old: str,
    new: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, _ = updated(items, slot, new, domain, old)
    monkeypatch.setattr(draw, "draw_base", lambda *_: iter((bad,)))
    monkeypatch.setattr(draw, "draw_corrections", lambda *_: iter(()))
    with pytest.raises(RecordError, match="hold what cannot be") as error:
        freeze.freeze(tmp_path / "out", sources.sources())
    assert any(reason in finding.message for finding in error.value.findings)
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("one_track")
def test_check_and_freeze_refuse_an_item_with_an_impossible_pair(
    items: tuple[Item, ...], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = planted(items, "corrections/travel-booking", "by", "coastal ship")
    monkeypatch.setattr(draw, "draw_base", lambda *_: iter((bad,)))
    monkeypatch.setattr(draw, "draw_corrections", lambda *_: iter(()))

    checked = CliRunner().invoke(interplay_build, ["check", str(root / "dataset")])
    assert checked.exit_code == 1
    assert f"error: travel-booking.toml: {bad.item_id}, round 0: " in checked.output
    with pytest.raises(RecordError, match="hold what cannot be"):
        freeze.freeze(tmp_path / "out", sources.sources())
    assert not (tmp_path / "out").exists()
