"""Comparisons as text, Markdown and LaTeX: they fit, agree, and let nothing of a name through."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import interplay
from interplay.analysis.compare import pages
from interplay.analysis.compare.records import Comparison
from interplay.core.release import Release, content

HOSTILE = "evil\x1b[31m\u202egnp|\\input{x}$%&#_{}~^ `code` <b> [0]\\\\"


@pytest.fixture(scope="module")
def hostile(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    folder = tmp_path_factory.mktemp("names")
    paths = [release.root / "baselines" / name / "company.jsonl.gz" for name in ("bot-oracle", "bot-random")]
    first, *rest = content(paths[0]).decode().splitlines(keepends=True)
    header = json.loads(first)
    header["system"]["name"] = HOSTILE
    path = folder / "evil.jsonl"
    path.write_text(json.dumps(header) + "\n" + "".join(rest), encoding="utf-8")
    return interplay.compare(path, paths[1], margin=2, release=release)


@pytest.fixture(scope="module")
def several(release: Release) -> Comparison:
    names = ("bot-faulty-25", "bot-faulty-50", "bot-template", "bot-longest")
    return interplay.compare(*(release.root / "baselines" / name / "simulation.jsonl.gz" for name in names))


def test_no_line_is_wider_than_80_columns(hostile: Comparison, several: Comparison) -> None:
    for one in (hostile, several):
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
        assert "{bot-template, bot-longest}" in text
    assert "\\begin{tabular}{lrrrrr}" in pages.latex(several)


def test_a_p_too_small_to_tell_is_a_bound(several: Comparison) -> None:
    assert "<0.001" in pages.text(several)
    assert "0.000" not in pages.text(several)
