"""Submissions compared: headlines' differences in all tracks, what is left out and said, and what is refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import interplay
from interplay.core import canonical, schema
from interplay.core.errors import RecordError, UnknownName
from interplay.core.release import Release, content, open_release
from interplay.tracks import catalogue
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import build
from interplay_lab import api as lab
from interplay_lab.compare import pages
from interplay_lab.compare.records import Comparison
from interplay_lab.compare.reports import Scores
from interplay_lab.compare.wording import sentences
from tests.support import Cli, Json, Standard

Edit = Callable[[Json, list[Json]], list[Json]]
TWO = {
    "company": ("bot-oracle", "bot-random"),
    "games": ("bot-competent", "bot-random"),
    "horizon": ("bot-faulty-100", "bot-forgetful"),
    "positions": ("bot-rules", "bot-random"),
    "scorekeeping": ("bot-keyword", "bot-random"),
    "simulation": ("bot-faulty-25", "bot-faulty-50"),
}


def shipped(release: Release, system: str, track: str) -> Path:
    return release.root / "baselines" / system / f"{track}.jsonl.gz"


def made(release: Release, standard: Standard, system: str, track: str) -> Path:
    """Return a submission that differs from others by chance; on ``hard`` of company, many bots fail everything."""
    return standard(system, track) if track == "company" else shipped(release, system, track)


def edited(path: Path, target: Path, edit: Edit) -> Path:
    """Write the submission at *path* to *target*, changed: *edit* gets the header to change, and the predictions."""
    header, *predictions = [json.loads(line) for line in content(path).decode().splitlines()]
    held = edit(header, predictions)
    target.write_text("".join(json.dumps(line) + "\n" for line in (header, *held)), encoding="utf-8")
    return target


def named(name: str) -> Edit:
    def edit(header: Json, predictions: list[Json]) -> list[Json]:
        header["system"]["name"] = name
        return predictions

    return edit


def twice(header: Json, predictions: list[Json]) -> list[Json]:
    """A second trial in which every other prediction is that of the next item."""
    header["system"]["name"], header["trials"] = "twice", 2
    return predictions + [{**one, "trial": 1} for one in predictions]


def test_every_track_has_two_systems_here() -> None:
    assert [*TWO] == [*catalogue.names()]


@pytest.mark.parametrize("track", TWO)
@pytest.mark.slow
def test_the_difference_is_that_of_the_headlines(release: Release, standard: Standard, track: str) -> None:
    first, second = (made(release, standard, system, track) for system in TWO[track])
    found = lab.compare(first, second, release=release)
    items = {one.item_id for one in interplay.score(first, release).per_item}
    values = [interplay.score(path, release, items=items).headline.value or 0.0 for path in (first, second)]
    assert [one.value for one in found.systems] == values
    one = found.differences[0]
    if track == "horizon":
        assert 2 ** (one.value or 0) == pytest.approx(values[0] / values[1])
    else:
        assert one.value == pytest.approx(values[0] - values[1], abs=1e-9)
    assert [bounds.percent for bounds in one.intervals] == [90, 95]
    assert one.p_flip == one.max_t
    assert one.p_t == one.holm


@pytest.mark.parametrize("track", ["company", "positions", "scorekeeping", "simulation"])
@pytest.mark.slow
def test_parts_differ_as_the_parts_of_reports(release: Release, standard: Standard, track: str) -> None:
    paths = [made(release, standard, system, track) for system in TWO[track]]
    found = lab.compare(*paths, release=release)
    reports = [interplay.score(path, release) for path in paths]
    for one in found.parts:
        first, second = (report.metric("score", **one.where).value for report in reports)
        if first is None or second is None:
            assert one.value is None
            assert one.reason == "no item of this part has a score in this track (its card says why)"
        else:
            assert one.value == pytest.approx(first - second, abs=1e-9)
    assert found.parts or track == "scorekeeping"


@pytest.mark.parametrize("track", ["company", "positions", "simulation"])
@pytest.mark.slow
def test_several_systems_differ_by_part_from_the_first_as_each_alone_does(
    release: Release, standard: Standard, track: str
) -> None:
    names = {"company": "bot-echo", "positions": "bot-constant", "simulation": "bot-template"}
    first, second, third = (made(release, standard, system, track) for system in (*TWO[track], names[track]))
    found = lab.compare(second, first, third, release=release)
    base = found.parts[0].first
    assert base == TWO[track][1] != found.systems[0].label
    for other in (first, third):
        alone = lab.compare(second, other, release=release).parts
        among = [one for one in found.parts if one.second == alone[0].second]
        assert [one.where for one in among] == [one.where for one in alone]
        assert [(one.value, one.intervals, one.p_t) for one in among] == [
            (one.value, one.intervals, one.p_t) for one in alone
        ]
        known = [(one.holm, own.holm) for one, own in zip(among, alone, strict=True) if one.holm is not None]
        assert all(together >= (own or 0) - 1e-12 for together, own in known)
        flips = [(one.max_t, one.p_flip) for one in among if one.max_t is not None]
        assert all(together >= (own or 0) - 0.02 for together, own in flips)
    assert len(found.parts) == 2 * len(alone)


@pytest.mark.slow
def test_trials_are_paired_and_the_common_ones_count(release: Release, tmp_path: Path) -> None:
    path, other = (shipped(release, system, "simulation") for system in TWO["simulation"])
    more = edited(path, tmp_path / "twice.jsonl", twice)
    found = lab.compare(more, other, release=release)
    assert found.trials == 1
    assert "restricted to the first 1 trial of each item: 2 in twice, 1 in bot-faulty-50" in found.notes
    assert found.differences[0].value == lab.compare(path, other, release=release).differences[0].value
    both = lab.compare(more, edited(other, tmp_path / "other.jsonl", twice), release=release)
    assert both.trials == 2
    assert [system.label for system in both.systems] == ["twice (twice.jsonl)", "twice (other.jsonl)"]


def test_samples_are_compared_over_their_common_items(release: Release, tmp_path: Path) -> None:
    for name, seed in (("one", 1), ("two", 2)):
        interplay.run(
            "bot:random", "positions", tmp_path / f"{name}.jsonl", sample=80, seed=seed, name=name, release=release
        )
    found = lab.compare(tmp_path / "one.jsonl", tmp_path / "two.jsonl", release=release)
    assert 0 < found.items < 80
    assert "restricted to the" in found.notes[0]
    assert "80 in one" in found.notes[0]


def test_the_same_replies_differ_in_nothing_but_a_bound(release: Release, tmp_path: Path) -> None:
    path = shipped(release, "bot-keyword", "scorekeeping")
    copy = edited(path, tmp_path / "copy.jsonl", named("copy"))
    found = lab.compare(path, copy, margin=20, release=release)
    one = found.differences[0]
    assert (one.value, one.p_t, one.p_flip, one.is_apart) == (0, 1, 1, False)
    assert one.intervals[1].high == pytest.approx(100 * (1 - 0.025 ** (1 / 36)))
    assert one.equivalence is not None
    assert one.equivalence.equivalent
    assert found.alike == (("bot-keyword", "copy"),)


@pytest.mark.slow
def test_where_all_differ_alike_nothing_is_known_of_how_others_vary(release: Release) -> None:
    found = lab.compare(*(shipped(release, f"bot-{name}", "company") for name in ("oracle", "echo")), margin=2)
    one = found.differences[0]
    assert (one.value, one.intervals, one.standard_error, one.p_t, one.is_apart) == (100, (), None, None, True)
    assert one.reason == "all 96 dialogues differ by the same amount, so their variance is unknown"
    assert "100.0 [deterministic]" in pages.text(found) and "[100.0, 100.0]" not in pages.text(found)


def test_too_few_items_are_not_tested(release: Release, standard: Standard) -> None:
    models = [shipped(release, name, "company") for name in ("smollm2-135m", "large-model-replies")]
    three = [standard("bot-oracle", "company"), *models]
    for chosen in (three, models):
        told = " ".join(pages.text(lab.compare(*chosen)).split())
        assert "Not tested: fewer than 5 dialogues, too few for a test or an interval." in told
        assert "distinguishable" not in told and "significantly" not in told
    whole = lab.compare(*three)
    assert {one.p_flip for one in whole.differences} == {None}


@pytest.mark.slow
def test_a_horizon_outside_of_the_levels_is_named_and_parts_are_in_order(release: Release) -> None:
    paths = [shipped(release, f"bot-{name}", "horizon") for name in ("faulty-100", "exact")]
    found = lab.compare(*paths, by=("level",), release=release)
    lies = "the horizon of bot-exact lies outside the tested levels, so only a bound of the difference is known"
    assert (found.differences[0].reason or "").startswith(lies)
    assert [one.where["level"] for one in found.parts] == [str(2**n) for n in range(3, 12)]


@pytest.mark.slow
def test_several_systems_are_put_in_order_and_in_sets(release: Release, standard: Standard) -> None:
    names = ("bot-longest", "bot-faulty-50", "bot-reference", "bot-template")
    found = lab.compare(*(standard(name, "simulation") for name in names), release=release)
    assert [system.label for system in found.systems] == [
        "bot-reference",
        "bot-faulty-50",
        "bot-template",
        "bot-longest",
    ]
    assert len(found.differences) == 6
    assert found.alike == (("bot-reference",), ("bot-faulty-50",), ("bot-template", "bot-longest"))
    assert found.difference("bot-longest", "bot-template").max_t is not None
    assert {one.first for one in found.parts} == {"bot-longest"}
    with pytest.raises(LookupError, match="no difference of 'x'"):
        found.difference("x", "bot-longest")


def test_games_are_rated_from_common_opponents(release: Release, tmp_path: Path) -> None:
    for name in ("random", "competent"):
        interplay.run(
            f"bot:{name}", "games", tmp_path / f"{name}.jsonl", splits="llmarena", limit=160, name=name,
            where={"game": "tictactoe"}, release=release,
        )  # fmt: skip
    found = lab.compare(tmp_path / "competent.jsonl", tmp_path / "random.jsonl", release=release)
    (one,) = found.ratings
    assert one.opponents == ("bot-competent",)
    assert one.value is not None
    assert one.value > 0
    assert one.low is None or one.low < one.value < (one.high or 0)
    assert (one.win_probability or 0) > 0.5


def test_other_options_and_other_tracks_are_refused(release: Release, tmp_path: Path) -> None:
    for hints in (0, 1):
        interplay.run(
            "bot:random", "games", tmp_path / f"{hints}.jsonl", splits="llmarena", limit=10, name=f"hints {hints}",
            where={"game": "tictactoe"}, changes={"hints": hints}, release=release,
        )  # fmt: skip
    with pytest.raises(RecordError, match=r"played with hints=0, .*1.jsonl with hints=1; these are different items"):
        lab.compare(tmp_path / "0.jsonl", tmp_path / "1.jsonl", release=release)
    with pytest.raises(
        RecordError, match=r"is a submission on 'games', .* one on 'company'; compare submissions on one"
    ):
        lab.compare(tmp_path / "0.jsonl", shipped(release, "bot-oracle", "company"), release=release)


def test_submissions_on_different_splits_are_told_to_run_the_same_one(release: Release) -> None:
    paths = [shipped(release, system, "company") for system in ("bot-oracle", "smollm2-135m")]
    with pytest.raises(RecordError, match=r"hard, 192 items; .*standard, 16 items\); run the same split with all of"):
        lab.compare(*paths, release=release)


def test_the_help_names_the_parts_of_every_track(cli: Cli, release: Release) -> None:
    text = " ".join(cli("compare", "--help").out.split()).partition("KEY is ")[2].partition("--look")[0]
    clauses = dict(part.strip().partition(" ")[::2] for part in text.replace(".", "").split("; in "))
    for track in catalogue.names():
        (item, *_) = interplay.load_items(track, release=release)
        known = {*catalogue.load(track).where(item)} - {"split"}
        first = text.partition("in games also ")[2].partition(";")[0] if track == "games" else clauses[track]
        assert set(re.findall(r"[a-z_]+", first)) - {"or"} == known, track


def test_unknown_parts_name_the_nearest(release: Release) -> None:
    paths = [shipped(release, system, "company") for system in TWO["company"]]
    with pytest.raises(UnknownName, match=r"no parts by 'knd' \(did you mean 'kind'\?\); company has split, kind"):
        lab.compare(*paths, by="knd", release=release)
    assert [one.where for one in lab.compare(*paths, by=["split"], release=release).parts] == [{"split": "hard"}]


def test_what_is_missing_is_refused_unless_it_may_be(release: Release, tmp_path: Path) -> None:
    path, other = (shipped(release, system, "company") for system in TWO["company"])
    part = edited(path, tmp_path / "part.jsonl", lambda _header, predictions: predictions[:96])
    with pytest.raises(RecordError, match="--allow-partial"):
        lab.compare(part, other, release=release)
    found = lab.compare(part, other, allow_partial=True, release=release)
    assert found.systems[0].value == interplay.score(part, release, allow_partial=True).headline.value


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.jsonl",), "compare takes two submissions or more; interplay score a.jsonl scores one"),
        (("a.jsonl", "b.jsonl", "--margin", "0"), "--margin 0: expected a number above 0"),
        (("a.jsonl", "b.jsonl", "--margin", "nan"), "--margin nan: expected a number above 0"),
        (("a.jsonl", "--fresh", "f.jsonl"), "--fresh needs --fresh-dataset DIR, the draw that f.jsonl was made for"),
        (("a.jsonl", "b.jsonl", "--fresh-dataset", "d"), "--fresh-dataset needs --fresh FRESH, the run on that draw"),
        (("a.jsonl", "b.jsonl", "--fresh", "f", "--fresh-dataset", "d"), "--fresh compares one FILE"),
        (("a.jsonl", "b.jsonl", "--json", "--format", "latex", "--no"), "No such option"),
    ],
)
def test_what_makes_no_comparison_is_said_at_once(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    ran = cli("compare", *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_natural_mistakes_have_messages_that_help(cli: Cli, release: Release, tmp_path: Path) -> None:
    path = shipped(release, "bot-oracle", "company")
    assert "was given twice; give each submission once" in cli("compare", path, path).err
    report = tmp_path / "report.json"
    report.write_text("{}", encoding="utf-8")
    assert "is not a submission: the first line must be a header" in cli("compare", path, report).err
    ran = cli("compare", path, tmp_path / "none.jsonl")
    assert ran.status == 1
    assert "none.jsonl" in ran.err


def test_the_command_prints_the_record(cli: Cli, release: Release, standard: Standard) -> None:
    paths = [standard(system, "company") for system in TWO["company"]]
    ran = cli("compare", *paths, "--json", "--margin", 5)
    assert ran.status == 0
    assert ran.out.encode() == canonical.encode(lab.compare(*paths, margin=5, release=release)) + b"\n"
    made = schema.schema_of((Comparison,), "Interplay comparison")
    jsonschema = pytest.importorskip("jsonschema")
    assert not list(jsonschema.Draft202012Validator(made).iter_errors(json.loads(ran.out)))


@pytest.fixture(scope="module")
def draws(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Twelve dialogues as a release, and twelve others with their ids, as siblings have."""
    known = [*open_release().rows("scorekeeping_corrections", Item)][:24]
    drawn = [replace(other, item_id=one.item_id) for one, other in zip(known[:12], known[12:], strict=True)]
    made = []
    for name, held in (("one", known[:12]), ("two", drawn)):
        root = tmp_path_factory.mktemp(name) / "dataset"
        freeze.freeze(root, sources.unversioned((build.files((), tuple(held)),), name, "for tests"))
        made.append(root)
    return made[0], made[1]


