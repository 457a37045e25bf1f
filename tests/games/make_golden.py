"""Write the golden transcript of a game: python tests/games/make_golden.py GAME [SEED]. Read it before committing."""

import sys
from pathlib import Path

import msgspec

from games import matches
from interplay import codec
from interplay.exchange import Ask

FOLDER = Path(__file__).parents[1] / "golden" / "games"


def main(game: str, seed: str = "golden") -> None:
    """Play a match of random moves in which one reply is no move, and write it with all prompts."""
    item = matches.item(game, seed=seed)
    player = matches.randomly(seed)
    prompts: list[str] = []

    def reply(ask: Ask) -> str:
        prompts.append("\n\n".join(f"[{m.role}]\n{m.content}" for m in ask.messages))
        return "I would rather not say." if len(prompts) == 2 else player(ask)

    case = {"item": item, "prediction": matches.play(item, reply), "prompts": prompts}
    text = msgspec.json.format(codec.canonical(case), indent=1)
    (FOLDER / f"{game}.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
