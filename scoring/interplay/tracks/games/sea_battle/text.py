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
from interplay.tracks.games.shared.rulebook import rulebook

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

SUMMARY, TOPICS = rulebook(
    "sea_battle",
    size=SIZE,
    last=SIZE - 1,
    rocks=ROCKS,
    range=RANGE,
    rounds=MAX_ROUNDS,
    shot=SHOT_DAMAGE,
    rock=ROCK_DAMAGE,
    ram=RAM_DAMAGE,
    threshold=THRESHOLD,
)
