"""Two systems compared: one wins a reply only where the judge prefers it in both orders."""

from collections.abc import Iterator, Mapping, Sequence
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


_SHARES: Final = {
    "win": "share of the replies preferred in both orders",
    "tie": "share of the replies that neither system wins",
    "lose": "share of the replies of the other system preferred in both orders",
    "difference": "wins minus losses, as a share of the replies",
    "flipped": "share of the pairs whose verdict differs in the other order",
    "first": "share of the verdicts for the candidate shown first",
    "unscored": "share of the pairs without two verdicts",
    "cut": "share of the pairs on which the judge was cut off at its token limit",
}
Compared = tuple[Mapping[str, str], str, Mapping[str, float | None]]
"""The groups of a reply, its cluster, and what it adds to each share: nothing where there are no two verdicts."""


def compared(verdicts: Verdicts, *, mirrored: bool) -> Iterator[Compared]:
    """Yield every reply that at least one of the two systems owed; *mirrored*, as the second system has it."""
    mine, other = verdicts.judged
    track = mine.submission.track
    trials = min(mine.submission.header.trials, other.submission.header.trials)
    for item_id, item in mine.submission.items.items():
        for trial in range(trials) if item_id in other.submission.items else ():
            result, flipped, first = _decided(verdicts, (item_id, trial))
            values: dict[str, float | None] = dict.fromkeys(_SHARES)
            if result is not None:
                gained = _MIRRORED[result] if mirrored else result
                values |= {name: float(name == gained) for name in ("win", "tie", "lose")}
                values["difference"] = float(gained == "win") - float(gained == "lose")
            values |= {"flipped": flipped, "first": None if first is None else first / 2, "unscored": result is None}
            values["cut"] = any(verdicts.of(item_id, trial, order=order).is_cut for order in ORDERS)
            yield track.where(item), track.cluster(item), values


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
    pairs = list(compared(verdicts, mirrored=mirrored))
    rows: list[Statistic] = []
    for part, wanted in PARTS.items():
        chosen = [(cluster, values) for groups, cluster, values in pairs if wanted.items() <= groups.items()]
        for name, title in _SHARES.items() if chosen else ():
            known = [Case(cluster, float(v)) for cluster, values in chosen if (v := values[name]) is not None]
            statistic = mean_of if name == "difference" else share
            rows.append(statistic({**where, "part": part}, f"pair_{name}", title, known))
    return rows
