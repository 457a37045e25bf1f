"""Write the golden transcript of a game: python -m tests.games.make_golden GAME [SEED [BOT]].

The moves are random, or a bot's where random ones say too little. Read the transcript before committing it.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Place
from tests.games import matches

FOLDER = Path(__file__).parent


def playing(game: str, name: str) -> Callable[[Ask], str]:
    """Return a player that sends the moves of a bot."""
    bot = catalogue.bots_of(game)[name]

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return bot.move(at.game, at.state, at.seat, Place(at.item.setup, at.round, at.seat).stream(f"bot/{bot.name}"))

    return reply


def main(game: str, seed: str = "golden", bot: str = "") -> None:
    """Play a match in which one reply is no move, and write it with all prompts."""
    item = matches.item(game, seed=seed)
    player = playing(game, bot) if bot else matches.randomly(seed)
    prompts: list[str] = []

    def reply(ask: Ask) -> str:
        prompts.append("\n\n".join(f"[{m.role}]\n{m.content}" for m in ask.messages))
        return "I would rather not say." if len(prompts) == 2 else player(ask)

    case = {"item": item, "prediction": matches.play(item, reply), "prompts": prompts}
    text = msgspec.json.format(canonical.encode(case), indent=1)
    (FOLDER / game / "golden.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
