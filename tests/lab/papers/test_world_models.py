"""Section 4.4: scripted world models of the scaffold rap, perfect or wrong in a share that the exhibit must recover."""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from interplay.core.canonical import encode
from interplay.core.driver import Ask, Done, Reply, advance, begin
from interplay.core.randomness import Stream
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.systems.scaffolds import catalogue
from interplay.tables.table import Table
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation, episode
from interplay.tracks.games.match.referee import reachable
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay.tracks.games.twins import lens_of
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.gamebench.world_models import predictions
from interplay_lab.papers.records import Content, Missing
from interplay_lab.systems.scaffolds.rap import Predicted
from tests.games import matches
from tests.lab.papers.submissions import given, scored

Row = Mapping[str, object]
WRONG = "A comet hits the board."
RIGHT, LEGAL = "observations that are right", "listed actions that are legal"


class WorldModel:
    """A model that knows the engine, and predicts a wrong observation or action in a share of the cases by depth.

    ``true`` and ``false`` count what it predicted, by measure and depth; positions after the end do not count.
    """

    def __init__(self, wrong: Mapping[int, float], win: float = 0.75, how: str = "as it is") -> None:
        self.wrong, self.win, self.how = wrong, win, how
        self.stream = Stream("tests", "world", "model")
        self.true, self.false = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        self.at: object = None
        self.known: dict[str, tuple[object, int]] = {}

    def __call__(self, ask: Ask) -> Reply:
        at, text = ask.situation, ask.messages[0].content
        assert isinstance(at, Situation)
        if self.at is not at:
            self.at, self.known = at, {at.observation.strip(): (at.state, 0)}
        state, depth = self.known.get(self._between(text, "state"), (None, 9))
        if ask.top_logprobs:
            chances = {"yes": self.win, "no": 1 - self.win} if "yes or no" in text else dict.fromkeys("01234", 0.2)
            return Reply("?", logprobs=tuple((token, math.log(p)) for token, p in chances.items() if p))
        if "<actions>" in text:
            return Reply(f"<actions>\n{self._actions(at, state, depth)}\n</actions>")
        if len(ask.messages) == 1:
            return Reply("<others>Something.</others>")
        action = re.findall(r"You take this action: (.*)\n\nWhat will the other", text, re.DOTALL)[-1]
        return Reply(f"<state>{self._next(at, state, depth + 1, action)}</state>")

    @staticmethod
    def _between(text: str, tag: str) -> str:
        return str(re.findall(rf"<{tag}>\n(.*?)\n</{tag}>", text, re.DOTALL)[-1]).strip()

    def _is_wrong(self, measure: str, depth: int) -> bool:
        wrong = self.stream.below(1000) < 1000 * self.wrong.get(depth, 0)
        (self.false if wrong else self.true)[measure, depth] += 1
        return wrong

    def _actions(self, at: Situation, state: object, depth: int) -> str:
        if state is None:
            return ""
        legal = at.game.legal(state, at.seat)
        assert not isinstance(legal, Open)
        lens = lens_of(at.item.setup)
        texts = [lens.show(at.game.write(state, at.seat, action)) for action in legal[:4]]
        return "\n".join(f"{n}. {f'juggle {n}' if self._is_wrong('legal', depth) else x}" for n, x in enumerate(texts))

    def _next(self, at: Situation, state: object, depth: int, action: str) -> str:
        if state is None:
            return WRONG
        if action.startswith("juggle"):
            self.false["observation", depth] += 1
            return WRONG
        lens = lens_of(at.item.setup)
        after = reachable(
            at.game, [(state, {at.seat: at.game.parse(state, at.seat, lens.read(action))})], at.seat, 10**6
        )
        following = self.stream.choice([s for s in after if at.game.to_move(s)] or [None])
        if following is None:
            return "It is over."
        observation = lens.show(at.game.prompt(following, at.seat).observation)
        if self._is_wrong("observation", depth):
            observation = f"{WRONG} {len(self.known)}\n{observation}"
        if self.how == "other blanks and case":
            observation = re.sub(r" ?\n", "   \n\n", observation).upper()
        if self.how == "copied":
            observation = at.observation
        self.known[observation.strip()] = following, depth
        return observation


def play(item: Item, model: WorldModel, **params: str) -> Prediction:
    """Return the match that the scaffold rap plays with *model*."""
    steps = catalogue.scaffolded(episode(item), lambda _: catalogue.load("rap", params))
    step = begin(steps)
    while not isinstance(step, Done):
        step = advance(steps, model(step))
    return step.prediction


