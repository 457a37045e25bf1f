"""Two systems compared: one wins a reply only where the judge prefers it in both orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from interplay.core.reports import Statistic
from interplay.judging.records import Order
from interplay.judging.subjects import Trial
from interplay.tables.simulated import PARTS
from interplay_lab.judging.means import Case, mean_of, share
from interplay_lab.judging.reading import Verdicts, has_reply

Result = Literal["win", "tie", "lose"]
ORDERS: Final[tuple[Order, Order]] = ("ab", "ba")
_RESULTS: Final[Mapping[object, Result]] = {"A": "win", "B": "lose", "C": "tie"}
_MIRRORED: Final[Mapping[str, Result]] = {"win": "lose", "tie": "tie", "lose": "win"}


@dataclass(frozen=True, slots=True)
class Compared:
    """How the first system fared against the second at one reply; ``result`` is ``None`` without two verdicts.

    ``flipped`` says that the two orders disagree, ``first`` in how many orders the candidate shown first was preferred;
    both are ``None`` where the judge was not asked or did not answer twice; ``cut`` says that it ran out of tokens.
    """

    where: Mapping[str, str]
    cluster: str
    result: Result | None
    flipped: bool | None
    first: int | None
    cut: bool


def compared(verdicts: Verdicts) -> list[Compared]:
    """Return every reply that at least one of the two systems owed."""
    mine, other = verdicts.judged
    track = mine.submission.track
    trials = min(mine.submission.header.trials, other.submission.header.trials)
    replies = []
    for item_id, item in mine.submission.items.items():
        for trial in range(trials) if item_id in other.submission.items else ():
            cut = any(verdicts.of(item_id, trial, order=order).is_cut for order in ORDERS)
            replies.append(Compared(track.where(item), track.cluster(item), *_decided(verdicts, (item_id, trial)), cut))
    return replies


def _decided(verdicts: Verdicts, trial: Trial) -> tuple[Result | None, bool | None, int | None]:
    """Return result, flipped and first. A system that gave no reply loses to one that did."""
    gave = [has_reply(judged.predictions.get(trial)) for judged in verdicts.judged]
    if not all(gave):
        return ("win" if gave[0] else "lose" if gave[1] else "tie"), None, None
    return decided([verdicts.of(*trial, order=order).verdict for order in ORDERS])


def decided(answers: Sequence[object]) -> tuple[Result | None, bool | None, int | None]:
    """Return result, flipped and first of the verdicts in both orders, for the candidate that ``ab`` shows first."""
    if None in answers:
        return None, None, None
    forward, backward = _RESULTS[answers[0]], _MIRRORED[_RESULTS[answers[1]]]
    return forward if forward == backward else "tie", forward != backward, answers.count("A")


def statistics(verdicts: Verdicts, where: Mapping[str, str], submission: str) -> list[Statistic]:
    """Return shares of wins, ties and losses of one system, by part; *submission* is the sha256 of its file."""
    first, second = verdicts.header.submissions
    mirrored = first.sha256 != submission
    where = {**where, "opponent": (first if mirrored else second).system.name}
    pairs = compared(verdicts)
    rows: list[Statistic] = []
    for part, wanted in PARTS.items():
        chosen = [pair for pair in pairs if wanted.items() <= pair.where.items()]
        if chosen:
            rows += _of_part({**where, "part": part}, chosen, mirrored=mirrored)
    return rows


def _of_part(where: Mapping[str, str], chosen: Sequence[Compared], *, mirrored: bool) -> list[Statistic]:
    results = [(p.cluster, _MIRRORED[p.result] if mirrored else p.result) for p in chosen if p.result is not None]
    shares = [
        share(where, f"pair_{name}", title, [Case(c, float(r == name)) for c, r in results])
        for name, title in (
            ("win", "share of the replies preferred in both orders"),
            ("tie", "share of the replies that neither system wins"),
            ("lose", "share of the replies of the other system preferred in both orders"),
        )
    ]
    difference = [Case(c, float(r == "win") - float(r == "lose")) for c, r in results]
    flips = [Case(p.cluster, float(p.flipped)) for p in chosen if p.flipped is not None]
    firsts = [Case(p.cluster, p.first / 2) for p in chosen if p.first is not None]
    lost = [Case(p.cluster, float(p.result is None)) for p in chosen]
    cut = [Case(p.cluster, float(p.cut)) for p in chosen]
    return [
        *shares,
        mean_of(where, "pair_difference", "wins minus losses, as a share of the replies", difference),
        share(where, "pair_flipped", "share of the pairs whose verdict differs in the other order", flips),
        share(where, "pair_first", "share of the verdicts for the candidate shown first", firsts),
        share(where, "pair_unscored", "share of the pairs without two verdicts", lost),
        share(where, "pair_cut", "share of the pairs on which the judge was cut off at its token limit", cut),
    ]
