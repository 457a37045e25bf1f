"""The options of a game: names, defaults and ranges."""

from collections.abc import Mapping

from interplay.tracks.games.records import Option


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
