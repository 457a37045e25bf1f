"""Refuse changes of dataset/ that do not come with a new release: what was published is never edited.

    python .ci/dataset_guard.py          what is staged, against HEAD
    python .ci/dataset_guard.py main     what is staged or committed, against where this branch left main

Exit 0: dataset/ is as it was, or release.toml names another release; 1: neither; 2: Git knows no such revision.
"""

import subprocess
import sys
import tomllib


class GitError(Exception):
    """Git refused a command; the message is its own."""


def git(*arguments: str) -> str:
    """Return what git prints about the repository of the working directory; raise ``GitError`` when it fails."""
    done = subprocess.run(["git", *arguments], capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise GitError(done.stderr.strip())
    return done.stdout


def release_of(commit: str | None) -> object:
    """Return the release that the builders of *commit* make (of the index: ``None``); nothing where there are none."""
    listed = git("ls-tree", "-r", "--name-only", commit, "builders") if commit else git("ls-files", "builders")
    for path in listed.splitlines():
        if path.endswith("/release.toml"):
            return tomllib.loads(git("show", f"{commit or ''}:{path}"))["release"]
    return None


def check(base: str) -> str:
    """Return what is wrong with the index, held against where HEAD left *base*; an empty text when nothing is."""
    start = git("merge-base", base, "HEAD").strip()
    changed = git("diff", "--cached", "--name-only", start, "--", "dataset").splitlines()
    release = release_of(None)
    if not changed or release != release_of(start):
        return ""
    return (
        f"{len(changed)} files of dataset/ differ from {base} (such as {changed[0]}), and release.toml still says "
        f"{release}: raise `release` there, run interplay-build freeze, and commit both"
    )


def main(base: str = "HEAD") -> int:
    """Print what is wrong, and return the exit status."""
    try:
        wrong = check(base)
    except GitError as error:
        print(f"dataset guard: {error}", file=sys.stderr)
        return 2
    if wrong:
        print(f"dataset guard: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
