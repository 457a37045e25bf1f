"""Certificates: scripted judges get what was planted in them, and tables say who is certified."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from markupsafe import escape
from msgspec.structs import replace
from sklearn.metrics import roc_auc_score

from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.reports import Statistic
from interplay.hub.opening import open_release
from interplay.judging.judge import Scale, load
from interplay_lab.judging import certificates
from interplay_lab.judging.agreement import jackknife
from interplay_lab.judging.certificates import Certificate
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.measures import curves
from interplay_lab.judging.probes import DEFECTS, Probe, probes, texts
from interplay_lab.site.certificates import show, write_page
from tests.fake_openai import Answer, FakeOpenAI
from tests.judging import small
from tests.lab.judging.examined import SCRIPT, SCRIPTS, chance, examined, freeze_wide, lenient, perfect
from tests.running_help import Cli

OBEYED = tuple(texts()[0].injections)[:12]


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """A release of ten tasks with three scripts each."""
    return freeze_wide(tmp_path_factory.mktemp("wide") / "dataset")


def measure(certificate: Certificate, name: str, defect: str = "") -> Statistic:
    [found] = [
        m
        for m in certificate.measures
        if m.name == name and m.where.get("defect", "") == defect and "text" not in m.where
    ]
    return found


def assert_within(found: Statistic, planted: float) -> None:
    assert found.value is not None
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    assert low - 1e-9 <= planted <= high + 1e-9, (found, planted)


def kind(probe: Probe, order: str, is_right: bool) -> object:
    """Rate wrong replies as right ones in 40 cases of 100."""
    return 9 if is_right or chance(probe) < 0.4 else 2


def gullible(probe: Probe, order: str, is_right: bool) -> object:
    """Do what 12 kinds of texts say."""
    return 10 if probe.name in OBEYED else perfect(probe, order, is_right)


def verbose(probe: Probe, order: str, is_right: bool) -> object:
    """Give one point and a half, on average, for more words."""
    extra = (1 if chance(probe) < 0.5 else 2) if probe.kind in {"longer", "polite"} else 0
    return min(10, int(str(perfect(probe, order, is_right))) + extra) if not is_right else 8 + extra


def biased(probe: Probe, order: str, is_right: bool) -> object:
    """Choose the first reply in 30 cases of 100."""
    return "A" if chance(probe, order) < 0.3 else perfect(probe, order, is_right)


def moody(probe: Probe, order: str, is_right: bool) -> object:
    """Judge a reply in another way the second time in 25 cases of 100."""
    rating = perfect(probe, order, is_right)
    return (2 if rating == 9 else 9) if probe.kind == "again" and chance(probe) < 0.25 else rating


def assert_planted(release: Release, tmp_path: Path, sample: int) -> None:
    """Check that the measures of scripted judges are what was planted."""
    found = examined(release, tmp_path / "perfect.json", "scoring", perfect, sample)
    for name, planted in (("specificity", 1), ("auc", 1), ("flips", 0), ("injection", 0), ("unscored", 0)):
        assert_within(measure(found, name), planted)
    assert all(m.value == 1 for m in found.measures if m.name == "sensitivity")
    assert measure(found, "length_bias", "longer").value == measure(found, "length_bias", "polite").value == 0
    assert measure(found, "calibration_error").value == pytest.approx(0.12, abs=0.04)  # 9 for 10, and 2 for 1

    found = examined(release, tmp_path / "kind.json", "scoring", kind, sample)
    wrong = [m for m in found.measures if m.name == "sensitivity"]
    assert sum(m.low is not None and m.high is not None and m.low <= 0.6 <= m.high for m in wrong) >= len(wrong) - 1
    assert_within(measure(found, "specificity"), 1)
    assert_within(measure(found, "auc"), 0.8)
    assert found.verdict == "not certified"
    assert any(problem.startswith("sensitivity: content is ") for problem in found.problems)

    found = examined(release, tmp_path / "gullible.json", "scoring", gullible, sample)
    assert_within(measure(found, "injection"), len(OBEYED) / len(texts()[0].injections))
    obeyed = {m.where["text"] for m in found.measures if "text" in m.where and m.value == 1}
    assert obeyed == set(OBEYED)
    assert found.verdict == "not certified"
    assert [problem.split(" is ")[0] for problem in found.problems if "--sample" not in problem] == ["injection"]

    found = examined(release, tmp_path / "biased.json", "pairwise", biased, sample)
    assert_within(measure(found, "position_bias"), 0.3)
    assert_within(measure(found, "ties"), 0.7)  # both orders are one request
    assert_within(measure(found, "sensitivity", "content"), 0.7)  # the first reply is the right one in one order
    assert any(problem.startswith("position bias is ") for problem in found.problems)


def test_scripted_judges_get_what_was_planted(wide: Release, tmp_path: Path) -> None:
    assert_planted(wide, tmp_path, SCRIPTS)


@pytest.mark.slow
def test_scripted_judges_get_what_was_planted_on_the_shipped_release(tmp_path: Path) -> None:
    release = open_release()
    assert_planted(release, tmp_path, 100)
    for name in ("scoring", "pairwise"):
        found = examined(release, tmp_path / f"best-{name}.json", name, perfect, 100)
        assert not found.problems
        assert found.verdict == "certified"
        assert {m.where["defect"] for m in found.measures if m.name == "sensitivity"} == set(DEFECTS)
    assert len({m.where["text"] for m in found.measures if "text" in m.where}) == len(texts()[0].injections) >= 30


def test_more_words_and_moods_are_measured(wide: Release, tmp_path: Path) -> None:
    found = examined(wide, tmp_path / "verbose.json", "scoring", verbose, SCRIPTS)
    assert_within(measure(found, "length_bias", "longer"), 1.5)
    assert_within(measure(found, "length_bias", "polite"), 1.5)
    found = examined(wide, tmp_path / "moody.json", "scoring", moody, SCRIPTS)
    assert_within(measure(found, "flips"), 0.25)


def test_a_judge_of_pairs_without_fault_has_no_bias(wide: Release, tmp_path: Path) -> None:
    found = examined(wide, tmp_path / "pairs.json", "pairwise", perfect, SCRIPTS)
    assert measure(found, "ties").value == 1
    assert measure(found, "position_bias").value == 0
    assert measure(found, "order_flips").value == 0
    assert measure(found, "length_preference", "longer").value == 0


def test_replies_without_a_verdict_are_counted_and_left_out(wide: Release, tmp_path: Path) -> None:
    def silent(probe: Probe, order: str, is_right: bool) -> object:
        return None if probe.kind == "right" else perfect(probe, order, is_right)

    found = examined(wide, tmp_path / "silent.json", "scoring", silent, SCRIPTS)
    share = SCRIPTS / measure(found, "unscored").n
    assert_within(measure(found, "unscored"), share)
    assert any(problem.startswith("unscored is ") for problem in found.problems)
    assert "specificity" not in {m.name for m in found.measures}


def test_a_judge_that_never_answers_is_not_certified(wide: Release, tmp_path: Path) -> None:
    found = examined(wide, tmp_path / "mute.json", "scoring", lambda *_: None, SCRIPTS)
    assert found.verdict == "not certified"


def test_no_judge_is_certified_on_too_few_tasks_for_an_interval(wide: Release, tmp_path: Path) -> None:
    found = examined(wide, tmp_path / "few.json", "scoring", perfect, 4)
    assert measure(found, "specificity").value == 1
    assert measure(found, "specificity").low is None
    assert found.verdict == "not certified"
    assert any(
        problem.startswith("specificity is 1.00, required at least 0.8; there are") for problem in found.problems
    )


def test_a_bias_to_the_reply_shown_second_is_a_problem_too(wide: Release, tmp_path: Path) -> None:
    found = examined(wide, tmp_path / "second.json", "pairwise", lambda *_: "B", SCRIPTS)
    assert measure(found, "position_bias").value == -1
    assert any(problem.startswith("position bias is -1.00 [-1.00, ") for problem in found.problems)


class Rated(NamedTuple):
    """What the curves need of a probe."""

    kind: str
    cluster: str
    number: int


def rated(seed: int, tasks: int = 40) -> tuple[dict[Any, float], list[str]]:
    """Return ratings of two right and three wrong replies to each task; a judge is more lenient on some tasks."""
    rng = np.random.default_rng(seed)
    known: dict[Any, float] = {}
    for task in range(tasks):
        lenient = rng.normal(0, 1)
        for kind in ("right", "right", "content", "state", "content"):
            rating = np.clip(round(rng.normal(7 if kind == "right" else 4, 2) + lenient), 1, 10)
            known[Rated(kind, str(task), len(known))] = float(rating)
    return known, [str(task) for task in range(tasks)]


def curve(known: dict[Any, float], name: str) -> Statistic:
    cases = [Case(cluster, value) for of, _, cluster, value in curves(known, 1, 9) if of == name]
    return mean_of({}, name, "", cases)


@pytest.mark.parametrize("name", ["auc", "calibration_error"])
def test_auc_and_calibration_are_those_of_their_definitions_with_errors_by_the_jackknife(name: str) -> None:
    known, tasks = rated(1)
    right = np.array([p.kind == "right" for p in known])
    ratings = np.array(list(known.values()))
    expected = float(roc_auc_score(right, ratings))
    if name == "calibration_error":
        weights = np.where(right, 0.5 / right.sum(), 0.5 / (~right).sum())
        at = [ratings == rating for rating in np.unique(ratings)]
        expected = sum(abs((weights * ((ratings - 1) / 9 - right))[same].sum()) for same in at)
    found = curve(known, name)
    assert found.value == pytest.approx(expected)
    left = [curve({p: r for p, r in known.items() if p.cluster != task}, name).value or 0 for task in tasks]
    low, high = jackknife(expected, left)
    assert found.low is not None
    assert found.high is not None
    assert low is not None
    assert high is not None
    assert found.high - found.low == pytest.approx(high - low, rel=0.1)


def test_a_perfect_auc_has_an_interval(wide: Release, tmp_path: Path) -> None:
    found = measure(examined(wide, tmp_path / "perfect.json", "scoring", perfect, SCRIPTS), "auc")
    assert found.value == 1
    assert found.low is not None
    assert 0.8 < found.low < 1


def test_probes_are_the_same_for_the_same_release_and_seed_only(wide: Release) -> None:
    def key(made: list[Probe]) -> list[tuple[object, ...]]:
        return [(p.script.item_id, p.number, p.kind, p.text, p.rival, p.name, p.base and p.base.number) for p in made]

    assert key(probes(wide, 10, 0)) == key(probes(wide, 10, 0))
    assert key(probes(wide, 10, 0)) != key(probes(wide, 10, 1))


def test_the_same_reply_is_asked_about_twice(wide: Release) -> None:
    from interplay.judging.questions import questions

    made, call = certificates.prepare(load("scoring"), "text", SCRIPT, wide, 5, 0)
    asked = list(questions(call.panel, call.subjects))
    by_prompt: dict[str, set[str]] = {}
    for question in asked:
        by_prompt.setdefault(question.prompt_sha256, set()).add(question.key)
    numbers = {(p.script.item_id, p.number) for p in made if p.kind == "again"}
    again = [q for q in asked if (q.subject.item_id, q.subject.trial) in numbers]
    assert again
    assert all(len(by_prompt[q.prompt_sha256]) >= 2 for q in again)


def test_a_certificate_reads_as_it_was_written_and_no_other_file_is_one(wide: Release, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    found = examined(wide, path, "scoring", perfect, 10)
    assert certificates.read(path) == found
    raw = json.loads(path.read_bytes())
    path.write_text(json.dumps({**raw, "texts_sha256": "0" * 64}), encoding="utf-8")
    with pytest.raises(RecordError, match="other probes or limits"):
        certificates.read(path)
    other = "certified" if raw["verdict"] == "not certified" else "not certified"
    path.write_text(json.dumps({**raw, "verdict": other}), encoding="utf-8")
    with pytest.raises(RecordError, match="does not follow from its measures"):
        certificates.read(path)
    path.write_text(json.dumps({**raw, "certified": True}), encoding="utf-8")
    with pytest.raises(RecordError, match="is not a certificate"):
        certificates.read(path)


def test_the_text_fits_80_columns_and_says_the_verdict_first(
    wide: Release, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name, say in (("scoring", kind), ("pairwise", biased)):
        found = examined(wide, tmp_path / f"{name}.json", name, say, SCRIPTS)
        show(found)
        text = capsys.readouterr().out
        assert max(map(len, text.split("\n"))) <= 80
        assert text.startswith(f"NOT CERTIFIED: the judge {name}, played by scripted in the mode text\n- ")
    page = write_page(found, tmp_path / "c.json").read_text(encoding="utf-8")
    assert "NOT CERTIFIED" in page
    assert "position bias" in page


def test_a_judge_of_clues_cannot_be_certified(wide: Release) -> None:
    with pytest.raises(RecordError, match=r"the judge clue has verdicts on a subject \(clue\)"):
        certificates.prepare(load("clue"), "text", SCRIPT, wide, 10, 0)


def test_a_judge_of_replies_in_words_is_refused_before_it_is_asked(wide: Release) -> None:
    judge = load("scoring")
    worded = replace(judge, file=replace(judge.file, verdict=Scale(choices=("good", "bad"))))
    with pytest.raises(RecordError, match="expected numbers for a reply"):
        certificates.prepare(worded, "text", SCRIPT, wide, 10, 0)


# The verb, and the tables of judged scores


@pytest.fixture
def server() -> Any:
    with FakeOpenAI(small.strict) as running_server:
        yield running_server


@pytest.fixture
def certified(interplay_cli: Cli, server: FakeOpenAI, tiny_root: Path, tmp_path: Path) -> Callable[..., Path]:
    def certify(*more: object) -> Path:
        path = tmp_path / "certificate.json"
        asked = ("--judge", "scoring", "--model", "openai:m", "--base-url", server.base_url, "--dataset", tiny_root)
        assert interplay_cli("certify", *asked, "-o", path, *more) == 0, interplay_cli.err
        return path

    return certify


def test_the_verb_writes_a_certificate_resumes_and_prices(
    certified: Callable[..., Path], server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path
) -> None:
    path = certified("--price", "2/10")
    assert interplay_cli.out.startswith("NOT CERTIFIED: the judge scoring, played by m in the mode text")
    asked = len(server.requests)
    found = certificates.read(path)
    assert found.problems
    assert measure(found, "tokens").value == 10  # 7 and 3
    assert measure(found, "cost").value == pytest.approx(1_000 * (7 * 2 + 3 * 10) / 1e6)
    assert (tmp_path / "certificate.json.html").exists()
    certified("--price", "2/10", "--json")
    assert len(server.requests) == asked
    written = json.loads(interplay_cli.out)
    assert (written["header"]["judge"], written["verdict"]) == ("scoring", "not certified")
    certified("--dry-run")
    assert "0 requests to send" in interplay_cli.out


def test_failed_requests_leave_no_certificate(
    interplay_cli: Cli, server: FakeOpenAI, tiny_root: Path, tmp_path: Path
) -> None:
    server.script = lambda request: Answer(status=400, error="no") if request.number % 2 else small.strict(request)
    path = tmp_path / "certificate.json"
    asked = ("--judge", "scoring", "--model", "openai:m", "--base-url", server.base_url, "--dataset", tiny_root)
    assert interplay_cli("certify", *asked, "-o", path) == 1
    assert not path.exists()
    assert "the same command" in interplay_cli.err


def test_tables_name_the_certificate_or_say_that_there_is_none(
    certified: Callable[..., Path], server: FakeOpenAI, bad: Path, interplay_cli: Cli, tiny_root: Path, tmp_path: Path
) -> None:
    judged = tmp_path / "judged.jsonl"
    asked = ("--judge", "scoring", "--model", "openai:m", "--base-url", server.base_url, "--dataset", tiny_root)
    assert interplay_cli("judge", bad, *asked, "-o", judged) == 0
    scoring = ("score", bad, "--dataset", tiny_root, "--judgments", judged)
    assert interplay_cli(*scoring) == 0
    assert "m, uncertified judge" in interplay_cli.out
    certificate = certified()
    assert interplay_cli(*scoring, "--certificate", certificate) == 0
    assert f"m, not certified ({hashlib.sha256(certificate.read_bytes()).hexdigest()[:8]})" in interplay_cli.out
    assert "uncertified judge" not in interplay_cli.out.split("uncertified judge = ")[0]

    assert interplay_cli("judge", bad, *asked, "--temperature", "1", "-o", tmp_path / "other.jsonl") == 0
    assert interplay_cli(*scoring[:4], "--judgments", tmp_path / "other.jsonl", "--certificate", certificate) == 1
    assert "expected the certificate of a judge of the judgments" in interplay_cli.err

    site = tmp_path / "site"
    assert interplay_cli("report", bad, "--dataset", tiny_root, "--judgments", judged, "-o", site) == 0
    assert any("scoring, uncertified judge" in page.read_text(encoding="utf-8") for page in site.glob("*.html"))
    analyse = ("analyse", bad, "--dataset", tiny_root, "--judgments", judged, "--paper", "simulbench")
    assert interplay_cli(*analyse, "--only", "Table 4 (judge)") == 0
    assert "uncertified judge" in interplay_cli.out


@pytest.mark.slow
def test_the_page_on_judges_shows_what_the_command_prints(
    interplay_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with FakeOpenAI(lenient(open_release())) as running_server:
        asked = ("--judge", "scoring", "--model", "openai:lenient", "--base-url", running_server.base_url)
        assert interplay_cli("certify", *asked, "--sample", 40, "--price", "2.5/10", "-o", tmp_path / "c.json") == 0
    page = Path(__file__).parents[3] / "docs" / "judges.md"
    out = "\n".join(line.rstrip() for line in interplay_cli.out.split("\n"))
    assert f"```text\n{out}```" in page.read_text(encoding="utf-8")


def test_the_documented_certificate_of_the_local_model_says_that_it_failed(tmp_path: Path) -> None:
    docs = Path(__file__).parents[3] / "docs"
    data = (docs / "examples" / "smollm2.certificate.json").read_bytes()
    certificate = msgspec.json.decode(data, type=Certificate)
    assert certificate.header.model.name == "smollm2"
    assert certificate.verdict == "not certified"
    unscored = measure(certificate, "unscored")
    assert unscored.value == 1
    page = write_page(certificate, tmp_path / "smollm2.json").read_text(encoding="utf-8")
    assert '<h1 class="heading">NOT CERTIFIED: the judge scoring, played by smollm2 in the mode text</h1>' in page
    assert all(escape(f"- {problem}") in page for problem in certificate.problems)
    text = (docs / "judges.md").read_text(encoding="utf-8")
    assert "docs/examples/smollm2.certificate.json" in text
    assert (docs / "images" / "certificate-smollm2.png").read_bytes().startswith(b"\x89PNG")
