"""Programs in fresh processes that know no other Hub than the stand-in, with a cache of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.fake_hub import FakeHub
from tests.support import Ran

NAME = "owner/interplay"
DROPPED = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "HF_TOKEN", "HF_HUB_CACHE", "HF_ASSETS_CACHE", "HF_HUB_OFFLINE")


@dataclass(frozen=True)
class Machine:
    """A machine: the Hub that it reaches, the home of its cache, and settings of its environment."""

    hub: FakeHub
    home: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    def having(self, **settings: str) -> "Machine":
        """Return the same machine with these variables, the others dropped."""
        return replace(self, settings=settings)

    def python(self, *words: object) -> Ran:
        """Run Python on *words*."""
        kept = {name: value for name, value in os.environ.items() if name.upper() not in DROPPED}
        environment = {
            **kept,
            "HF_ENDPOINT": self.hub.url,
            "HF_HOME": str(self.home),
            "HF_HUB_DISABLE_XET": "1",  # its servers are no part of the stand-in
            "HF_HUB_DISABLE_PROGRESS_BARS": "1",
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "PYTHONWARNINGS": "ignore",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            **self.settings,
        }
        command = [sys.executable, *map(str, words)]
        done = subprocess.run(
            command, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120, cwd=self.home
        )
        assert "Traceback" not in done.stderr, done.stderr[-3000:]
        return Ran(done.returncode, done.stdout, done.stderr)

    def interplay(self, *words: object) -> Ran:
        """Run ``interplay``."""
        return self.python("-m", "interplay", *words)

    def publish(self, root: Path, *words: object) -> Ran:
        """Run ``interplay-build publish`` as one who may write."""
        machine = self if "HF_TOKEN" in self.settings else self.having(HF_TOKEN="hf_writer")
        return machine.python("-m", "interplay_builders", "publish", root, "--repo", NAME, *words)

    def files(self, pattern: str) -> Iterator[Path]:
        """Yield the files below the machine's home."""
        return (path for path in sorted(self.home.rglob(pattern)) if path.is_file())
