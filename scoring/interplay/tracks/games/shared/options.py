"""The options of a game, and the setup with what was chosen and drawn."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from interplay.tracks.games.base import Game
from interplay.tracks.games.records import Draw, Option, Setup, Words


def setup_of(
    game: Game[Any, Any],
    seed: str,
    profile: str,
    options: tuple[Option, ...] = (),
    words: Mapping[str, Sequence[str]] = MappingProxyType({}),
    /,
    **drawn: Sequence[int],
) -> Setup:
    """Return the setup of a game with its options, and the words and numbers that were drawn, by name."""
    return Setup(
        game=game.name,
        version=game.version,
        profile="compat" if profile == "compat" else "strict",
        seed=seed,
        options=options,
        draws=tuple(Draw(name=name, values=tuple(values)) for name, values in drawn.items()),
        words=tuple(Words(name=name, values=tuple(values)) for name, values in words.items()),
    )


def options_of(known: Mapping[str, tuple[int, int]], chosen: Mapping[str, int], profile: str) -> tuple[Option, ...]:
    """Return every option by name: as chosen, else its default, which is 0 opening plies in ``compat``.

    *known* gives default and largest value; the smallest is 0. Raises ``ValueError`` for unknown options and values.
    """
    if unknown := sorted(set(chosen) - set(known)):
        raise ValueError(f"unknown option {unknown[0]!r}; expected one of {', '.join(sorted(known))}")
    options = []
    for name, (default, largest) in sorted(known.items()):
        value = chosen.get(name, 0 if profile == "compat" and name == "opening_plies" else default)
        if not 0 <= value <= largest:
            raise ValueError(f"option {name} is {value}, expected 0 to {largest}")
        options.append(Option(name=name, value=value))
    return tuple(options)