def table(content: Content) -> dict[tuple[int, str], Row]:
    """Return the rows of the exhibit by depth and measure."""
    assert isinstance(content, Table)
    rows = [dict(zip(content.headings, row, strict=True)) for row in content.rows]
    return {(int(str(row["Depth"])), str(row["Measure"])): row for row in rows}


def items(game: str, number: int = 3) -> list[Item]:
    return [matches.item(game, ("system", "bot:random@1"), seed=str(seed)) for seed in range(number)]


def rows_of(
    release: Release, report: Report, model: WorldModel, played: list[Item], **params: str
) -> dict[tuple[int, str], Row]:
    """Return the exhibit's rows about matches that *model* plays."""
    submission = scored(report, "m", [(item, play(item, model, **params)) for item in played], scaffold="rap")
    return table(predictions(given(release, submission)))


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("tictactoe", {}),
        ("tictactoe", {1: 0.25, 2: 0.5}),
        ("connect_four", {1: 0.5}),
        ("connect_four", {1: 0.5, 2: 0.25}),
        pytest.param("santorini", {2: 0.5}, marks=pytest.mark.slow),
    ],
)
def test_planted_share_of_wrong_predictions_is_recovered(
    game: str, wrong: Mapping[int, float], release: Release, report: Report
) -> None:
    model = WorldModel(wrong)
    rows = rows_of(release, report, model, items(game, 1 if game == "santorini" else 3), iterations="8")
    for measure, title, depth in (("observation", RIGHT, 1), ("observation", RIGHT, 2), ("legal", LEGAL, 1)):
        right, planted = model.true[measure, depth], model.false[measure, depth]
        row = rows[depth, title]
        assert (row["n"], row["not graded"]) == (right + planted, 0), (measure, depth)
        assert row["mean"] == pytest.approx(right / (right + planted)), (measure, depth)
        assert planted > 0 or measure == "legal" or not wrong.get(depth)
        assert row["Games"] == "all seen"


def test_a_model_that_is_always_wrong_is_never_right(release: Release, report: Report) -> None:
    rows = rows_of(release, report, WorldModel({1: 1.0, 2: 1.0}), items("tictactoe"), iterations="4")
    assert [rows[key]["mean"] for key in ((1, RIGHT), (2, RIGHT), (1, LEGAL))] == [0, 0, 0]


def test_intervals_are_over_setups(release: Release, report: Report) -> None:
    rows = rows_of(release, report, WorldModel({1: 0.5}), items("tictactoe", 6), iterations="2", depth="1")
    row = rows[1, RIGHT]
    assert 0 <= row["low"] < row["mean"] < row["high"] <= 1  # type: ignore[operator]
    few = rows_of(release, report, WorldModel({1: 0.5}), items("tictactoe", 1), iterations="2", depth="1")
    assert few[1, RIGHT]["low"] is None


def test_blanks_and_case_do_not_count(release: Release, report: Report) -> None:
    model = WorldModel({}, how="other blanks and case")
    assert rows_of(release, report, model, items("tictactoe", 1), iterations="4")[2, RIGHT]["mean"] == 1


def test_repeating_the_observation_is_wrong_and_has_no_new_line(release: Release, report: Report) -> None:
    rows = rows_of(release, report, WorldModel({}, how="copied"), items("connect_four", 1), iterations="3", depth="1")
    assert (rows[1, RIGHT]["mean"], rows[1, "new lines of observations"]["mean"]) == (0, 0)


def test_one_line_too_many_leaves_the_new_lines_right(release: Release, report: Report) -> None:
    rows = rows_of(release, report, WorldModel({1: 1.0}), items("tictactoe", 1), iterations="3", depth="1")
    assert (rows[1, RIGHT]["mean"], rows[1, "new lines of observations"]["mean"]) == (0, 1)


def test_games_with_hidden_cards_stand_apart(release: Release, report: Report) -> None:
    rows = rows_of(release, report, WorldModel({}), items("hanabi", 6), iterations="2", depth="1")
    assert (rows[1, RIGHT]["Games"], rows[1, RIGHT]["mean"]) == ("hidden cards or chance", 1)


