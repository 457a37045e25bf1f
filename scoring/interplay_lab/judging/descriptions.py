"""How many clues of a game describe the speaker's word: LLMArena's description score."""

from collections.abc import Mapping

from interplay.core.reports import Statistic
from interplay.judging.subjects import clues_of
from interplay_lab.judging.means import Case, share
from interplay_lab.judging.reading import Verdicts

Part = tuple[str, str, str]
"""Split, game and role."""


def statistics(verdicts: Verdicts, where: Mapping[str, str], _submission: str = "") -> list[Statistic]:
    """Return the share of accurate clues and of clues without a verdict, by split and role of the speaker.

    A clue that says nothing describes nothing, and is not shown to the judge.
    """
    accurate: dict[Part, list[Case]] = {}
    lost: dict[Part, list[Case]] = {}
    for (part, case), is_lost in _clues(verdicts):
        accurate.setdefault(part, [])
        if not is_lost:
            accurate[part].append(case)
        lost.setdefault(part, []).append(Case(case.cluster, float(is_lost)))
    rows = []
    for part in sorted(accurate):
        split, game, role = part
        at = {**where, "split": split, "game": game}
        who = "the undercover" if role == "undercover" else "one of the four"
        title = f"share of the clues that describe the speaker's word, as {who}"
        rows.append(share(at, f"description_as_{role}", title, accurate[part]))
        title = f"share of the clues without a verdict, as {who}"
        rows.append(share(at, f"description_unscored_as_{role}", title, lost[part]))
    return rows


def _clues(verdicts: Verdicts) -> list[tuple[tuple[Part, Case], bool]]:
    judged = verdicts.judged[0]
    clues = []
    for (item_id, trial), prediction in judged.predictions.items():
        item = judged.submission.items[item_id]
        for clue in clues_of(judged.submission, item, prediction):
            verdict = verdicts.of(item_id, trial, clue.part).verdict if clue.speaks else "no"
            case = Case(judged.submission.track.cluster(item), float(verdict == "yes"))
            clues.append((((item.split, item.game, clue.role), case), verdict is None))
    return clues
