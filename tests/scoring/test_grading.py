"""Several processes give the same report and the same findings as one."""

from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.release import Release, content
from interplay.scoring.score import Options, score
from tests.support import FewMatches


@pytest.mark.parametrize("track", ["scorekeeping", "games"])
@pytest.mark.slow
def test_two_processes_give_the_report_of_one(release: Release, few_matches: FewMatches, track: str) -> None:
    shipped = release.root / "baselines" / "bot-random" / f"{track}.jsonl.gz"
    path = few_matches("bot-competent") if track == "games" else shipped
    one = score(path, release, Options(allow_partial=True))
    two = score(path, release, Options(allow_partial=True, workers=2))
    assert canonical.encode(one) == canonical.encode(two)


@pytest.mark.slow
def test_two_processes_find_each_fault_once(release: Release, tmp_path: Path) -> None:
    lines = content(release.root / "baselines" / "bot-random" / "scorekeeping.jsonl.gz").splitlines(keepends=True)
    lines[3] = b"{}\n"
    lines[4] = lines[4].replace(b"ASIDE: ", b"ASIDE ", 1)
    lines[5] = lines[5].replace(b"ASIDE: ", b"ASIDE ", 1)
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines))
    found = []
    for workers in (1, 2):
        with pytest.raises(RecordError) as caught:
            score(path, release, Options(workers=workers))
        found.append(sorted(map(str, caught.value.findings)))
    assert found[0] == found[1]
    assert len(found[0]) == 3
