"""Section 5: the effects of twins and guides that are planted in scripted players are recovered."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.tables.table import Table
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.records import Item, Option
from interplay.tracks.games.track import TRACK
from interplay_lab.papers.evidence import Scored
from interplay_lab.papers.gamebench import twins
from interplay_lab.papers.records import Missing
from tests.lab.papers import submissions

Reply = Callable[[Ask], str]
GAME = "holdem"


@pytest.fixture(scope="module")
def items(release: Release) -> list[Item]:
    return [item for item in TRACK.items(release) if item.split == "llmarena_balanced" and item.game == GAME]


def asked(items: Sequence[Item], **options: int) -> list[Item]:
    changed = [TRACK.altered(item, options) for item in items]
    return [item for item in changed if item is not None]


def _options(values: dict[str, int]) -> list[Option]:
    return [Option(name=name, value=value) for name, value in values.items()]


def played(report: Report, name: str, items: Sequence[Item], reply: Reply) -> Scored:
    return submissions.scored(report, name, [(item, reply) for item in items])


def test_who_plays_by_the_printed_rules_has_no_twin_gap(release: Release, report: Report, items: list[Item]) -> None:
    files = [played(report, "bot", each, BOTS["competent"]) for each in (items, asked(items, twin=1))]
    content = twins.effects(submissions.given(release, *files))
    assert isinstance(content, Table)
    ((system, effect, n, twin, usual, difference, _, _),) = content.rows
    assert (system, effect, n) == ("bot", "twin", len(items))
    assert twin == usual
    assert difference == 0


def test_who_knows_the_usual_game_only_has_a_gap_in_the_twin(
    release: Release, report: Report, items: list[Item]
) -> None:
    files = [
        played(report, "reciter", items, BOTS["competent"]),
        played(report, "reciter", asked(items, twin=1), BOTS["first"]),
    ]
    content = twins.by_game(submissions.given(release, *files))
    assert isinstance(content, Table)
    ((_, game, n, twin, usual, difference, low, high),) = content.rows
    assert (game, n) == ("Texas Hold'em", len(items))
    by_hand = [sum(g.values["score"] or 0.0 for g in file.grades) / len(file.grades) for file in files]
    assert (usual, twin) == pytest.approx(by_hand)
    assert difference == pytest.approx(by_hand[1] - by_hand[0])
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low < by_hand[1] - by_hand[0] < high < 0


def test_the_guide_counts_where_both_have_the_match(release: Release, report: Report, items: list[Item]) -> None:
    few = items[:16]
    cells = {"": "first", "twin": "first", "guide": "first", "twin guide": "competent"}
    files = []
    for cell, bot in cells.items():
        options = dict.fromkeys(cell.split(), 1)
        each = [
            replace(item, setup=replace(item.setup, options=(*item.setup.options, *_options(options)))) for item in few
        ]
        files.append(played(report, "learner", each, BOTS[bot]))
    content = twins.effects(submissions.given(release, *files))
    assert isinstance(content, Table)
    by_effect = {row[1]: row for row in content.rows}
    assert list(by_effect) == list(twins.CONTRASTS)
    assert by_effect["guide"][5] == 0
    assert by_effect["guide in the twin"][5] == by_effect["guide: twin minus usual"][5] != 0


def test_without_two_ways_of_playing_it_says_what_is_needed(
    release: Release, report: Report, items: list[Item]
) -> None:
    content = twins.effects(submissions.given(release, played(report, "bot", items[:2], BOTS["competent"])))
    assert isinstance(content, Missing)
    assert "--option twin=1" in content.reason
