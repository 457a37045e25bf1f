"""Numbers of tokens and names of providers that a submission claims buy nothing."""

import gzip
import json
import re
from pathlib import Path

import pytest

import interplay
from interplay.core.release import Release, content
from tests.support import Cli, Json

MODEL = "smollm2-135m"
LONG = "let me think about this once more " * 2_300  # 81,000 characters


def lines_of(release: Release, name: str) -> list[Json]:
    return [json.loads(line) for line in content(release.root / "baselines" / f"{name}.jsonl.gz").splitlines()]


def write(path: Path, lines: list[Json]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def long_replies(release: Release, tmp_path: Path, usage: Json | None, where: str = "response") -> Path:
    """Right reports behind or beside 81,000 characters of thought, with a *usage* of each reply."""
    header, *predictions = lines_of(release, "bot-exact/horizon")
    header["system"] = {"name": "m", "provider": "interplay"}
    for line in predictions:
        if where == "response":
            line["response"] = f"{LONG}\n\n{line['response']}"
        else:
            line["reasoning"] = LONG
        if usage is not None:
            line["usage"] = usage
    return write(tmp_path / "m.jsonl", [header, *predictions])


@pytest.mark.parametrize("where", ["response", "reasoning"])
@pytest.mark.slow
def test_a_claim_below_the_words_of_the_text_buys_no_budget(
    cli: Cli, release: Release, tmp_path: Path, where: str
) -> None:
    path = long_replies(release, tmp_path, {"calls": 1, "completion_tokens": 1}, where)
    report = interplay.score(path)
    assert report.metric("h50").text == "< 8"
    assert report.metric("passed_1024").value == report.metric("passed").value == 0
    assert report.metric("h50_1024").text is None  # tokens were not fully counted
    assert report.metric("h50_16384").text == "> 2,048"
    assert (report.metric("tokens").value or 0) > 16_000
    refused = "predictions claim fewer tokens than their text has words; the words are counted instead"
    assert any(refused in finding.message for finding in report.warnings)
    for verb in ("validate", "score"):
        ran = cli(verb, path, "--json")
        assert refused in ran.out
        assert ran.status == 0
    table = " ".join(cli("score", path).out.split())
    assert "reasoning that was not sent back is only claimed" in table
    assert "tokens were not fully counted for" in table


@pytest.mark.slow
def test_replies_without_any_count_have_that_of_their_words(release: Release, tmp_path: Path) -> None:
    report = interplay.score(long_replies(release, tmp_path, None))
    assert report.metric("h50").text == "< 8"
    assert report.metric("tokens").value is None


def test_reasoning_that_was_not_sent_back_is_only_claimed(cli: Cli, release: Release, tmp_path: Path) -> None:
    header, *predictions = lines_of(release, "bot-exact/horizon")
    header["system"] = {"name": "m"}
    lines = [{**line, "usage": {"calls": 1, "completion_tokens": 3_000}} for line in predictions]
    ran = cli("score", write(tmp_path / "m.jsonl", [header, *lines]))
    assert "more tokens than their text has bytes: what was not sent back is only claimed" in " ".join(ran.err.split())


EMPTY = r"(?:are|have only) empty"


@pytest.mark.parametrize("track", ["company", "scorekeeping", "horizon", "simulation", "positions"])
def test_the_provider_of_bots_silences_nothing_in_other_files(
    cli: Cli, release: Release, tmp_path: Path, track: str
) -> None:
    lines = lines_of(release, f"bot-silent/{track}") if track not in {"company", "simulation"} else []
    name = "bot-empty" if track in {"company", "simulation"} else "bot-silent"
    shipped = next((release.root / "baselines" / name).glob(f"{track}.jsonl.gz"), None)
    if shipped is None:
        pytest.skip(f"no bot without words on {track}")
    lines = lines or lines_of(release, f"{name}/{track}")
    assert lines[0]["system"]["provider"] == "interplay"
    copied = tmp_path / "copied.jsonl.gz"
    copied.write_bytes(shipped.read_bytes())
    for path in (shipped, copied):  # known by its hash, wherever it is
        scored = cli("score", path)
        assert "replies" not in scored.err
        assert not re.search(EMPTY, scored.out)
    lines[0]["notes"] = "mine"
    ran = cli("score", write(tmp_path / "mine.jsonl", lines))
    assert re.search(EMPTY, ran.out)
    report = interplay.score(tmp_path / "mine.jsonl")
    assert (report.system.provider, report.headline) == ("", interplay.score(shipped).headline)


def test_validate_counts_empty_replies(cli: Cli, release: Release, tmp_path: Path) -> None:
    header, *predictions = lines_of(release, f"{MODEL}/company")
    for line in predictions[:5]:
        line["response"] = " \n"
    ran = cli("validate", write(tmp_path / "m.jsonl", [header, *predictions]), "--json")
    assert ran.status == 0
    assert any("5 of 16 replies are empty" in finding["message"] for finding in json.loads(ran.out))


def test_a_compressed_copy_of_other_bytes_is_not_the_shipped_file(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "again.jsonl.gz"
    path.write_bytes(gzip.compress(content(release.root / "baselines/bot-exact/horizon.jsonl.gz"), 1, mtime=1))
    assert not release.is_baseline(path)
    assert release.is_baseline(release.root / "baselines/bot-exact/horizon.jsonl.gz")
    assert not release.is_baseline(release.root / f"baselines/{MODEL}/horizon.jsonl.gz")
