"""Items of a release, and the tracks and games that they belong to."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from msgspec.structs import replace

from interplay.api.opening import Dataset, opened, several
from interplay.core.extras import require
from interplay.running.options import RunSpec, select
from interplay.submissions.selection import sample as sampled
from interplay.tracks import catalogue
from interplay.tracks.base import Item as Item  # noqa: PLC0414  part of this module's interface
from interplay.tracks.base import Prediction as Prediction  # noqa: PLC0414  part of this module's interface
from interplay.tracks.base import Track
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.base import Game

if TYPE_CHECKING:
    import datasets

    from interplay.core.release import Release


@overload
def load_items(
    track: str,
    split: str | Iterable[str] | None = ...,
    release: Dataset = ...,
    *,
    where: Mapping[str, str] | None = ...,
    sample: int | None = ...,
    seed: int = ...,
    as_dataset: Literal[False] = ...,
) -> list[Item]: ...


@overload
def load_items(
    track: str,
    split: str | Iterable[str] | None = ...,
    release: Dataset = ...,
    *,
    where: Mapping[str, str] | None = ...,
    sample: int | None = ...,
    seed: int = ...,
    as_dataset: Literal[True],
) -> "datasets.Dataset": ...


def load_items(
    track: str,
    split: str | Iterable[str] | None = None,
    release: Dataset = None,
    *,
    where: Mapping[str, str] | None = None,
    sample: int | None = None,
    seed: int = 0,
    as_dataset: bool = False,
) -> "list[Item] | datasets.Dataset":
    """Return the items of a track, or a sample of them.

    A sample is spread over the parts that the track's tables show (splits, games or script types), each in about its
    share. It depends on nothing but the items and *seed*, so it is the same on every machine, and a larger sample holds
    the smaller ones of its seed.

    Args:
        track: A track: ``simulation``, ``scorekeeping``, ``company``, ``games``, ``positions`` or ``horizon``.
        split: A split, or several; by default those that a run plays when none are named.
        release: A release, or its directory; by default the one that comes with the package.
        where: Only items with these values, such as ``{"game": "bid"}``.
        sample: How many of them to draw; all of them by default.
        seed: Which sample is drawn.
        as_dataset: Return the items' rows as a ``datasets.Dataset``, such as ``datasets.load_dataset`` reads them.

    Returns:
        The items in the release's order: records, ready for ``play``; or their rows as a ``datasets.Dataset``. Where
        items are asked once, their ``messages`` are a list of dictionaries with ``role`` and ``content``.

    Raises:
        UnknownName: There is no such track or split, or nothing in it fits *where*.
        DatasetError: The release is not what its hashes say, or lacks the track.
        ValueError: *sample* is below 1.
        MissingPackage: *as_dataset* without the extra ``hub``.

    Example:
        >>> import interplay
        >>> len(interplay.load_items("scorekeeping"))
        86
        >>> [item.item_id for item in interplay.load_items("scorekeeping", "base", sample=2, seed=1)]
        ['base/restaurant.3/1', 'base/travel-booking.3/4']
    """
    loaded = catalogue.load(track)
    spec = RunSpec(splits=several(split), where=tuple((where or {}).items()))
    source = opened(release)
    items: list[Item] = [_plain(item) for item in select(loaded, source, spec).items]
    if sample is not None:
        items = sampled(loaded, items, sample, seed)
    return _rows(track, source, items) if as_dataset else items


def _plain(item: Any) -> Item:
    """Return an item with its messages as chat clients take them: a list of dictionaries, which is JSON, too."""
    messages = [{"role": message.role, "content": message.content} for message in getattr(item, "messages", ())]
    plain: Item = replace(item, messages=messages) if messages else item
    return plain


def _rows(track: str, release: "Release", items: Sequence[Item]) -> "datasets.Dataset":
    """Return the rows of *items* as the configurations of *release* hold them, with the features of its card."""
    require("datasets", "as_dataset")
    import datasets  # noqa: PLC0415  it takes a second to import

    record = type(items[0]).__name__
    configs = sorted({f.config for f in release.manifest.files if f.config and (f.track, f.record) == (track, record)})
    table = datasets.concatenate_datasets(
        [datasets.load_dataset(str(release.root), config, split="test") for config in configs]
    )
    index = {item_id: number for number, item_id in enumerate(table["item_id"])}
    return table.select([index[item.item_id] for item in items])


@lru_cache(maxsize=8)
def items_of(track: str, root: str | Path | None = None) -> Mapping[str, Any]:
    """Return the items of all splits of a *track* by their ids, read once for each place of a release, its *root*."""
    return {item.item_id: item for item in catalogue.load(track).items(opened(root))}


def load_track(name: str) -> Track[Item, Prediction]:
    """Return a track: its metrics, its bots, how its items are driven and how predictions are graded.

    Args:
        name: ``simulation``, ``scorekeeping``, ``company``, ``games``, ``positions`` or ``horizon``.

    Returns:
        What the package knows of the track.

    Raises:
        UnknownName: There is no such track; the message names the nearest.

    Example:
        >>> import interplay
        >>> [metric.name for metric in interplay.load_track("positions").metrics]
        ['score', 'played', 'optimal', 'regret', 'illegal', 'unparsable', 'cut', 'reasoning_blocks']
    """
    return cast("Track[Item, Prediction]", catalogue.load(name))


def load_game(name: str) -> Game[object, object]:
    """Return the rules of a game: pure functions over its states.

    Args:
        name: A game, such as ``tictactoe``.

    Returns:
        The game. Its states and actions are its own records, to be handed back to it.

    Raises:
        UnknownName: There is no such game; the message names them all.

    Example:
        >>> import interplay
        >>> game = interplay.load_game("tictactoe")
        >>> state = game.start(game.deal("my seed", {"opening_plies": 0}, "strict"))
        >>> len(game.legal(state, 0))
        9
    """
    return games.load(name)
