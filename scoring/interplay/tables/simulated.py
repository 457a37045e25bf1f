"""Pass rates of simulations by kind of script, in the columns in which SimulBench's Table 4 has ratings of a judge."""

from collections.abc import Sequence
from typing import Final

from interplay.core.packaged import table
from interplay.core.reports import Report
from interplay.tables.numbers import UNDEFINED
from interplay.tables.scores import metric, with_interval
from interplay.tables.table import Table, tabulate

LEGEND: Final = """\
score = 100 x share of scripts whose reply passes all checks [95% interval over tasks], by the kinds of scripts of
SimulBench's Table 4; stateless and stateful are first_challenging scripts, hard is all
but last_only in the split standard, and levels 3 and 4 in the split hard."""
PARTS: Final = table(__package__, "simulated.toml", dict[str, dict[str, str]])
"""The parts of SimulBench's Table 4."""
HEADINGS: Final = ("last only", "first chal.", "subseq. chal.", "stateless", "stateful", "hard", "all")


def tables(reports: Sequence[Report]) -> dict[str, Table]:
    """Return one table of the simulation reports among *reports*, or none."""
    rows = []
    for report in reports:
        if report.track == "simulation":
            groups = {tuple(group.where.items()): group for group in report.groups}
            parts = (groups.get(tuple(part.items())) for part in PARTS.values())
            cells = (UNDEFINED if group is None else with_interval(metric(group, "score")) for group in parts)
            rows.append((report.system.name, *cells))
    return {"Passed, by kind of script": tabulate(("system", *HEADINGS), rows)} if rows else {}