def test_predictions_in_a_twin_are_read_in_its_own_names(release: Release, report: Report) -> None:
    twins = [twin for item in items("hanabi", 6) if (twin := TRACK.altered(item, {"twin": 1}))]
    rows = rows_of(release, report, WorldModel({}), twins, iterations="2", depth="1")
    assert rows[1, RIGHT]["mean"] == 1


def test_too_many_positions_and_free_words_are_not_graded(release: Release, report: Report) -> None:
    seats = ("system", *["bot:random@1"] * 5)
    crowded = matches.item("sea_battle", seats)
    working = encode(Predicted(("stay_left",), "Water.", 0.5, ("stay_left",))).decode()
    match = with_workings(matches.play(crowded, matches.randomly(1)), (working,))
    rows = table(predictions(given(release, scored(report, "m", [(crowded, match)], scaffold="rap"))))
    for title in (RIGHT, LEGAL):  # with few ships left there are few positions
        row = rows[1, title]
        assert int(str(row["not graded"])) > len(match.rounds) / 2
        assert int(str(row["n"])) + int(str(row["not graded"])) <= len(match.rounds)


def test_estimates_are_compared_with_how_the_match_ended(release: Release, report: Report) -> None:
    lost = [matches.item("tictactoe", ("bot:minimax@1", "system"), seed=str(number)) for number in (7, 8)]
    played = [*items("tictactoe", 6), *lost]
    submission = scored(
        report, "m", [(item, play(item, WorldModel({}), iterations="2", depth="1")) for item in played], scaffold="rap"
    )
    rows = table(predictions(given(release, submission)))
    won, brier = rows[1, "won, of estimates of 60 to 80%"], rows[1, "Brier score of win estimates"]
    turns = [len(grade.source.turns) for grade in submission.grades if isinstance(grade.source, Verified)]
    share = sum(n * bool(grade.values["win"]) for n, grade in zip(turns, submission.grades, strict=True)) / sum(turns)
    assert 0 < share < 1
    assert (won["n"], won["mean"]) == (sum(turns), pytest.approx(share))
    assert rows[1, "outcomes that are right"]["mean"] == pytest.approx(share)
    assert brier["mean"] == pytest.approx(share * 0.25**2 + (1 - share) * 0.75**2)
    assert not [measure for _, measure in rows if measure.startswith("won") and measure != won["Measure"]]


def with_workings(match: Prediction, workings: tuple[str, ...]) -> Prediction:
    """Return *match* with *workings* at each move of seat 0."""
    rounds = tuple(
        tuple(replace(move, workings=workings) if move.seat == 0 else move for move in moves) for moves in match.rounds
    )
    return replace(match, rounds=rounds)


HOSTILE = (
    "{",
    "[]",
    "(1,1): 0.500",
    '{"path":[],"observation":"","win":0.5}',
    '{"path":["1"],"observation":"","win":2}',
    '{"path":["1"],"observation":"","win":0.5,"more":1}',
    json.dumps({"path": ["1"] * 11, "observation": "", "win": 0.5}),
    json.dumps({"path": ["1"], "observation": "", "win": 0.5, "actions": ["1"] * 21}),
    "[" * 19_000,
)


def test_files_without_predictions_say_so(release: Release, report: Report) -> None:
    item = items("tictactoe", 1)[0]
    match = matches.play(item, matches.randomly(1))
    for scaffold, workings, why in (
        ("direct", (), "no submission whose header names the scaffold rap"),
        ("rap", (), "state no predictions"),
        ("rap", HOSTILE, "state no predictions"),
    ):
        submission = scored(report, "m", [(item, with_workings(match, workings))], scaffold=scaffold)
        content = predictions(given(release, submission))
        assert isinstance(content, Missing) and why in content.reason


def test_odd_predictions_are_graded_as_wrong(release: Release, report: Report) -> None:
    item = items("tictactoe", 1)[0]
    odd = [("\x00",), ("(1,1)", "(1,1)"), ("(9,9)", "(1,2)", "(1,3)"), tuple("abcdefghij")]
    workings = tuple(encode(Predicted(path, "\U0001f600 x" * 9, 1.0, ("",) * 20)).decode() for path in odd)
    match = with_workings(matches.play(item, matches.randomly(1)), workings)
    rows = table(predictions(given(release, scored(report, "m", [(item, match)], scaffold="rap"))))
    assert {row["mean"] for (_, measure), row in rows.items() if measure in (RIGHT, LEGAL)} <= {0, None}
    assert rows[10, RIGHT]["n"] == sum(any(move.seat == 0 for move in moves) for moves in match.rounds)
