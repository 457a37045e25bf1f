"""A seat of a game, or a track, as a taskset of verifiers: each decision is a rollout of its own (note 0106)."""

from collections.abc import Iterator
from typing import Any

from interplay.adapters.training import Episode, Goal, episodes
from interplay.core.extras import require

require("verifiers", "interplay.adapters.verifiers")

import verifiers.v1 as vf  # noqa: E402  after the check

__all__ = ["InterplayEnv", "InterplayTaskset"]
KINDS = {"system": vf.SystemMessage, "user": vf.UserMessage, "assistant": vf.AssistantMessage}


class InterplayConfig(vf.TasksetConfig):
    """Either ``game``, or ``track`` and ``folder``, as in ``training.episodes``; ``episodes`` seeds from ``first``."""

    game: str = ""
    track: str = ""
    folder: str = ""
    opponent: str = "competent"
    reward: Goal | None = None
    first: int = 0
    episodes: int = 1_000


class InterplayTaskset(vf.Taskset[vf.Task, InterplayConfig]):
    """Episodes of consecutive training seeds."""

    def load(self) -> Iterator[vf.Task]:
        """Yield a task for each episode; its id is the seed."""
        known = self.config
        for seed in range(known.first, known.first + known.episodes):
            yield vf.Task(vf.TaskData(id=str(seed), name=f"{known.game or known.track}/{seed}"), known.task)


class InterplayEnvConfig(vf.EnvConfig):
    """The one seat that is trained."""

    player: vf.AgentConfig = vf.AgentConfig()


class InterplayEnv(vf.Env[InterplayEnvConfig]):
    """Runs the player once for each decision; each run's trace has the decision's reward."""

    def __init__(self, config: InterplayEnvConfig) -> None:
        super().__init__(config)
        known = self.taskset.config
        self._item = episodes(known.game, track=known.track, folder=known.folder, opponent=known.opponent)

    async def run(self, task: vf.Task, agents: Any) -> None:
        """Play one episode. With the goal ``worth`` every decision gets the result of the whole episode."""
        episode, traces = Episode(self._item(int(task.data.id)), self.taskset.config.reward), []
        while not episode.done:
            prompt = [KINDS[message["role"]](content=message["content"]) for message in episode.messages]
            trace = await agents.player.run(task.with_data(prompt=prompt))
            if not trace.ok:
                return  # the error is on the trace, and fails the episode
            trace.record_reward("interplay", episode.reply(trace.last_reply))
            traces.append(trace)
        for trace in traces if episode.goal == "worth" else ():
            trace.record_reward("interplay", episode.result)
