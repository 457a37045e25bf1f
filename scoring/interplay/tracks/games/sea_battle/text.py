"""The words of Sea Battle's rules, with the numbers that the engine uses."""

from interplay.tracks.games.sea_battle.waters import (
    MAX_ROUNDS,
    MENU,
    RAM_DAMAGE,
    RANGE,
    ROCK_DAMAGE,
    ROCKS,
    SHOT_DAMAGE,
    SIZE,
    THRESHOLD,
)
from interplay.tracks.games.shared.menu import Topic

_MOVES = {
    "left": "one square ahead, a quarter turn to the left, one more square ahead in the new direction",
    "forward": "one square ahead",
    "right": "one square ahead, a quarter turn to the right, one more square ahead in the new direction",
    "stay": "stay on the square",
}
_BLOCKED = {
    "left": " A blocked step is skipped; the turn is made in any case.",
    "right": " A blocked step is skipped; the turn is made in any case.",
    "forward": " If the square is blocked the ship stays where it is.",
    "stay": "",
}
_PARTS = tuple(order.split("_") for order in MENU)
NOTES = tuple(f"{_MOVES[movement]}; then fire to the {side}" for movement, side in _PARTS)
"""What each order does, by its number."""
EXPLAINED = tuple(
    f"{note[0].upper()}{note[1:]}, as seen from the ship after the movement, over up to {RANGE} squares."
    f"{_BLOCKED[movement]}"
    for note, (movement, _) in zip(NOTES, _PARTS, strict=True)
)
"""The same at more length."""
LIMIT = {
    True: (
        f"If both teams have ships afloat after round {MAX_ROUNDS}, the team with more of them wins; if equal, the "
        "team whose ships afloat have less damage in all; if that is equal too, it is a draw."
    ),
    False: f"If both teams have ships afloat after round {MAX_ROUNDS}, it is a draw.",
}
"""The effect of the round limit, with and without adjudication."""

SUMMARY = (
    f"Two teams of three ships fight on a {SIZE} by {SIZE} board with rocks. You command one ship; nobody can talk. "
    "Each round every ship afloat chooses a movement and a side on which it fires, without knowing the others' "
    "choices. All ships act at the same time: first the movements, then the broadsides. Left and right are as seen "
    f"from the ship, for firing after its movement. A shot flies at most {RANGE} squares, stops at the first rock or "
    f"ship and does {SHOT_DAMAGE} damage to that ship, friend or enemy. Running into a rock does {ROCK_DAMAGE} damage; "
    f"a collision before any turn does {RAM_DAMAGE} to each ship. A ship with {THRESHOLD} damage sinks. Your team wins "
    "when all enemy ships are sunk and at least one of yours is afloat."
)
TOPICS = (
    Topic(
        "Damage",
        f"A broadside that hits does {SHOT_DAMAGE}. A rock that stops a step does {ROCK_DAMAGE}; a movement with a "
        "turn has two steps, so this can happen twice in a round. Ships that collide in the first step of their "
        f"movements take {RAM_DAMAGE} each, including one that lay still, but no ship takes more than {RAM_DAMAGE} a "
        "round in this way. In the step after a turn ships stop each other without damage. Damage is never repaired.",
    ),
    Topic(
        "Sinking",
        f"A ship sinks at {THRESHOLD} damage. This is settled after the first step, after the step that follows a turn "
        "and after the broadsides, for all ships together, so two ships can sink each other. A sunk ship "
        "blocks nobody, no longer fires and gives no more orders; its team fights on.",
    ),
    Topic(
        "Winning",
        "A team wins when all enemy ships are sunk and at least one of its own is afloat. If the last ships of both "
        "teams sink in the same round, it is a draw. What happens after round "
        f"{MAX_ROUNDS} is stated with each position.",
    ),
    Topic(
        "Board",
        f"Squares are written (x, y), each from 0 to {SIZE - 1}; x grows to the east, y to the north. All squares with "
        f"x or y equal to 0 or {SIZE - 1} are rocks. So are {ROCKS} squares inside, drawn at random before the battle "
        "like the squares and headings of the ships. Rocks stop ships and shots and are never removed. No two ships "
        "share a square.",
    ),
    Topic(
        "Gameplay",
        "A round has four steps. (1) All ships that do not stay go one square ahead. A ship is stopped by a rock, by "
        "a ship that wants the same square, by one that does not leave it, and by one that would swap squares with it; "
        "it may follow a ship that moves on. (2) Ships that turn do so, stopped or not. (3) They go one "
        "square ahead in the new direction, with the same obstacles. (4) Every ship afloat fires to its left or its "
        f"right, which is north or south of a ship that heads east, over up to {RANGE} squares. Holding fire is not "
        "possible, nor is firing ahead or astern.",
    ),
    Topic(
        "Teams",
        "Ships 0, 1 and 2 are one team, ships 3, 4 and 5 the other. The ships of a team win and lose together. They "
        "choose alone, without talking to each other, and their shots and collisions can harm each other, too.",
    ),
)
