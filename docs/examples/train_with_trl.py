"""Train a model on a game with TRL: python docs/examples/train_with_trl.py --model Qwen/Qwen3-0.6B --game tictactoe.

Every row of the data set is one decision of a training match, and all completions of a row answer the same prompt in
the same state, as GRPO needs it. The states are those that a random player gets into.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

import interplay
from interplay.adapters.training import Episode, match

BOTS = interplay.load_track("games").bots


def decisions(game: str, seeds: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the decisions of training matches: the prompt, and the replies that lead to it."""
    for seed in seeds:
        episode = Episode(match(game, seed))
        replies: list[str] = []
        while not episode.done:
            yield {"prompt": episode.messages, "game": game, "seed": seed, "replies": [*replies]}
            replies.append(BOTS["random"](episode.ask))
            episode.reply(replies[-1])


def reward(completions: list[Any], game: list[str], seed: list[int], replies: list[list[str]], **_: Any) -> list[float]:
    """Return what each completion earns, as GRPOTrainer asks for it; the other arguments are columns of the data."""
    return [earned(*row) for row in zip(completions, game, seed, replies, strict=True)]


def earned(completion: Any, game: str, seed: int, replies: list[str]) -> float:
    """Return minus the exact regret of a reply, or the worth of the match when the competent bot plays on."""
    episode = Episode(match(game, seed))
    for text in replies:
        episode.reply(text)
    value = episode.reply(completion if isinstance(completion, str) else completion[-1]["content"])
    while episode.goal == "worth" and not episode.done:
        value = episode.reply(BOTS["competent"](episode.ask))
    return value


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and save the model."""
    parser = argparse.ArgumentParser(description="Train a model on a game with TRL.")
    parser.add_argument("--model", required=True)
    parser.add_argument("--game", default="tictactoe")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--out", default="trained")
    given = parser.parse_args(arguments)

    from datasets import Dataset  # noqa: PLC0415  they take seconds to import
    from trl import GRPOConfig, GRPOTrainer  # noqa: PLC0415

    rows = Dataset.from_list([*decisions(given.game, range(given.matches))])
    config = GRPOConfig(output_dir=given.out, num_generations=8, max_completion_length=512)
    trainer = GRPOTrainer(model=given.model, reward_funcs=reward, args=config, train_dataset=rows)
    trainer.train()
    trainer.save_model(given.out)


if __name__ == "__main__":
    main()
