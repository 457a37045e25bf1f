"""The games as PettingZoo environments with an agent a seat (note 0106)."""

from collections.abc import Mapping
from typing import Any, Final

from interplay.adapters.training import SELF, Episode, Goal, match
from interplay.core.driver import Option
from interplay.core.errors import MoveError
from interplay.core.extras import require
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation

require("pettingzoo", "interplay.adapters.pettingzoo")

import numpy as np  # noqa: E402  after the check
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

MOVES: Final = 1_024  # the size of the action space of every game; Bid has the most legal moves, 1,001


class AnyText(spaces.Text):
    """Texts of any characters, which are what models read."""

    def contains(self, x: object) -> bool:
        """Return whether *x* is a text that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length


class GameEnv(AECEnv):
    """A game in which every seat is an agent, ``seat_0`` first; agents that move at once are asked in turn.

    An observation is what a model is shown at that seat: ``messages``, and an ``action_mask``. An action is the number
    of a legal move in canonical order; ``step`` also takes the text of a reply, which is read as a model's.

    *reward* is ``regret`` for minus what each move loses beside the best one, where exact values are known (the default
    in Bid and TicTacToe), or ``worth`` for the result at the end, in the game's own unit. *options* are those of the
    rules; the *render_mode* ``ansi`` lets ``render`` return the position as text.
    """

    def __init__(
        self, game: str, *, reward: Goal | None = None, options: Mapping[str, int] | None = None, render_mode: str = ""
    ) -> None:
        self.game, self.render_mode = catalogue.load(game), render_mode
        self.metadata = {"name": game, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        message = spaces.Dict({"role": AnyText(16), "content": AnyText(200_000)})
        observation = {"messages": spaces.Sequence(message), "action_mask": spaces.Box(0, 1, (MOVES,), np.int8)}
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOVES) for agent in self.possible_agents}
        self._reward, self._options = reward, options
        self.reset(seed=0)  # so that wrong arguments are refused here
        self._next = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what *agent* is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of moves; the mask of an observation says which there are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  PettingZoo's
        """Begin the training match of a seed, a whole number from 0; without one, the match after the last."""
        number = self._next if seed is None else seed
        self.episode = Episode(match(self.game.name, number, opponent=SELF, options=self._options), self._reward)
        self._next = number + 1
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        """Say who moves, and what the moves are; ``infos`` has their names."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves: tuple[Option, ...] = ()
        if not self.episode.done:
            at, self._moves = self.episode.ask.about(Situation), self.episode.options()
            self.agent_selection, self._state = f"seat_{at.seat}", at.state
            self.infos[self.agent_selection] = {"moves": [move.name for move in self._moves]}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent to move is shown; for others there are no messages and no moves."""
        mask, moves = np.zeros(MOVES, np.int8), agent == self.agent_selection
        mask[: len(self._moves) if moves else 0] = 1
        return {"messages": tuple(self.episode.messages) if moves else (), "action_mask": mask}

    def step(self, action: int | str | None) -> None:
        """Make the move with the number *action*, or the one that a text is read as; ``MoveError`` for other numbers.

        After a text that is no move the same agent is asked again, with the error, as a model would be.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, str) and (action is None or not 0 <= action < len(self._moves)):
            raise MoveError(f"found the move {action}, expected a whole number below {len(self._moves)}, or a text")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        reward = self.episode.reply(action if isinstance(action, str) else self._moves[int(action)].reply)
        self._ask()
        if self.episode.goal == "regret":
            self.rewards[agent] = reward
        elif self.episode.done:
            self.rewards = {f"seat_{seat}": float(worth) for seat, worth in self.episode.worths().items()}
        if self.episode.done:
            self.terminations, self.agent_selection = dict.fromkeys(self.agents, True), self.agents[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the whole position as text in the mode ``ansi``, at the end the last one in which somebody moved."""
        return self.game.show(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to free."""
