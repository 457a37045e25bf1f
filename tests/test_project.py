"""What developers and their tools are told about the project holds together."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


@pytest.fixture(scope="module")
def lock() -> dict[str, Any]:
    return tomllib.loads(read("uv.lock"))


def locked(lock: dict[str, Any], name: str) -> dict[str, Any]:
    return next(package for package in lock["package"] if package["name"] == name)


def bare(requirement: str) -> str:
    """Return the name that a requirement begins with, as the index spells it."""
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def test_the_lock_names_the_public_index_alone(lock: dict[str, Any]) -> None:
    sources = [package["source"] for package in lock["package"] if package["name"] != "interplay-bench"]
    assert {tuple(source.items()) for source in sources} == {(("registry", "https://pypi.org/simple"),)}
    hosts = set(re.findall(r"\w+://[^/\"]*", read("uv.lock")))
    assert hosts == {"https://pypi.org", "https://files.pythonhosted.org"}


def test_the_lock_was_made_from_these_requirements(project: dict[str, Any], lock: dict[str, Any]) -> None:
    """``make lock`` was not forgotten: it has each requirement, of every extra, with the same bounds."""
    wanted = {(bare(text), extra, bounds(text)) for extra, text in requirements(project["project"])}
    entries = locked(lock, "interplay-bench")["metadata"]["requires-dist"]
    found = {(entry["name"], extra_of(entry), entry.get("specifier", "")) for entry in entries}
    assert found == wanted


def requirements(project: dict[str, Any]) -> list[tuple[str, str]]:
    """Return extra (empty for none) and text of every requirement."""
    extras = project["optional-dependencies"].items()
    return [*(("", text) for text in project["dependencies"]), *((e, text) for e, texts in extras for text in texts)]


def bounds(requirement: str) -> str:
    return re.sub(r"^[\w.-]+(\[[^]]*\])?", "", requirement).partition(";")[0].replace(" ", "")


def extra_of(entry: dict[str, Any]) -> str:
    found = re.search(r"extra == '([\w-]+)'", entry.get("marker", ""))
    return found[1] if found else ""


@pytest.mark.parametrize("tool", ["ruff", "codespell"])
def test_hooks_before_a_commit_use_the_locked_versions(lock: dict[str, Any], tool: str) -> None:
    hooks = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    (rev,) = [hook["rev"] for hook in hooks if tool in hook["repo"]]
    assert rev == f"v{locked(lock, tool)['version']}"


def test_every_exception_from_the_linter_is_for_a_file_that_is_there(project: dict[str, Any]) -> None:
    globs = project["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert [glob for glob in globs if not any(ROOT.glob(glob))] == []


def test_supported_pythons_are_named_alike_everywhere(project: dict[str, Any]) -> None:
    jobs = yaml.safe_load(read(".github/workflows/ci.yml"))["jobs"]
    whole = next(
        step["with"]["python-version"]
        for step in jobs["everything"]["steps"]
        if "with" in step and "cache" in step["with"]
    )
    tested = sorted({whole, *jobs["fast"]["strategy"]["matrix"]["python"]})
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["project"]["classifiers"]))
    assert tested == named
    assert project["project"]["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("name", ["ci", "submissions"])
def test_actions_of_the_workflow_are_pinned_and_may_only_read(name: str) -> None:
    text = read(f".github/workflows/{name}.yml")
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_make_lists_its_targets_and_contributing_tells_of_them() -> None:
    targets = set(re.findall(r"^([a-z]+):.*  ## ", read("Makefile"), re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.+)$", read("Makefile"), re.MULTILINE)
    assert phony
    assert targets == set(phony[1].split())
    told = set(re.findall(r"^make ([a-z]+)", read("CONTRIBUTING.md"), re.MULTILINE))
    assert {"check", "test", "fast", "freeze", "docs", "coverage"} <= told <= targets


def test_fast_leaves_out_what_exists() -> None:
    slow = re.search(r"^SLOW := (.+)$", read("Makefile").replace("\\\n", " "), re.MULTILINE)
    assert slow
    assert "tests/games" in slow[1].split()
    assert [name for name in slow[1].split() if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.name
)
def test_forms_for_issues_are_readable_and_their_fields_distinct(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.name == "config.yml":
        assert form == {"blank_issues_enabled": True}
        return
    assert {"name", "description", "body"} <= form.keys()
    fields = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(fields) == len(set(fields)) > 0
