"""The example for TRL with a trainer that asks for rewards as GRPOTrainer does, and a tiny policy: no torch needed."""

import runpy
import sys
from collections import defaultdict
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from interplay.core.randomness import Stream

SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "train_with_trl.py"


class Trainer:
    """Samples completions of each prompt, and keeps the mean reward of each: a policy of one number a move."""

    made: "Trainer"

    def __init__(self, *, model: str, reward_funcs: Any, args: Any, train_dataset: Any) -> None:
        self.model, self.reward, self.args, self.rows = model, reward_funcs, args, list(train_dataset)
        self.rewards: list[list[float]] = []
        self.means: dict[str, list[float]] = defaultdict(list)
        self.saved = ""
        Trainer.made = self

    def train(self) -> None:
        stream = Stream("policy", 0, "moves")
        for row in self.rows[:12]:
            texts = [f"Action: ({stream.below(3) + 1},{stream.below(3) + 1})" for _ in range(self.args.num_generations)]
            completions = [[{"role": "assistant", "content": text}] for text in texts]
            columns = {key: [value] * len(texts) for key, value in row.items() if key != "prompt"}
            logged = {"trainer_state": None, "log_extra": print, "log_metric": print}
            ids = [[0]] * len(texts)
            rewards = self.reward(
                prompts=[row["prompt"]] * len(texts), completions=completions, completion_ids=ids, **columns, **logged
            )
            self.rewards.append(rewards)
            for text, reward in zip(texts, rewards, strict=True):
                self.means[text].append(reward)

    def save_model(self, folder: str) -> None:
        self.saved = folder


@pytest.fixture
def _trl(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, names in (
        ("trl", {"GRPOConfig": SimpleNamespace, "GRPOTrainer": Trainer}),
        ("datasets", {"Dataset": SimpleNamespace(from_list=list)}),
    ):
        module = ModuleType(name)
        module.__dict__.update(names)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("_trl")
def test_a_policy_is_rewarded_with_exact_regret_in_shared_states() -> None:
    script = runpy.run_path(str(SCRIPT))
    script["main"](["--model", "tiny", "--matches", "4", "--out", "there"])
    made = Trainer.made
    assert (made.model, made.saved, made.args.num_generations) == ("tiny", "there", 8)
    assert all(len(rewards) == 8 for rewards in made.rewards)
    assert {reward for rewards in made.rewards for reward in rewards} <= {0.0, -1.0, -2.0}
    assert any(len(set(rewards)) > 1 for rewards in made.rewards)
    assert {len(row["replies"]) for row in made.rows} >= {0, 1, 2}


def test_where_moves_have_no_values_the_competent_bot_plays_on() -> None:
    script = runpy.run_path(str(SCRIPT))
    row = next(script["decisions"]("bargain", range(1)))
    assert row.keys() == {"prompt", "game", "seed", "replies"}
    (value,) = script["reward"](["I propose to keep everything."], ["bargain"], [row["seed"]], [row["replies"]])
    assert 0.0 <= value <= 10.0
