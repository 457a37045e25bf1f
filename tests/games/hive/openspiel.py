"""OpenSpiel's Hive beside ours on the same moves, as far as the rules are the same.

OpenSpiel has two beetles a player, which cannot be switched off, and the tournament rule that nobody begins with the
queen. Beetles are never played and left out of its moves, the queen out of the first turns of ours. Where a player
could only place a beetle, we pass and OpenSpiel does not, so that the comparison of that game ends. As long as the
first player's queen is not placed OpenSpiel takes no tile for pinned (it looks for pinned tiles from that queen on), so
that until then its moves of placed tiles need only contain ours.
"""

from collections.abc import Collection, Set
from typing import Any

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.board import DIRECTIONS, axial, hex_at
from interplay.tracks.games.hive.position import QUEENS, RESERVE, State
from interplay.tracks.games.hive.rules import GAME
from tests.games.hive.tables import start, step, turns

PARAMETERS = "hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False,board_size=14)"
KINDS = {"Q": "queen", "S": "spider", "G": "grasshopper", "A": "ant", "B": "beetle"}
SIGNS = {"{}-": 0, "{}/": 1, "\\{}": 2, "-{}": 3, "/{}": 4, "{}\\": 5}
"""How a move is written that ends beside a tile, in the order of ``DIRECTIONS``."""


class Compared(Struct):
    """How many turns were the same, and how the game ended: ``decided``, ``drawn`` or ``beetle``."""

    turns: int = 0
    end: str = ""


def compare(game: Any, seed: object, crowding: int) -> Compared:
    """Play one game in both; raise ``AssertionError`` at the first difference.

    *crowding* percent of the turns go beside the other queen if any can, so that games are decided.
    """
    ours, theirs, names = start(), game.new_initial_state(), dict[str, int]()
    stream, done = Stream("tests", str(seed), "openspiel"), Compared()
    while True:
        if not GAME.to_move(ours) or theirs.is_terminal():
            assert not GAME.to_move(ours) and theirs.is_terminal(), f"{seed}: only one game is over, turn {done.turns}"
            blue, green = GAME.outcome(ours).returns
            assert theirs.returns() == [blue - green, green - blue], f"{seed}: other returns"
            done.end = "decided" if blue != green else "drawn"
            return done
        assert theirs.current_player() == ours.seat
        legal = [turn for turn in turns(ours) if ours.turns > 1 or "queen" not in turn]
        known = _moves(theirs, names)
        if legal == ["pass"] and not known:
            done.end = "beetle"
            return done
        assert set(legal) == _free(known, set(legal), ours), f"{seed}: other moves on turn {done.turns}"
        chosen = _choose(legal, ours, stream, crowding)
        action, name = known[chosen]
        theirs.apply_action(action)
        if name:
            names[name] = _end(chosen)
        ours = step(ours, chosen)
        done.turns += 1


def _moves(theirs: Any, names: dict[str, int]) -> dict[str, tuple[int, str]]:
    """Return OpenSpiel's moves without those of beetles by our ids; *names* has the hex of each of its tiles."""
    found: dict[str, tuple[int, str]] = {}
    for action in theirs.legal_actions():
        text = theirs.action_to_string(action)
        if text == "pass":
            return {"pass": (action, "")}
        name, _, target = text.partition(" ")
        if name[1] == "B":
            continue
        q, r = axial(_hex(target, names))
        if name in names:
            at = axial(names[name])
            found[f"move:{at[0]},{at[1]}>{q},{r}"] = action, name
        else:
            found[f"place:{KINDS[name[1]]}@{q},{r}"] = action, name
    return found


def _free(known: Collection[str], legal: Set[str], ours: State) -> set[str]:
    """Return OpenSpiel's moves without those of tiles that it does not know to be pinned."""
    loose = ours.where[QUEENS[0]] == RESERVE
    return {turn for turn in known if turn in legal or not (loose and turn.startswith("move:"))}


def _hex(target: str, names: dict[str, int]) -> int:
    if not target:
        return hex_at(0, 0)
    tile = target.strip("-/\\")
    return names[tile] + DIRECTIONS[SIGNS[target.replace(tile, "{}")]]


def _end(chosen: str) -> int:
    q, r = chosen.replace("@", ">").split(">")[1].split(",")
    return hex_at(int(q), int(r))


def _choose(legal: list[str], ours: State, stream: Stream, percent: int) -> str:
    queen = ours.where[QUEENS[1 - ours.seat]]
    crowding = [turn for turn in legal if turn != "pass" and _end(turn) - queen in DIRECTIONS]
    return stream.choice(crowding if crowding and stream.below(100) < percent else legal)
