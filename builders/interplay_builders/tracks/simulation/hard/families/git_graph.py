"""A terminal in a git repository: the graph of a history with criss-cross and octopus merges, drawn by the real git."""

from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import exact, session, task_by, turns_of
from interplay_builders.tracks.simulation.hard.words import texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
task = task_by(TEXTS, "branch-graph-terminal", "git_graph", ("git", "--version"))
SIZES = {1: (2, 1, 4), 2: (4, 8, 22), 3: (6, 26, 56), 4: (8, 60, 110)}
"""Of each level: branches besides main, merges, and commits without merges."""
TOPICS = ("login", "cart", "docs", "api", "theme", "cache", "mail", "search", "cron", "audit")
ALL = "git log --graph --format=%s --all"
LOGS = ("git log --graph --format=%s", ALL)
START, STEP = 1_700_000_000, 60
"""Date of the first commit less a step, and what is between two commits, in seconds."""


class _History:
    """A repository as it grows: the commits that each branch holds, and the commands so far."""

    def __init__(self, chance: Stream, branches: int) -> None:
        self.chance, self.current = chance, "main"
        self.holds: dict[str, frozenset[str]] = {"main": frozenset()}
        self.waiting = chance.sample(TOPICS, branches)
        self.count: dict[str, int] = {"main": 0}
        self.merges = 0

    def commit(self) -> str:
        self.count[self.current] += 1
        name = f"{self.current}{self.count[self.current]}"
        self.holds[self.current] |= {name}
        return f"c {name}"

    def branch(self) -> str:
        name, self.current = self.waiting.pop(), self.current
        self.holds[name], self.count[name] = self.holds[self.current], 0
        self.current = name
        return f"git switch -qc {name}"

    def switch(self) -> str:
        self.current = self.chance.choice([name for name in self.holds if name != self.current])
        return f"git switch -q {self.current}"

    def sources(self) -> list[str]:
        """Return branches that can be merged at once: each has something new for the others and for this one."""
        mine, chosen = self.holds[self.current], list[str]()
        for name in self.chance.shuffled(list(self.holds)):
            new = self.holds[name]
            others = (mine, *(self.holds[other] for other in chosen))
            if name != self.current and all(not new <= other and not other <= new for other in others):
                chosen.append(name)
        return chosen

    def merge(self, most: int) -> str:
        names = self.sources()[:most]
        self.merges += 1
        title = f"merge{self.merges}"
        self.holds[self.current] = self.holds[self.current].union({title}, *(self.holds[name] for name in names))
        return f"m {title} {' '.join(names)}"


def commands(chance: Stream, level: int) -> Iterator[str]:
    """Yield the commands of a whole history; octopus merges begin at the third level."""
    branches, merges, commits = SIZES[level]
    history, done = _History(chance, branches), 2
    yield from (history.commit(), history.commit())
    while done < commits or history.merges < merges:
        draw = chance.below(10)
        due = history.merges * commits < merges * (done - 2)
        if history.waiting and (draw < 4 or len(history.holds) == 1):
            yield history.branch()
        elif due and history.merges < merges and history.sources():
            yield history.merge(2 if level > 2 and history.merges % 3 == 1 else 1)
            continue
        elif draw < 8:
            yield history.switch()
        yield history.commit()
        done += 1


def _imports(parts: list[list[str]]) -> Iterator[str]:
    """Yield a shell command for each part of the history, which ``git fast-import`` makes in one process."""
    branch, date = "main", START
    for part in parts:
        lines, changed = list[str](), set[str]()
        for step in part:
            # a step is "c NAME", "m NAME BRANCH ...", "git switch -q BRANCH" or "git switch -qc BRANCH"
            name, *words = step.removeprefix("git ").split()[1:]
            if step.startswith("git "):
                if name == "-qc":
                    lines += [f"reset refs/heads/{words[0]}", f"from refs/heads/{branch}", ""]
                    changed.add(words[0])
                branch = words[0]
                continue
            start = [f"from refs/heads/{branch}^0"] if branch not in changed and date > START else []
            date += STEP
            lines += [f"commit refs/heads/{branch}", f"committer Marta <marta@example.org> {date} +0000"]
            lines += [f"data {len(name)}", name, *start, *(f"merge refs/heads/{other}" for other in words), ""]
            changed.add(branch)
        stream = "\n".join(lines)
        yield f"git fast-import --quiet <<'EOF'\n{stream}\nEOF\ngit symbolic-ref HEAD refs/heads/{branch}"


def graphs(parts: list[list[str]]) -> list[list[str]]:
    """Return what git prints after each part of the commands: by each of ``LOGS``, then in the order of dates."""
    logs = [*LOGS, *(f"{log} --date-order" for log in LOGS)]
    rows = ["\n".join((command, *(f"{log}\necho =====" for log in logs))) for command in _imports(parts)]
    fixed = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat", "TERM": "dumb"}
    command = ("bash", "--norc", "-c", "\n".join(("set -e", "git init -q -b main", *rows)))
    printed = programs.run(command, variables=fixed).split("=====\n")[:-1]
    clean = ["\n".join(line.rstrip() for line in text.strip("\n").split("\n")) for text in printed]
    return [clean[start : start + len(logs)] for start in range(0, len(clean), len(logs))]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue in which a history grows and is drawn after each part; all branches where one shows little."""
    steps = list(commands(chance, level))
    cuts = [round(len(steps) * part) for part in ((0.5,), (0.2, 0.5), (0.1, 0.2), (0.06, 0.12))[level - 1]]
    parts = [steps[a:b] for a, b in zip((0, *cuts), (*cuts, len(steps)), strict=True)]
    log, printed = chance.below(len(LOGS)), graphs(parts)
    if printed[-1][log].count("merge") < SIZES[level][1]:
        log = LOGS.index(ALL)
    asked = ("\n".join((*part, LOGS[log])) for part in parts)
    turns = turns_of(chance, TEXTS, asked, (texts[log] for texts in printed))
    graph, by_date = printed[-1][log], printed[-1][len(LOGS) + log]
    return session(task(), turns, _near(graph, by_date), exact(graph))


def _near(graph: str, by_date: str) -> Iterator[str]:
    """Yield the graph by date, without lanes, with lanes that close at once, with a merge's lanes not spread."""
    rows = graph.split("\n")
    yield by_date
    yield "\n".join(f"* {row.split()[-1]}" for row in rows if "*" in row)
    yield "\n".join(row for row in rows if "*" in row or "\\" in row)
    yield graph.replace("*   ", "* ")
    yield graph.replace("|/", "/")


FAMILY = Family(dialogue)