@pytest.mark.slow
def test_a_fresh_draw_is_paired_by_template(cli: Cli, draws: tuple[Path, Path], tmp_path: Path) -> None:
    release, drawn = draws
    paths = [root / "baselines/bot-keyword/scorekeeping.jsonl.gz" for root in draws]
    found = lab.compare(paths[0], fresh=paths[1], release=release, fresh_release=drawn)
    values = [interplay.score(path, root).headline.value or 0 for path, root in zip(paths, draws, strict=True)]
    assert (found.kind, found.items, found.notes) == ("fresh", 12, ())
    assert [system.label for system in found.systems] == ["released", "fresh draw"]
    assert found.differences[0].value == pytest.approx(values[0] - values[1])
    oracle = release / "baselines/bot-oracle/scorekeeping.jsonl.gz"
    learnt = edited(oracle, tmp_path / "learnt.jsonl", named("bot-keyword"))
    ran = cli("compare", learnt, "--dataset", release, "--fresh", paths[1], "--fresh-dataset", drawn)
    assert ran.status == 0, ran.err
    assert "Contamination: the score on the release is significantly higher" in ran.out
    other = lab.compare(oracle, fresh=paths[1], release=release, fresh_release=drawn)
    assert "'bot-oracle' on the release and 'bot-keyword' on the draw" in other.notes[0]
    verdict, note, *_ = sentences(other)
    assert verdict.startswith("Contamination: ")
    assert note == f"Note: {other.notes[0]}."


