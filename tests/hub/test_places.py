"""What names a dataset on the Hub, and what names a directory."""

from pathlib import Path

import pytest

from interplay.core.errors import DatasetError
from interplay.hub.places import HubRevision, checked_repo, place_of

PLACE = HubRevision("owner/interplay", "v0.2.0")
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("hf://owner/interplay@v0.2.0", None),
        ("hf://datasets/owner/interplay@v0.2.0", None),
        (Path("hf://owner/interplay@v0.2.0"), None),  # a path has lost one of the slashes
        (r"hf:\owner\interplay@v0.2.0", None),  # as a path of Windows is written
        ("owner/interplay", "v0.2.0"),
        ("hf://owner/interplay", "v0.2.0"),
        ("hf://owner/interplay@v0.2.0", "v0.2.0"),
    ],
)
def test_every_way_to_write_a_place_on_the_hub(text: str | Path, revision: str | None) -> None:
    assert place_of(text, revision) == PLACE
    assert str(PLACE) == "hf://owner/interplay@v0.2.0"


@pytest.mark.parametrize(
    "text",
    ["dataset", "owner/interplay", "./hf", "hf", "C:\\data", "C:/data@v1", "/tmp/x@y", Path("a/b"), "https://x/y"],
)
def test_everything_else_is_a_directory(text: str | Path) -> None:
    assert place_of(text) is None


@pytest.mark.parametrize(
    ("text", "revision", "said"),
    [
        ("hf://owner/interplay", None, "names no revision, expected hf://owner/name@revision"),
        ("hf://owner/interplay@", None, "names no revision"),
        ("hf://interplay@v0.2.0", None, "'interplay' does not name a repository"),
        ("hf://a/b/c@v0.2.0", None, "'a/b/c' does not name a repository"),
        ("hf://models/owner/interplay@v1", None, "expected owner/name"),
        ("hf://../../etc@v1", None, "expected owner/name"),
        ("hf://owner/..@v1", None, "expected owner/name"),
        ("hf://owner/interplay@../../x", None, "is not a revision"),
        ("hf://owner/interplay@v 1", None, "is not a revision"),
        ("hf://owner/interplay@v0.1.0", "v0.2.0", "names the revision 'v0.1.0'"),
        ("", "v0.2.0", "'' does not name a repository"),
    ],
)
def test_what_is_misspelt_is_quoted(text: str, revision: str | None, said: str) -> None:
    with pytest.raises(DatasetError, match=said):
        place_of(text, revision)


def test_a_commit_is_a_revision_that_cannot_move() -> None:
    assert HubRevision("owner/interplay", COMMIT).is_commit
    assert not PLACE.is_commit
    assert checked_repo("datasets/owner/interplay") == "owner/interplay"
