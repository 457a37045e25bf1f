"""Pass rates of simulations by kind of script, in the columns in which SimulBench's Table 4 has ratings of a judge."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from interplay.core.reports import Report
from interplay.tables.judged import HEADINGS, PARTS, Tables
from interplay.tables.numbers import UNDEFINED
from interplay.tables.scores import metric, with_interval
from interplay.tables.table import tabulate

LEGEND: Final = """\
score = 100 x share of scripts whose reply passes all checks [95% interval over tasks], by the kinds of scripts of
SimulBench's Table 4; stateless and stateful are first_challenging scripts, hard is all but last_only."""
_WHERE: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        **{name: {"script_type": name} for name in PARTS[:3]},
        **{name: {"script_type": "first_challenging", "kind": name} for name in PARTS[3:5]},
        "hard": {"subset": "hard"},
        "all": {},
    }
)
"""Part -> the group of a report that it is."""


def tables(reports: Sequence[Report]) -> Tables:
    """Return one table of the simulation reports among *reports*, or none."""
    rows = []
    for report in reports:
        if report.track == "simulation":
            groups = {tuple(group.where.items()): group for group in report.groups}
            parts = (groups.get(tuple(_WHERE[part].items())) for part in PARTS)
            cells = (UNDEFINED if group is None else with_interval(metric(group, "score")) for group in parts)
            rows.append((report.system.name, *cells))
    return {"Passed, by kind of script": tabulate(("system", *HEADINGS), rows)} if rows else {}