def test_runs_on_the_wrong_side_are_named(draws: tuple[Path, Path]) -> None:
    release, drawn = draws
    paths = [root / "baselines/bot-keyword/scorekeeping.jsonl.gz" for root in draws]
    with pytest.raises(RecordError, match="was made for the draw"):
        lab.compare(paths[1], fresh=paths[0], release=release, fresh_release=drawn)
    with pytest.raises(RecordError, match="was made for the release"):
        lab.compare(paths[0], fresh=paths[0], release=release, fresh_release=drawn)
    with pytest.raises(RecordError, match="is the release itself, expected a draw like it; interplay-build draw"):
        lab.compare(paths[0], fresh=paths[1], release=release, fresh_release=release)
    with pytest.raises(ValueError, match="expected both or none of them"):
        lab.compare(paths[0], release=release, fresh=paths[1])
    with pytest.raises(ValueError, match="found 2 submissions to the release beside the fresh one, expected 1"):
        lab.compare(*paths, release=release, fresh=paths[1], fresh_release=drawn)
    with pytest.raises(ValueError, match="found 1 submissions to compare, expected 2 to 50; interplay score"):
        lab.compare(paths[0], release=release)


def sampled(whole: Path, folder: Path, size: int, seed: int) -> Path:
    """Write the part of a bot's submission on company's split ``standard`` that is a sample of its items."""
    items = interplay.load_items("company", "standard", sample=size, seed=seed)
    header, predictions = interplay.read_submission(whole)
    chosen = {item.item_id for item in items}
    path = folder / f"{header.system.name}-{size}-{seed}.jsonl"
    kept = [one for one in predictions if one.item_id in chosen]
    interplay.write_submission(path, kept, name=header.system.name, splits="standard", sample=size, seed=seed)
    return path


