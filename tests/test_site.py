"""The pages of docs/: their examples run, and the site is built from them without a warning."""

import doctest
import json
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))
EXAMPLES = [path.name for path in sorted(DOCS.glob("*.md")) if ">>> " in path.read_text(encoding="utf-8")]
EXAMPLES.remove("library.md")  # which has a test of its own


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_pages_print_what_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
    assert result.attempted > 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_notebooks_run_and_are_stored_without_outputs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell for cell in cells if cell["outputs"] or cell["execution_count"]] == []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile("".join(cell["source"]), path.name, "exec"), names)


def test_every_key_of_a_schema_has_a_meaning_and_no_other_has() -> None:
    meanings = tomllib.loads((DOCS / "extensions" / "keys.toml").read_text(encoding="utf-8"))
    keys, records = set(), set()
    for path in (ROOT / "dataset" / "schemas").glob("*.json"):
        for record, schema in json.loads(path.read_text(encoding="utf-8"))["$defs"].items():
            names = {record, f"{path.name.removesuffix('.schema.json')}.{record}"}
            records |= {(name, key) for name in names for key in schema.get("properties", {})}
            keys |= schema.get("properties", {}).keys()
    written = {(name, key) for name, table in meanings.items() if name != "any" for key in table}
    assert keys - meanings["any"].keys() <= {key for _, key in written}
    assert meanings["any"].keys() - keys == set()
    assert written - records == set()


def test_the_papers_are_cited_alike() -> None:
    cited = {
        entry["url"]: entry["year"]
        for entry in yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["references"]
    }
    entries = (DOCS / "references.bib").read_text(encoding="utf-8").split("\n@")
    assert {re.findall(r"url = \{(.*)\}", e)[0]: int(re.findall(r"year = \{(.*)\}", e)[0]) for e in entries} == cited


class Links(HTMLParser):
    """The targets of a page's links."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.targets |= {value or "" for name, value in attrs if tag == "a" and name == "href"}


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_answers_a_newcomer(tmp_path: Path) -> None:
    for package in ("sphinx", "furo", "myst_nb", "sphinx_design"):
        pytest.importorskip(package)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "docs", str(tmp_path / "html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    links = Links(tmp_path / "html" / "index.html").targets
    answers = {
        "h50.html": "H50 is the number of operations",
        "predictions.html": "item_id",
        "compare.html": "significantly different if the p-value",
        "people.html#play-yourself": "--serve",
        "reasoning.html": "--option twin=1",
    }
    for target, answer in answers.items():
        assert target in links
        page = (tmp_path / "html" / target.partition("#")[0]).read_text(encoding="utf-8")
        assert answer in re.sub(r"<[^>]+>", "", page)
