"""Figures of exhibits as SVG and PNG, by matplotlib; the same figure gives the same bytes."""

from collections.abc import Callable
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING, Final, Literal

from interplay.tables.table import Column
from interplay_lab.papers.records import Figure, Series
from interplay_lab.statistics.figure import heat_map, rendered, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#222255")
"""A palette that is safe for colour-blind readers, after Paul Tol; colours repeat after eight series."""
MARKS: Final = "osD^vP*X"
MOST_LEVEL: Final = 45
"""Most characters of all labels on the x axis, each counted as the longest, before they are rotated."""


def draw(figure: Figure, title: str, form: Literal["svg", "png"]) -> bytes:
    """Return *figure* under its *title* as a file of *form*; raise ``MissingPackage`` when matplotlib is missing."""
    return rendered(lambda: _canvas(figure, title), form, dpi=150)


def _canvas(figure: Figure, title: str) -> "Canvas":
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415

    across, tall = len(figure.places), len(figure.series)
    high = 1.6 + 0.42 * tall if figure.drawn == "heat" else 4.4
    canvas = Canvas(figsize=(min(18.0, max(6.4, 2.6 + 0.62 * across)), min(18.0, max(3.4, high))), layout="constrained")
    axes = canvas.add_subplot()
    _FORMS[figure.drawn](axes, figure)
    axes.set_xlabel(short(figure.x))
    axes.set_ylabel(short(figure.y))
    canvas.suptitle(fill(short(title, 110), int(canvas.get_figwidth() * 11)), fontsize=10)
    if len(figure.series) > 1 and figure.drawn not in ("heat", "boxes"):
        canvas.legend(*axes.get_legend_handles_labels(), loc="outside right center", fontsize=8, frameon=False)
    return canvas


def _bars(axes: "Axes", figure: Figure) -> None:
    """Draw bars side by side with intervals; numbers on the bars of a single series keep values near zero visible."""
    width = 0.8 / max(1, len(figure.series))
    for number, series in enumerate(figure.series):
        places = [x + width * (number - (len(figure.series) - 1) / 2) for x in range(len(figure.places))]
        heights = [0.0 if value is None else value for value in series.values]
        axes.bar(places, heights, width, color=_colour(number), label=short(series.name))
        _bounds(axes, places, series)
        if len(figure.series) == 1:
            for x, value in zip(places, series.values, strict=True):
                at = (x, max(0.0, value or 0.0))
                text = _number(value, figure)
                axes.annotate(text, at, (0, 3), textcoords="offset points", ha="center", fontsize=8)
    _label_x(axes, figure)
    axes.axhline(0, color="#666666", linewidth=0.8)


def _stacked(axes: "Axes", figure: Figure) -> None:
    below = [0.0] * len(figure.places)
    for number, series in enumerate(figure.series):
        heights = [0.0 if value is None else value for value in series.values]
        axes.bar(range(len(figure.places)), heights, 0.7, bottom=below, color=_colour(number), label=short(series.name))
        below = [base + value for base, value in zip(below, heights, strict=True)]
    _label_x(axes, figure)
    axes.set_ylim(bottom=0)


def _marked(axes: "Axes", figure: Figure, line: str) -> None:
    """Draw a line or dots for each series; dots at the same name stand side by side, so that they do not overlap."""
    is_named = any(isinstance(x, str) for x in figure.places)
    places = [float(n if is_named or isinstance(p, str) else p) for n, p in enumerate(figure.places)]
    step = 0.5 / max(1, len(figure.series)) if line == "none" else 0.0
    for number, series in enumerate(figure.series):
        at = [x + step * (number - (len(figure.series) - 1) / 2) for x in places]
        values = [float("nan") if value is None else value for value in series.values]
        mark = MARKS[number % len(MARKS)]
        axes.plot(at, values, mark, linestyle=line, color=_colour(number), label=short(series.name), markersize=5)
        _bounds(axes, at, series)
    if is_named:
        _label_x(axes, figure)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)


def _boxes(axes: "Axes", figure: Figure) -> None:
    """Draw a box at each x from the five series, none where one of the five values is missing."""
    for x, five in enumerate(zip(*(series.values for series in figure.series), strict=True)):
        known = [value for value in five if value is not None]
        if len(known) == 5:
            names = ("whislo", "q1", "med", "q3", "whishi")
            box = {**dict(zip(names, known, strict=True)), "fliers": []}
            axes.bxp([box], positions=[x], widths=0.5, showfliers=False, medianprops={"color": COLOURS[1]})
    _label_x(axes, figure)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)


def _heat(axes: "Axes", figure: Figure) -> None:
    rows = [[float("nan") if value is None else value for value in series.values] for series in figure.series]
    texts = [[_number(value, figure) for value in series.values] for series in figure.series]
    heat_map(axes, rows, texts, cmap="viridis", aspect="auto")
    _label_x(axes, figure)
    axes.set_yticks(range(len(figure.series)), [short(series.name) for series in figure.series])


_FORMS: Final[dict[str, Callable[["Axes", Figure], None]]] = {
    "bars": _bars,
    "stacked": _stacked,
    "lines": partial(_marked, line="-"),
    "points": partial(_marked, line="none"),
    "boxes": _boxes,
    "heat": _heat,
}


def _bounds(axes: "Axes", xs: list[float], series: Series) -> None:
    """Draw intervals; one with a single bound is dotted from there over its value to an arrow at its open end."""
    bottom, top = axes.get_ylim()
    for x, low, high in zip(xs, series.low, series.high, strict=True) if series.low and series.high else ():
        if low is None and high is None:
            continue
        is_open = low is None or high is None
        ends = [bottom if low is None else low, top if high is None else high]
        axes.plot([x, x], ends, color="#333333", linewidth=1.0, linestyle=":" if is_open else "-", zorder=3)
        if is_open:
            axes.plot(x, ends[low is not None], "v" if low is None else "^", color="#333333", markersize=4, zorder=3)


def _label_x(axes: "Axes", figure: Figure) -> None:
    names = [short(str(name)) for name in figure.places]
    turned = len(names) * max(map(len, names), default=0) > MOST_LEVEL
    axes.set_xticks(range(len(names)), names, rotation=30 if turned else 0, ha="right" if turned else "center")
    axes.spines[["top", "right"]].set_visible(False)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _number(value: float | None, figure: Figure) -> str:
    return Column(heading="", kind=figure.kind, digits=figure.digits).text(value)
