"""Which seats see the list of legal moves, in games whose rules have the option ``hints``.

The option of a setup is by seat: 0 nobody, 1 both, 2 the first seat only, 3 the second only. A selection may set it by
player: ``system.hints`` and ``rival.hints`` are 0 or 1 for the seats of that player in games with hints. They do not
change other games and players.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from interplay.core.driver import RIVAL, SYSTEM
from interplay.tracks.games.records import Item

NAME: Final = "hints"
RANGE: Final = (1, 3)
"""Default and largest value of the option."""
OF_PLAYERS: Final = {SYSTEM: f"{SYSTEM}.{NAME}", RIVAL: f"{RIVAL}.{NAME}"}
"""The option of each player."""
_FIRST: Final = 2  # the value for the first seat only; for the second only it is one more


def sees(value: int, seat: int) -> bool:
    """Return whether a seat sees hints, with this *value* of a setup's option."""
    return value in (1, _FIRST + seat)


def split_options(options: Mapping[str, int]) -> tuple[dict[str, int], dict[str, bool]]:
    """Split *options* into those of the rules, and whether each player sees hints, if given.

    Raises ``ValueError`` for an unknown option of a player or a wrong value.
    """
    players = {name: player for player, name in OF_PLAYERS.items()}
    rules, visible = {}, {}
    for name, value in options.items():
        if name in players:
            if value not in (0, 1):
                raise ValueError(f"option {name} is {value}, expected 0 or 1")
            visible[players[name]] = bool(value)
        elif "." in name:
            raise ValueError(f"unknown option {name!r} of a player; expected {' or '.join(players)}")
        else:
            rules[name] = value
    return rules, visible


def by_seat(item: Item, visible: Mapping[str, bool]) -> dict[str, int]:
    """Return the hints option of *item* with the players in *visible* changed; none if the game has no hints."""
    value = item.setup.option(NAME, -1)
    if value < 0 or not visible:
        return {}
    return {NAME: _valued(visible.get(player, sees(value, seat)) for seat, player in enumerate(item.players))}


def _valued(seats: Iterable[bool]) -> int:
    first, second = seats
    return int(first) if first == second else _FIRST if first else _FIRST + 1