@pytest.mark.parametrize(
    ("size", "seed", "is_tested"), [(60, 0, True), (60, 7, False), (383, 7, False), (384, 7, True)]
)
def test_small_samples_with_a_chosen_seed_are_not_tested(
    standard: Standard, tmp_path: Path, size: int, seed: int, *, is_tested: bool
) -> None:
    paths = [sampled(standard(bot, "company"), tmp_path, size, seed) for bot in TWO["company"]]
    comparison = lab.compare(*paths, margin=5)
    (pair,) = comparison.differences
    assert (pair.value or 0) > 50
    assert len(pair.intervals) == 2
    assert pair.is_apart is is_tested
    assert pair.equivalence is not None
    assert [test is None for test in (pair.p_flip, pair.equivalence.p)] == [not is_tested] * 2
    assert all((part.max_t is None) is not is_tested for part in comparison.parts if part.items > 5)
    text = " ".join(pages.text(comparison).split())
    assert ("not the conventional seed 0" in text) is not is_tested
    assert ("are significantly different" in text) is is_tested


def test_items_that_are_named_one_by_one_are_never_tested(standard: Standard, tmp_path: Path) -> None:
    paths = []
    for bot in TWO["company"]:
        header, *predictions = content(standard(bot, "company")).splitlines()
        ids = tuple(sorted(json.loads(line)["item_id"] for line in predictions[:479]))
        digest = canonical.sha256("".join(f"{item_id}\n" for item_id in ids).encode())
        named = {**json.loads(header), "selection": {"ids": ids, "items": 479, "sha256": digest}}
        paths.append(tmp_path / f"{bot}.jsonl")
        paths[-1].write_bytes(b"\n".join([json.dumps(named).encode(), *predictions[:479]]))
    comparison = lab.compare(*paths)
    (pair,) = comparison.differences
    assert pair.items == 479
    assert pair.p_flip is None
    assert not pair.is_apart
    assert "nothing is tested on named items" in " ".join(pages.text(comparison).split())


