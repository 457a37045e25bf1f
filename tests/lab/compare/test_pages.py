"""Comparisons as text, Markdown and LaTeX: they fit, agree, and let nothing of a name through."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

import interplay
from interplay.core.release import Release, content
from interplay.tables import numbers
from interplay_lab import api as lab
from interplay_lab.compare import pages, tables
from interplay_lab.compare.records import Comparison
from interplay_lab.compare.wording import sentences
from tests.support import Standard

HOSTILE = "evil\x1b[31m\u202egnp|\\input{x}$%&#_{}~^ `code` <b> [0]\\\\"


@pytest.fixture(scope="module")
def hostile(release: Release, standard: Standard, tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    folder = tmp_path_factory.mktemp("names")
    paths = [standard(name, "company") for name in ("bot-oracle", "bot-random")]
    first, *rest = content(paths[0]).decode().splitlines(keepends=True)
    header = json.loads(first)
    header["system"]["name"] = HOSTILE
    path = folder / "evil.jsonl"
    path.write_text(json.dumps(header) + "\n" + "".join(rest), encoding="utf-8")
    return lab.compare(path, paths[1], margin=2, release=release)


@pytest.fixture(scope="module")
def several(release: Release, standard: Standard) -> Comparison:
    names = ("bot-faulty-25", "bot-faulty-50", "bot-template", "bot-longest")
    return lab.compare(*(standard(name, "simulation") for name in names), release=release)


@pytest.fixture(scope="module")
def hard(release: Release) -> list[Comparison]:
    """Return comparisons of shipped bots on the splits ``hard``, where some do not vary."""
    by_track = {"company": ("oracle", "random", "echo"), "simulation": ("faulty-25", "template", "longest")}
    return [
        lab.compare(*(release.root / f"baselines/bot-{name}/{track}.jsonl.gz" for name in names), margin=2)
        for track, names in by_track.items()
    ]


@pytest.mark.slow
def test_no_line_is_wider_than_80_columns(hostile: Comparison, several: Comparison, hard: list[Comparison]) -> None:
    for one in (hostile, several, *hard):
        lines = pages.text(one).splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


def test_nothing_of_a_name_steers_what_shows_it(hostile: Comparison) -> None:
    for made in (pages.text(hostile), pages.markdown(hostile), pages.latex(hostile)):
        assert "evil?" in made
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e]", made)
    tables = [line for line in pages.markdown(hostile).splitlines() if line.startswith("|") and "evil" in line]
    assert all("\\|" in line and "\\<b\\>" in line and "\\`code\\`" in line for line in tables)


def test_latex_has_no_command_of_a_name(hostile: Comparison) -> None:
    body = [line for line in pages.latex(hostile).splitlines() if not line.startswith("%")]
    joined = "\n".join(body)
    assert "\\input" not in joined
    assert "\\textbackslash{}input\\{x\\}\\$\\%\\&\\#\\_\\{\\}\\textasciitilde{}\\textasciicircum{}" in joined
    commands = set(re.findall(r"\\[a-z]+", joined))
    known = {"begin", "end", "toprule", "midrule", "bottomrule"}
    known |= {"textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater"}
    assert commands == {f"\\{name}" for name in known}
    for line in body:
        if line.endswith(r"\\"):
            cells = re.sub(r"\\.", "", line).count("&")
            assert cells == {"l": 0}.get(line, cells)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here")
def test_latex_is_typeset(hostile: Comparison, tmp_path: Path) -> None:
    head = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
    (tmp_path / "a.tex").write_text(head + pages.latex(hostile) + "\\end{document}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    assert subprocess.run(command, cwd=tmp_path, check=False, capture_output=True).returncode == 0


def test_every_form_says_the_same_numbers(several: Comparison) -> None:
    made = [pages.text(several), pages.markdown(several).replace("\\", ""), pages.latex(several).replace("$-$", "-")]
    for text in made:
        for one in several.differences:
            assert f"{one.value:+.1f}" in text
        assert "{bot-template, bot-longest}" in " ".join(text.split())
    assert "\\begin{tabular}{lrrrrr}" in pages.latex(several)


def test_parts_of_several_systems_have_a_column_each_and_a_mark_where_they_differ(several: Comparison) -> None:
    title, sheet = next(pair for pair in tables.tables(several).items() if "by family" in pair[0])
    assert [column.kind for column in sheet.columns].count("text") == len(several.by)
    assert title.startswith("bot-faulty-25 minus each of the others, by family: points [95% interval]")
    assert sheet.headings == ("family", "minus bot-faulty-50", "minus bot-template", "minus bot-longest")
    marked = sum(cell.endswith("*") for row in sheet.texts() for cell in row[1:])
    assert marked == sum(one.is_apart for one in several.parts) > 0
    tested = sum(one.max_t is not None for one in several.parts)
    assert 0 < tested < len(several.parts)
    for made in (pages.text(several), pages.markdown(several), pages.latex(several)):
        assert "minus bot-longest" in made
        assert re.search(rf"over\s+all\s+{tested}\s+differences", made)


def test_what_has_no_room_in_a_terminal_is_said_to_be_elsewhere(several: Comparison) -> None:
    short, wide = pages.text(several), pages.text(several, width=140)
    assert "p (flips)" not in short.partition("Not distinguishable")[0]
    assert "--format markdown" in short
    assert re.search(r"p \(flips\) +Holm", wide)
    assert "--format markdown" not in wide
    assert "| p (t) | p (flips) | Holm | max-t |" in pages.markdown(several)


def test_the_same_reason_is_told_once(several: Comparison) -> None:
    body = " ".join(pages.text(several).split())
    assert body.count("too few for a test or an interval") == 1
    assert re.search(r"\w+, .* and \d+ more: fewer than 5 tasks", body)


@pytest.mark.slow
def test_several_systems_that_are_the_same_stand_in_a_table(release: Release, standard: Standard) -> None:
    names = ("bot-oracle", "bot-random", "bot-echo", "bot-always-no")
    paths = [standard(name, "company") for name in names]
    title, sheet = [*tables.tables(lab.compare(*paths, margin=15, release=release)).items()][-1]
    assert title == "equivalent within 15 points?"
    told = {row[0]: row[1:] for row in sheet.texts()}
    assert told["bot-oracle - bot-random"] == ["no", "1.000", "–"]
    assert told["bot-random - bot-echo"][0] == "yes"
    assert lab.compare(*paths[1:], margin=1, release=release).differences[0].equivalence is not None
    other, again = [*tables.tables(lab.compare(*paths, margin=1, release=release)).items()][-1]
    assert other == "equivalent within 1 point?"
    assert {row[0]: row[1] for row in again.texts()}["bot-random - bot-echo"] == "not shown"


def test_one_thing_is_in_the_singular(release: Release, tmp_path: Path) -> None:
    paths = [release.root / "baselines" / "bot-random" / "scorekeeping.jsonl.gz", tmp_path / "two.jsonl"]
    interplay.run("bot:echo", "scorekeeping", paths[1], sample=2, release=release)  # one of either split
    body = " ".join(pages.text(lab.compare(*paths, margin=1, release=release)).split())
    assert "2 items in common, 1 of them scored" in body
    assert "within 1 point cannot be tested" in body
    assert not re.search(r"\b1 (items|points|tasks|setups|dialogues)\b", body)


def said(comparison: Comparison, **changes: object) -> str:
    one = replace(comparison.differences[0], **changes)
    return " ".join(sentences(replace(comparison, differences=(one,))))


def test_tests_that_disagree_are_unclear(hostile: Comparison) -> None:
    told = said(hostile, p_t=0.08, holm=0.08, p_flip=0.025, max_t=0.025)
    assert "unclear, because the two tests disagree at 5% (t 0.080, sign flips 0.025)" in told
    assert "distinguishable" not in told and "significantly" not in told
    assert "Contamination: unclear" in said(
        replace(hostile, kind="fresh"), p_t=0.08, holm=0.08, p_flip=0.02, max_t=0.02
    )


def test_numbers_that_mean_nothing_are_bounds(hostile: Comparison) -> None:
    assert "as the observed one takes at most 60 dialogues" in said(hostile, clusters_needed=3)
    assert "takes over 6,000 dialogues" in said(hostile, clusters_needed=388_633)
    assert "takes 932 dialogues" in said(hostile, clusters_needed=932)
    assert [numbers.p_value(p) for p in (1.0, 0.9999, 0.9994, 0.0001)] == ["1.000", ">0.999", "0.999", "<0.001"]


def test_the_difference_that_is_found_is_that_of_the_worst_pair(several: Comparison) -> None:
    assert re.search(r"a true difference of \d+\.\d points between any two is detected", " ".join(sentences(several)))


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert numbers.number(-0.04, 1, "+z") == numbers.number(0.04, 1, "+z") == "0.0"
    assert numbers.number(-0.06, 1) == "-0.1"


def test_a_p_too_small_to_tell_is_a_bound(several: Comparison) -> None:
    assert "<0.001" in pages.text(several)
    assert "0.000" not in pages.text(several)
