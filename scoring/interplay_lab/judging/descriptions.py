"""How many clues of a game describe the speaker's word: LLMArena's description score."""

from collections import defaultdict
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
    judged = verdicts.judged[0]
    verdicts_of: defaultdict[Part, list[tuple[str, object]]] = defaultdict(list)
    for (item_id, trial), prediction in judged.predictions.items():
        item = judged.submission.items[item_id]
        for clue in clues_of(judged.submission, item, prediction):
            verdict = verdicts.of(item_id, trial, clue.part).verdict if clue.speaks else "no"
            verdicts_of[item.split, item.game, clue.role].append((judged.submission.track.cluster(item), verdict))
    rows = []
    for split, game, role in sorted(verdicts_of):
        cases, at = verdicts_of[split, game, role], {**where, "split": split, "game": game}
        who = "the undercover" if role == "undercover" else "one of the four"
        accurate = [Case(cluster, float(verdict == "yes")) for cluster, verdict in cases if verdict is not None]
        title = f"share of the clues that describe the speaker's word, as {who}"
        rows.append(share(at, f"description_as_{role}", title, accurate))
        lost = [Case(cluster, float(verdict is None)) for cluster, verdict in cases]
        title = f"share of the clues without a verdict, as {who}"
        rows.append(share(at, f"description_unscored_as_{role}", title, lost))
    return rows
