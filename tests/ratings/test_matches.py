"""Reading match results: what is accepted, and what is said about the rest."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.canonical import encode_lines
from interplay.core.errors import RecordError
from interplay.ratings.ledger import MAX_SYSTEMS, collect, read_matches
from interplay.ratings.matches import Match, MatchHeader, first_share, result_of

Write = Callable[..., Path]
DUEL = {"game": "g", "seats": ["a", "b"], "returns": [1, 0]}


def match(**fields: object) -> Match:
    return msgspec.convert({"record": "match", "setup": None, **DUEL, **fields}, Match)


def test_matches_are_read_in_order_with_their_setups(write_matches: Write) -> None:
    path = write_matches(
        {**DUEL, "setup": "s1"}, {"game": "g", "seats": ["b", "a"], "returns": [0.5, 0.5], "setup": "s1"}, DUEL
    )
    ledger = read_matches([path])
    assert ledger.sequence.tolist() == [0, 1, 0]
    assert ledger.setups.tolist() == [0, 0, -1]
    assert ledger.systems == ("a", "b")
    assert ledger.results[1].is_draw
    assert (ledger.results[1].line, ledger.results[1].location) == (3, f"{path}:3")


def test_one_setup_name_in_two_games_is_two_setups(write_matches: Write) -> None:
    path = write_matches({**DUEL, "setup": "s"}, {**DUEL, "game": "h", "setup": "s"})
    assert read_matches([path]).setups.tolist() == [0, 1]


def test_one_setup_in_two_files_is_one_setup(write_matches: Write) -> None:
    first, second = write_matches({**DUEL, "setup": "s"}), write_matches({**DUEL, "setup": "s"}, name="n.jsonl")
    assert read_matches([first, second]).setups.tolist() == [0, 0]


def test_gzip_is_read_like_plain_text(write_matches: Write, tmp_path: Path) -> None:
    plain = write_matches(DUEL)
    packed = tmp_path / "m.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_matches([packed]).sequence.tolist() == [0]


def test_categories_come_from_the_header(write_matches: Write) -> None:
    path = write_matches(DUEL, header={"categories": {"g": ["abstract", "hidden"]}})
    assert read_matches([path]).categories == (("g", ("abstract", "hidden")),)


def test_files_that_disagree_on_categories_are_refused(write_matches: Write) -> None:
    first = write_matches(DUEL, header={"categories": {"g": ["luck"]}})
    second = write_matches(DUEL, header={"categories": {"g": ["skill"]}}, name="n.jsonl")
    with pytest.raises(RecordError, match=r"n.jsonl:1: \$.categories.g: found skill, expected luck as in another"):
        read_matches([first, second])
    assert len(read_matches([first, first]).sequence) == 2


def test_a_team_of_copies_is_one_side() -> None:
    result = result_of(match(seats=["a", "a", "b", "b", "b"], returns=[0, 0, 1, 1, 1]), "f", 2)
    assert result.sides == (("a",), ("b",))
    assert result.is_duel
    assert first_share(result, "returns") == 0


def test_teams_join_different_systems() -> None:
    result = result_of(match(seats=["a", "b", "c", "d"], returns=[1, 0, 1, 0], teams=[1, 2, 1, 2]), "f", 2)
    assert result.sides == (("a", "c"), ("b", "d"))
    assert not result.is_duel


def test_ranks_are_made_dense_and_equal_ranks_are_a_draw() -> None:
    result = result_of(match(seats=["a", "b", "c"], returns=None, ranks=[4, 1, 4]), "f", 2)
    assert result.ranks == (2, 1, 2)
    assert result.returns is None
    drawn = result_of(match(returns=None, ranks=[2, 2]), "f", 2)
    assert first_share(drawn, "returns") == 0.5


def test_scoring_by_order_ignores_how_far_apart_returns_are() -> None:
    result = result_of(match(returns=[0.9, 0.6]), "f", 2)
    assert first_share(result, "order") == 1


BAD = [
    pytest.param({"seats": ["a", "a"]}, "against itself", id="a player against itself"),
    pytest.param({"seats": ["a", "b", "a", "b"], "returns": [1, 0, 1, 0], "teams": [1, 1, 2, 2]}, "itself", id="twins"),
    pytest.param({"seats": ["a", "b"], "teams": [1, 1], "returns": [1, 1]}, "one team", id="one team"),
    pytest.param({"seats": ["a"], "returns": [1]}, "at least 2", id="one player"),
    pytest.param({"returns": [1, -0.5]}, "found -0.5, expected a number from 0 to 1", id="negative return"),
    pytest.param({"returns": [1.5, 0]}, "found 1.5, expected a number from 0 to 1", id="return above one"),
    pytest.param({"returns": [1]}, "1 returns for 2 seats", id="too few returns"),
    pytest.param({"returns": None}, "neither returns nor ranks", id="no result"),
    pytest.param({"ranks": [1, 2]}, "both returns and ranks", id="two results"),
    pytest.param({"seats": ["a", "a", "b"], "returns": [1, 0, 0]}, "different returns", id="copies disagree"),
    pytest.param({"returns": ["1", "0"]}, "found '1', expected a number", id="text for a number"),
    pytest.param({"winner": "a"}, "unknown key 'winner'", id="unknown key"),
    pytest.param({"retruns": [1, 0]}, "did you mean 'returns'", id="misspelt key"),
    pytest.param({"seats": ["a", "x" * 201]}, "at most 200", id="name too long"),
    pytest.param({"game": ""}, "at least 1", id="empty game"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_a_bad_match_is_refused_with_its_line(write_matches: Write, change: dict[str, object], message: str) -> None:
    path = write_matches(DUEL, {**DUEL, **change}, DUEL)
    with pytest.raises(RecordError, match=message) as caught:
        read_matches([path])
    assert {finding.line for finding in caught.value.findings} == {3}


BAD_LINES = [
    pytest.param('{"game":"g","record":"match","returns":[NaN,0],"seats":["a","b"],"setup":null}', "NaN", id="NaN"),
    pytest.param(
        '{"game":"g","record":"match","returns":[1e999,0],"seats":["a","b"],"setup":null}',
        "a finite number",
        id="infinite",
    ),
    pytest.param(
        '{"game":"g","game":"h","record":"match","returns":[1,0],"seats":["a","b"],"setup":null}', "twice", id="twice"
    ),
    pytest.param('{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":"s"', "JSON", id="cut"),
    pytest.param('{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":"s"}}', "JSON", id="brace"),
    pytest.param('{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":7}', "setup", id="number"),
    pytest.param('{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":"s","x":3}', "x", id="x"),
    pytest.param(
        '{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":"\\ud800"}', "surrog", id="half"
    ),
    pytest.param('{"record":"header","format":"interplay-matches/1"}', "second header", id="second header"),
    pytest.param("[1, 2]", "expected", id="list"),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES)
@pytest.mark.parametrize("after", [0, 1], ids=["first", "after the same good line"])
def test_a_bad_line_is_refused_also_where_its_beginning_is_known(
    write_matches: Write, line: str, message: str, after: int
) -> None:
    good = '{"game":"g","record":"match","returns":[1,0],"seats":["a","b"],"setup":"s"}'
    path = write_matches(*[good] * after, line, good)
    with pytest.raises(RecordError, match=message) as caught:
        read_matches([path])
    assert {finding.line for finding in caught.value.findings} == {2 + after}


def test_known_beginnings_give_the_same_ledger_as_reading_each_line_in_full(write_matches: Write) -> None:
    """Canonical lines take a short way; the same matches with spaces in them take the long one."""
    rows = [
        {"game": f"g{k % 2}", "seats": ["a", "b"], "returns": [k % 3 / 2, 1 - k % 3 / 2], "setup": setup}
        for k, setup in enumerate(["s1", None, "s1", 'quo"te', "é", "s1", None, "back\\slash", 'quo"te', "é"] * 3)
    ]
    canonical = encode_lines([{"record": "match", **row} for row in rows]).decode().splitlines()
    short = read_matches([write_matches(*canonical)])
    long = read_matches([write_matches(*rows, name="n.jsonl")])
    assert short.sequence.tolist() == long.sequence.tolist()
    assert short.setups.tolist() == long.setups.tolist()


@given(
    st.lists(
        st.tuples(
            st.sampled_from("gh"),
            st.permutations("abc").map(lambda p: p[:2]),
            st.sampled_from([0, 0.25, 0.5, 1]),
            st.none() | st.text(min_size=1, max_size=5).filter(lambda s: s.encode("utf-8", "ignore").decode() == s),
        ),
        min_size=1,
        max_size=20,
    )
)
def test_files_and_records_in_memory_give_the_same_ledger(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, list[str], float, str | None]]
) -> None:
    matches = [Match(game=g, seats=tuple(s), returns=(r, 1 - r), setup=setup) for g, s, r, setup in rows]
    path = tmp_path_factory.mktemp("m") / "m.jsonl"
    path.write_bytes(encode_lines([MatchHeader(format="interplay-matches/1"), *matches]))
    from_file, from_memory = read_matches([path]), collect(enumerate(matches))
    assert from_file.sequence.tolist() == from_memory.sequence.tolist()
    assert from_file.setups.tolist() == from_memory.setups.tolist()


def test_no_matches_is_an_error(write_matches: Write, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no matches"):
        read_matches([write_matches()])
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    with pytest.raises(RecordError, match="empty file"):
        read_matches([empty])


def test_the_header_has_to_come_first(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(encode_lines([match()]))
    with pytest.raises(RecordError, match="header line of interplay-matches/1"):
        read_matches([path])


def test_a_submission_is_not_taken_for_match_results(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"record":"header","format":"interplay-predictions/1","track":"games"}\n', encoding="utf-8")
    with pytest.raises(RecordError, match="interplay-matches/1"):
        read_matches([path])


def test_too_many_systems_are_refused_where_the_last_one_enters(write_matches: Write) -> None:
    rows = [{**DUEL, "seats": [f"p{2 * k}", f"p{2 * k + 1}"]} for k in range(100_000 // 2)]
    with pytest.raises(RecordError, match=f"one more than {MAX_SYSTEMS} different systems") as caught:
        read_matches([write_matches(*rows[: MAX_SYSTEMS // 2 + 200])])
    assert caught.value.findings[0].line == MAX_SYSTEMS // 2 + 2


def test_records_in_memory_are_checked_too() -> None:
    with pytest.raises(RecordError, match="against itself") as caught:
        collect([(7, match(seats=["a", "a"]))], "replayed")
    assert (caught.value.findings[0].file, caught.value.findings[0].line) == ("replayed", 7)


def test_a_ledger_of_some_games_keeps_their_matches_only(write_matches: Write) -> None:
    ledger = read_matches([write_matches(DUEL, {**DUEL, "game": "h"}, DUEL)])
    part = ledger.only(["h"])
    assert (part.games, part.sequence.tolist(), len(part.results)) == (("h",), [0], 1)
    assert ledger.only([]).sequence.tolist() == []


def test_windows_line_ends_are_accepted_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(
        encode_lines([MatchHeader(format="interplay-matches/1"), match(), match()]).replace(b"\n", b"\r\n")
    )
    ledger = read_matches([path])
    assert len(ledger.sequence) == 2
    assert "CRLF" in ledger.warnings[0].message


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(encode_lines([MatchHeader(format="interplay-matches/1"), match(), match()]).rstrip(b"\n"))
    assert len(read_matches([path]).sequence) == 2


def test_json_of_the_docstring_example_is_canonical() -> None:
    line = '{"game":"hive","record":"match","returns":[1,0],"seats":["a","b"],"setup":"hive-0007"}'
    assert encode_lines([msgspec.convert(json.loads(line), Match)]).decode() == line + "\n"
