"""The fewest tokens of a text: a bound that no claim of a real server is below, in time that grows with the text."""

from pathlib import Path

import pytest

from interplay.core.records import Usage
from interplay.core.release import Release
from interplay.core.tokens import LONGEST, fewest, tokens_of
from interplay.submissions.reading import read
from interplay.tracks import catalogue

MODEL = "smollm2-135m"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("", 0),
        ("=====  ---\n", 0),
        ("I don't know: 110.51 of 2,048", 8),
        ("it\u2019s", 1),
        ("snake_case and CamelCase", 4),
        ("b3 <h1>", 2),
        ("\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e", 2),
        ("\u0645\u06cc\u200c\u0634\u0648\u062f", 1),
        ("a" * LONGEST, 1),
        ("a" * (LONGEST + 1), 2),
        ("word " * 81_000, 81_000),
    ],
)
def test_words_are_the_fewest_tokens(text: str, bound: int) -> None:
    assert fewest(text) == bound


def test_no_claim_of_a_recorded_server_is_below_the_bound(release: Release) -> None:
    claims = 0
    for path in sorted((release.root / "baselines" / MODEL).glob("*.jsonl.gz")):
        header, predictions = read(path)
        track = catalogue.load(header.track)
        items = {track.item_id(item): item for item in track.items(release)}
        for prediction in predictions:
            texts = [*track.replies(items[track.identity(prediction)[0]], prediction)]
            tokens = tokens_of(getattr(prediction, "usage", None), texts)
            assert not tokens.is_refused
            assert not tokens.is_hidden
            claims += tokens.claimed > 0
    assert claims == 114


@pytest.mark.parametrize(
    ("claimed", "used", "is_refused", "is_hidden"),
    [(0, 5, False, False), (1, 5, True, False), (4, 5, True, False), (5, 5, False, False), (900, 900, False, True)],
)
def test_the_larger_of_claim_and_bound_is_used(claimed: int, used: int, *, is_refused: bool, is_hidden: bool) -> None:
    tokens = tokens_of(Usage(completion_tokens=claimed), ["one two three", None, "four five"])
    assert (tokens.used, tokens.is_refused, tokens.is_hidden) == (used, is_refused, is_hidden)


def test_nothing_is_claimed_without_usage() -> None:
    assert tokens_of(None, ["one two"]).claimed == 0
    assert tokens_of(None, ["one two"]).used == 2


def test_the_page_of_decisions_states_the_rule(root: Path) -> None:
    note = (root / "docs/decisions/0084-claims.md").read_text(encoding="utf-8")
    assert f"of {LONGEST} characters at the most" in note
