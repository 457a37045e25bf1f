"""The items of a track by their ids, read once for each place of a release."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import interplay


@lru_cache(maxsize=8)
def items_of(track: str, dataset: str | None = None) -> Mapping[str, Any]:
    """Return the items of all splits of a *track* by their ids; *dataset* is the place of a release."""
    return {item.item_id: item for item in interplay.load_track(track).items(interplay.open_release(dataset))}
