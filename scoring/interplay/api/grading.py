"""Grade one reply to one item."""

from collections.abc import Mapping

import msgspec

from interplay.api.items import Item, items_of
from interplay.api.opening import Dataset
from interplay.core.errors import UnknownName
from interplay.core.release import Release
from interplay.core.text import quoted
from interplay.submissions.replies import prediction_of
from interplay.systems.chat import Reply, reply_of
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, Values
from interplay.tracks.scorekeeping.rules import probe_label

Row = Mapping[str, object]
_WORDS = {True: "yes", False: "no"}


class _Probe(msgspec.Struct):
    """What grading needs of a row of ``scorekeeping_probes``."""

    probe_id: str
    item_id: str
    shared: bool


def grade(row: Item | Row, reply: str | Reply, *, release: Dataset = None) -> Grade:
    """Grade one reply to an item that is asked once.

    Args:
        row: A row of ``datasets.load_dataset``, of any configuration whose rows have ``messages``, or an item of
            ``load_items``.
        reply: The text of the reply, or a ``Reply``, whose ``finish_reason`` says whether it was cut off.
        release: Where the dialogues of ``scorekeeping_probes`` are: a release, or its directory; by default the one
            that comes with the package.

    Returns:
        The ``Grade``: ``values`` by the names of the track's metrics, and the ``reason`` for them; printing it
            says both. Of a probe, ``accuracy`` is 1 for the right label, and ``unparsable`` 1 for a reply without one.

    Raises:
        UnknownName: The row fits no track, or a probe is of a dialogue that *release* does not have.
        InterplayError: The item is played in turns, as games are: it takes ``play``.
        ModelError: *reply* is neither text nor a ``Reply``.

    Example:
        >>> import interplay
        >>> item = interplay.load_items("company", split="standard")[0]
        >>> print(interplay.grade(item, "Nobody said so. yes"))
        company/0/0: score 100; correct: read as yes; correct is yes
    """
    raw = reply_of(reply)
    if isinstance(row, Mapping) and "probe_id" in row:
        return _of_probe(row, raw.text, release)
    track, item = catalogue.item_of(row)
    grade: Grade = track.grader(item)(prediction_of(track, item, raw))
    return msgspec.structs.replace(grade, reason=track.explain(item, grade))


def _of_probe(row: Row, text: str, release: Dataset) -> Grade:
    try:
        probe = msgspec.convert(row, _Probe)
    except msgspec.ValidationError as error:
        raise UnknownName(f"found a row that is not a probe ({error}), expected one of scorekeeping_probes") from None
    root = release.root if isinstance(release, Release) else release
    dialogue = items_of("scorekeeping", root).get(probe.item_id)
    if dialogue is None:
        raise UnknownName(f"found a probe of {quoted(probe.item_id)}, which the release does not have; pass release=")
    label = probe_label(text, dialogue.tags, dialogue.rules)
    values: Values = {"accuracy": float(label is probe.shared), "unparsable": float(label is None)}
    gold = f"correct is {_WORDS[probe.shared]}"
    if label is None:
        reason = f"unparsable reply: the prompt asks for {catalogue.load('scorekeeping').form(dialogue)}; {gold}"
    else:
        reason = f"{'correct' if label is probe.shared else 'wrong'}: read as {_WORDS[label]}; {gold}"
    return Grade(probe.probe_id, 0, "played", values, reason)
