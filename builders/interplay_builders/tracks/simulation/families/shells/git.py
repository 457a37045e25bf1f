"""A real git in a throw-away repository, below bash, with fixed names and dates.

Every request has an hour of its own, so that a history is always the same; nothing that is shown holds a hash.
"""

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.shells.program import Program, cleanly
from interplay_builders.tracks.simulation.sessions import content

NAME, MAIL = "Marta", "marta@example.org"
BORN = 1_700_000_000
"""The time of the first commit, in seconds since 1970."""
HOUR = 3_600
_TABS = (8, 4, 2, 1)
_LOCATION = re.compile(r"^(?:environment|bash): line \d+: ", re.MULTILINE)


class GitSetup(Setup, frozen=True):
    """The state of the repository: ``past`` are the commands that made it, silently, in an empty repository."""

    past: str = ""


class Repository(Program):
    """A terminal in a repository; standard output and standard error are one text."""

    def __init__(self, setup: GitSetup) -> None:
        super().__init__(setup)
        self._past = setup.past

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests in one shell."""
        with tempfile.TemporaryDirectory(prefix="git-") as name:
            home = Path(name)
            (home / "work").mkdir()
            (home / "0").write_text(f"git init -q\n{self._past}\n", encoding="utf-8")
            for number, request in enumerate(requests, 1):
                (home / str(number)).write_text(request + "\n", encoding="utf-8")
            script = "cd work\n" + "".join(_step(number) for number in range(len(requests) + 1))
            cleanly(("bash", "--norc", "-c", f"cd\n{script}exit 0"), home, **_variables())
            return tuple(_printed(home / f"out-{number}") for number in range(1, len(requests) + 1))

    def checks_of_content(self, printed: str) -> tuple[Check, ...]:
        """Return the check of the text; the tabs in it may have been typed as blanks."""
        typed = (re.sub(r"\t", " " * width, printed) for width in _TABS)
        accepted = dict.fromkeys((printed, printed.expandtabs(8), *typed))
        return (content("text", TextParams(accepted=tuple(accepted))),)


def _variables() -> dict[str, str]:
    """Return names, settings and an editor that leaves all messages as they are."""
    people = {
        f"GIT_{role}_{kind}": v for role in ("AUTHOR", "COMMITTER") for kind, v in (("NAME", NAME), ("EMAIL", MAIL))
    }
    settings = dict(_settings(("init.defaultBranch", "main"), ("color.ui", "false"), ("advice.detachedHead", "false")))
    fixed = {"GIT_CONFIG_NOSYSTEM": "1", "EDITOR": "true", "GIT_PAGER": "cat", "TERM": "dumb", "LC_ALL": "C"}
    return people | settings | fixed


def _settings(*settings: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """Yield git's settings as variables of the environment."""
    yield "GIT_CONFIG_COUNT", str(len(settings))
    for number, (key, value) in enumerate(settings):
        yield f"GIT_CONFIG_KEY_{number}", key
        yield f"GIT_CONFIG_VALUE_{number}", value


def _step(number: int) -> str:
    """Return the line that runs one request in the same shell, at its own time."""
    time = f"'{BORN + number * HOUR} +0000'"
    dates = f"export GIT_AUTHOR_DATE={time} GIT_COMMITTER_DATE={time}"
    return f'{dates}; eval "$(cat ~/{number})" >~/out-{number} 2>&1 </dev/null\n'


def _printed(path: Path) -> str:
    return _LOCATION.sub("bash: ", path.read_text(encoding="utf-8")).removesuffix("\n")
