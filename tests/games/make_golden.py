"""Write the golden transcript of a game: python -m tests.games.make_golden GAME [SEED [BOT]].

The moves are random, or a bot's where random ones say too little. Read the transcript before committing it. After a
change of nothing but prompts, python -m tests.games.make_golden GAME --prompts keeps the match and writes its prompts.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.records import Item, Prediction
from tests.games import matches

FOLDER = Path(__file__).parent


def playing(game: str, name: str) -> Callable[[Ask], str]:
    """Return a player that sends the moves of a bot."""
    bot = catalogue.bots_of(game)[name]

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return bot.move(at.game, at.state, at.seat, Turn(at.item.setup, at.round, at.seat).stream(f"bot/{bot.name}"))

    return reply


def main(game: str, seed: str = "golden", bot: str = "") -> None:
    """Play a match in which one reply is no move, and write it with all prompts."""
    item = matches.item(game, seed=seed)
    player = playing(game, bot) if bot else matches.randomly(seed)
    prompts: list[str] = []

    def reply(ask: Ask) -> str:
        prompts.append("\n\n".join(f"[{m.role}]\n{m.content}" for m in ask.messages))
        return "I would rather not say." if len(prompts) == 2 else player(ask)

    save(game, item, matches.play(item, reply), prompts)


def again(game: str) -> None:
    """Write the prompts of the match that the transcript holds."""
    old = msgspec.json.decode((FOLDER / game / "golden.json").read_bytes())
    item, prediction = msgspec.convert(old["item"], Item), msgspec.convert(old["prediction"], Prediction)
    texts = iter([text for moves in prediction.rounds for move in moves for text in (*move.attempts, move.text)])
    prompts: list[str] = []

    def reply(ask: Ask) -> str:
        prompts.append("\n\n".join(f"[{m.role}]\n{m.content}" for m in ask.messages))
        return next(texts)

    if matches.play(item, reply).rounds != prediction.rounds:
        raise SystemExit(f"{game}: the match itself goes another way now; write the whole transcript anew")
    save(game, item, prediction, prompts)


def save(game: str, item: Item, prediction: Prediction, prompts: list[str]) -> None:
    """Write a transcript to the game's folder of tests."""
    case = {"item": item, "prediction": prediction, "prompts": prompts}
    text = msgspec.json.format(canonical.encode(case), indent=1)
    (FOLDER / game / "golden.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    if sys.argv[2:] == ["--prompts"]:
        again(sys.argv[1])
    else:
        main(*sys.argv[1:])