def test_four_fifths_of_the_items_are_what_the_best_of_ten_thousand_seeds_of_a_coin_needs() -> None:
    import numpy as np
    from scipy.special import stdtr

    from interplay.submissions.selection import ENOUGH

    chance, smallest = np.random.default_rng(0), {}
    coin = np.where(np.arange(480) < 240, 100.0, -100.0)
    for share in (0.5, ENOUGH):
        size = int(share * len(coin))
        drawn = np.stack([chance.permutation(coin)[:size] for _ in range(10_000)])
        t = np.abs(drawn.mean(axis=1)) / (drawn.std(axis=1, ddof=1) / np.sqrt(size))
        smallest[share] = float(2 * stdtr(size - 1, -t.max()))
    assert smallest[0.5] < 0.02
    assert smallest[ENOUGH] > 0.05


def test_tables_name_the_seed_of_a_sample_that_is_not_the_conventional_one(
    cli: Cli, standard: Standard, tmp_path: Path
) -> None:
    for seed in (0, 7):
        sample = sampled(standard("bot-random", "company"), tmp_path, 20, seed)
        printed = " ".join(cli("score", sample).out.split())
        assert f"sample of 20 of 480 items, seed {seed}" in printed
        assert ("seed 7; not comparable with scores on other items; not the conventional seed 0" in printed) is (
            seed == 7
        )


