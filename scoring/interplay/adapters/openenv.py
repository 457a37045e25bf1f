"""A seat of a game, or an item of another track, as an OpenEnv environment: each step is one decision (note 0106)."""

from typing import Any

from interplay.adapters.training import Episode, Goal, episodes
from interplay.core.errors import InterplayError
from interplay.core.extras import require

require("openenv", "interplay.adapters.openenv")

from openenv.core.env_server import Action, Environment, Observation, State  # noqa: E402  after the check


class ReplyAction(Action):
    """The text of a model's reply."""

    text: str


class MessagesObservation(Observation):
    """What a model is shown: the whole prompt of one decision, as chat messages; none at the end."""

    messages: list[dict[str, str]] = []


class InterplayEnvironment(Environment[ReplyAction, MessagesObservation, State]):
    """One system under test: ``InterplayEnvironment("hanabi")``, or with ``track=`` and ``folder=``.

    Arguments are those of ``training.episodes``; *reward* is ``regret`` or ``worth``, by default what suits the game.
    ``reset(seed)`` fixes the whole episode: the setup, the side, the opponent and all of its random choices. The state
    has the ``item_id``, and at the end the ``values`` of the item's metrics, as ``interplay score`` gives them.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "", *, reward: Goal | None = None, **source: Any) -> None:
        super().__init__()
        self._item, self._reward, self._next = episodes(game, **source), reward, 0
        self._episode: Episode | None = None
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> MessagesObservation:
        """Begin the episode of a seed, a whole number from 0; without one, that of the next number."""
        number = self._next if seed is None else seed
        self._episode, self._next = Episode(self._item(number), self._reward), number + 1
        self._state = State(episode_id=episode_id, item_id=self._episode.item.item_id, values={})
        return MessagesObservation(messages=self._episode.messages, done=self._episode.done)

    def step(self, action: ReplyAction, timeout_s: float | None = None, **_: Any) -> MessagesObservation:  # noqa: ARG002
        """Take the reply to the present decision; the observation has its reward."""
        if (episode := self._episode) is None:
            raise InterplayError("there is no episode yet: call reset")
        reward = episode.reply(action.text)
        self._state.step_count += 1
        self._state.values = dict(episode.grade.values) if episode.done else {}
        return MessagesObservation(messages=episode.messages, done=episode.done, reward=reward)

    @property
    def state(self) -> State:
        """Which item is played, and how it ended."""
        return self._state
