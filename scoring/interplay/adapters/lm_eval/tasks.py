"""The functions that the YAML files beside this one name: documents of a track, and the grades of replies to them."""

from collections.abc import Mapping, Sequence

import datasets

import interplay
from interplay.api.items import items_of
from interplay.core.errors import UnknownName
from interplay.core.text import quoted

METRICS = {
    "company": ("score", "unparsable"),
    "positions": ("optimal", "illegal", "unparsable"),
    "horizon": ("passed", "unparsable"),
}
"""What each task reports: means over items, which the harness can make."""


def documents(
    track: str, split: str | None = None, sample: int | None = None, seed: int = 0, dataset: str = "", **_: object
) -> dict[str, datasets.Dataset]:
    """Return the items of a *track* as the split ``test``; ``--metadata '{"sample": 50, "seed": 1}'`` chooses some.

    Raises ``UnknownName`` for an item of several messages: joined to one text they would be another prompt.
    """
    rows = []
    for item in interplay.load_items(track, split, dataset or None, sample=sample, seed=seed):
        messages = getattr(item, "messages", [])
        is_asked_once = len(getattr(item, "expected", (None,))) == 1
        if [message["role"] for message in messages] != ["user"] or not is_asked_once:
            name = quoted(item.item_id)
            raise UnknownName(f"{name} is not one message, so the harness cannot ask it: use Inspect or interplay run")
        at = {"track": track, "dataset": dataset, "item_id": item.item_id}
        rows.append(at | {"prompt": messages[0]["content"]})
    return {"test": datasets.Dataset.from_list(rows)}


def process_results(doc: Mapping[str, str], results: Sequence[str]) -> dict[str, float]:
    """Return what ``interplay.grade`` says of the reply to a document, metric by metric."""
    item = items_of(doc["track"], doc["dataset"] or None)[doc["item_id"]]
    values = interplay.grade(item, results[0]).values
    return {name: float(values.get(name) or 0.0) for name in METRICS[doc["track"]]}