@pytest.mark.parametrize(("seed", "is_tested"), [(0, True), (7, False)])
def test_pages_test_nothing_on_small_samples_with_a_chosen_seed(
    release: Release, standard: Standard, tmp_path: Path, seed: int, *, is_tested: bool
) -> None:
    reports = [interplay.score(sampled(standard(bot, "company"), tmp_path, 60, seed)) for bot in TWO["company"]]
    track = catalogue.load("company")
    scores = Scores(track, reports, {track.item_id(item): item for item in track.items(release)})
    difference = scores.difference(0, 1)
    assert difference.value is not None
    assert difference.low is not None
    assert (difference.p is not None) is is_tested
    assert scores.alike([0, 1]) == ([(0,), (1,)] if is_tested else None)


def test_a_chosen_sample_takes_the_test_from_its_own_pairs_alone(
    release: Release, standard: Standard, tmp_path: Path
) -> None:
    paths = [standard(bot, "company") for bot in TWO["company"]]
    reports = [interplay.score(path) for path in [*paths, sampled(paths[0], tmp_path, 60, 7)]]
    track = catalogue.load("company")
    scores = Scores(track, reports, {track.item_id(item): item for item in track.items(release)})
    assert scores.difference(0, 1).p is not None
    assert all(part.p is not None for _, part in scores.parts(0, 1))
    assert scores.alike([0, 1]) is not None
    assert scores.difference(1, 2).p is None
    assert "chose the items or the seed" in scores.difference(1, 2).reason
    assert scores.alike([0, 1, 2]) is None
