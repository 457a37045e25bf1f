"""Play all sixteen games with random agents, and print what they get: python docs/examples/random_league.py."""

import sys
from collections import defaultdict

from interplay.adapters.pettingzoo import GameEnv
from interplay.tracks.games import catalogue


def play(env: GameEnv, seed: int) -> dict[str, float]:
    """Play one match with moves drawn from the mask; return what each agent got."""
    total: dict[str, float] = defaultdict(float)
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(1_000 * seed + number)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return dict(total)


def league(matches: int, games: tuple[str, ...] = catalogue.names()) -> list[tuple[str, str, list[float]]]:
    """Return for each game its title, what is rewarded, and the mean reward of each agent."""
    rows = []
    for game in games:
        env = GameEnv(game)
        played = [play(env, seed) for seed in range(matches)]
        means = [sum(match[agent] for match in played) / matches for agent in env.possible_agents]
        rows.append((env.game.title, env.episode.goal, means))
    return rows


def table(rows: list[tuple[str, str, list[float]]]) -> str:
    """Return the league as a table in Markdown."""
    lines = ["| game | reward | mean reward of seat 0, 1, … |", "|---|---|---|"]
    return "\n".join(
        [*lines, *(f"| {title} | {goal} | {', '.join(f'{x:.2f}' for x in xs)} |" for title, goal, xs in rows)]
    )


if __name__ == "__main__":
    sys.stdout.write(table(league(int(sys.argv[1]) if len(sys.argv) > 1 else 2)) + "\n")
