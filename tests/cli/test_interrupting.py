"""Ctrl-C on a terminal, which reaches every process that works there."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="process groups are for POSIX systems")


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_ends_all_processes_with_one_message(tmp_path: Path, processes: int) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, time\n"
        "from interplay.core.processes import workers\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        f"        with workers({processes}) as submit:\n"
        f"            tasks = [submit(time.sleep, 600) for _ in range({processes + 2})]\n"
        "            print('started', flush=True)\n"
        "            tasks[0].result()\n"
        "    except KeyboardInterrupt:\n"
        "        sys.exit('stopped')\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, script], stdout=-1, stderr=-1, env=environment, start_new_session=True, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "started\n"
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)  # the tasks take ten minutes
    assert (run.returncode, err) == (1, "stopped\n")


def test_a_block_that_ends_normally_has_done_its_tasks() -> None:
    from interplay.core.processes import workers

    with workers(1) as submit:
        result = submit(pow, 2, 5)
    assert result.result() == 32
