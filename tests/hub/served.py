"""A machine that knows no other Hub than the stand-in, with a cache of its own: in this process, or in fresh ones."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from huggingface_hub import close_session, constants

from tests.fake_hub import FakeHub
from tests.support import Ran

NAME = "owner/interplay"
DROPPED = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "HF_TOKEN", "HF_HUB_CACHE", "HF_ASSETS_CACHE", "HF_HUB_OFFLINE")


@dataclass(frozen=True)
class Machine:
    """A machine: the Hub that it reaches, the home of its cache, and settings of its environment."""

    hub: FakeHub
    home: Path
    capture: pytest.CaptureFixture[str]
    settings: Mapping[str, str] = field(default_factory=dict)

    def having(self, **settings: str) -> "Machine":
        """Return the same machine with these variables, the others dropped."""
        return replace(self, settings=settings)

    def python(self, *words: object) -> Ran:
        """Run Python on *words* in a fresh process."""
        environment = {
            **{name: value for name, value in os.environ.items() if name.upper() not in DROPPED},
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
        """Run ``interplay`` in this process, whose client of the Hub is set as a fresh one would set itself."""
        from interplay.cli.main import main

        return self._run(main, "interplay", *words)

    def publish(self, root: Path, *words: object) -> Ran:
        """Run ``interplay-build publish`` in this process, as one who may write unless the settings say otherwise."""
        from interplay_builders.cli import main

        machine = self if "HF_TOKEN" in self.settings else self.having(HF_TOKEN="hf_writer")
        return machine._run(main, "interplay-build", "publish", root, "--repo", NAME, *words)

    def _run(self, main: Callable[[], None], *words: object) -> Ran:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as stopped:
            self._set(patch)
            patch.setattr(sys, "argv", [str(word) for word in words])
            main()
        printed = self.capture.readouterr()
        close_session()
        return Ran(int(stopped.value.code or 0), printed.out, printed.err)

    def _set(self, patch: pytest.MonkeyPatch) -> None:
        """Set what huggingface_hub reads from its environment when it is imported, and what it reads later."""
        endpoint = self.settings.get("HF_ENDPOINT", self.hub.url)
        for name in [name for name in os.environ if name.upper() in DROPPED]:
            patch.delenv(name)
        for name, value in self.settings.items():
            patch.setenv(name, value)
        values = {
            "ENDPOINT": endpoint,
            "HUGGINGFACE_CO_URL_TEMPLATE": endpoint + "/{repo_id}/resolve/{revision}/{filename}",
            "HF_HUB_CACHE": str(self.home / "hub"),
            "HF_ASSETS_CACHE": str(self.home / "assets"),
            "HF_TOKEN_PATH": str(self.home / "token"),
            "HF_HUB_OFFLINE": self.settings.get("HF_HUB_OFFLINE") == "1",
            "HF_HUB_DISABLE_XET": True,
            "HF_HUB_DISABLE_PROGRESS_BARS": True,
        }
        for name, setting in values.items():
            patch.setattr(constants, name, setting)
        patch.chdir(self.home)

    def files(self, pattern: str) -> Iterator[Path]:
        """Yield the files below the machine's home."""
        return (path for path in sorted(self.home.rglob(pattern)) if path.is_file())
