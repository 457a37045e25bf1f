"""Figures of exhibits as SVG and PNG, by matplotlib; the same figure gives the same bytes."""

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from interplay.core.extras import require
from interplay.core.text import printable
from interplay.tables.table import Column
from interplay_lab.papers.records import Figure, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#222255")
"""Colours that the colour-blind tell apart too, after Paul Tol; used again from the start beyond eight series."""
MARKS: Final = "osD^vP*X"
LABELLED: Final = 20
"""A heat map with more places than this has no numbers in its cells."""
MOST_LEVEL: Final = 45
"""Characters that names of places may take together, each as long as the longest, before they are turned."""


def draw(figure: Figure, title: str, form: Literal["svg", "png"]) -> bytes:
    """Return *figure* under its *title* as a file of *form*; raise ``MissingPackage`` when matplotlib is missing."""
    require("matplotlib", "a figure")
    import matplotlib as mpl  # noqa: PLC0415  only figures need it

    with mpl.rc_context({"svg.hashsalt": "interplay", "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        canvas = _canvas(figure, title)
        stream = io.BytesIO()
        plain = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        canvas.savefig(stream, format=form, dpi=150, metadata=plain)
    return stream.getvalue()


def _canvas(figure: Figure, title: str) -> "Canvas":
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415

    across, tall = len(figure.places), len(figure.series)
    high = 1.6 + 0.42 * tall if figure.drawn == "heat" else 4.4
    canvas = Canvas(figsize=(min(18.0, max(6.4, 2.6 + 0.62 * across)), min(18.0, max(3.4, high))), layout="constrained")
    axes = canvas.add_subplot()
    _FORMS[figure.drawn](axes, figure)
    axes.set_xlabel(_text(figure.x))
    axes.set_ylabel(_text(figure.y))
    axes.set_title(_text(title, 110), fontsize=10, wrap=True)
    if len(figure.series) > 1 and figure.drawn not in ("heat", "boxes"):
        canvas.legend(*axes.get_legend_handles_labels(), loc="outside right upper", fontsize=8, frameon=False)
    return canvas


def _bars(axes: "Axes", figure: Figure) -> None:
    """Draw bars side by side, with what bounds them; a value near zero keeps its place as a number."""
    width = 0.8 / max(1, len(figure.series))
    for number, one in enumerate(figure.series):
        places = [place + width * (number - (len(figure.series) - 1) / 2) for place in range(len(figure.places))]
        held = [0.0 if value is None else value for value in one.values]
        axes.bar(places, held, width, color=_colour(number), label=_text(one.name))
        _bounds(axes, places, one)
        if len(figure.series) == 1:
            for place, value in zip(places, one.values, strict=True):
                at = (place, max(0.0, value or 0.0))
                text = _number(value, figure)
                axes.annotate(text, at, (0, 3), textcoords="offset points", ha="center", fontsize=8)
    _named(axes, figure)
    axes.axhline(0, color="#666666", linewidth=0.8)


def _stacked(axes: "Axes", figure: Figure) -> None:
    below = [0.0] * len(figure.places)
    for number, one in enumerate(figure.series):
        held = [0.0 if value is None else value for value in one.values]
        axes.bar(range(len(figure.places)), held, 0.7, bottom=below, color=_colour(number), label=_text(one.name))
        below = [base + value for base, value in zip(below, held, strict=True)]
    _named(axes, figure)
    axes.set_ylim(bottom=0)


def _lines(axes: "Axes", figure: Figure) -> None:
    _marked(axes, figure, "-")


def _points(axes: "Axes", figure: Figure) -> None:
    _marked(axes, figure, "none")


def _marked(axes: "Axes", figure: Figure, line: str) -> None:
    """Draw a line or dots a series, side by side where places are names, so that dots of one place stay apart."""
    is_named = any(isinstance(place, str) for place in figure.places)
    places = [float(n if is_named or isinstance(p, str) else p) for n, p in enumerate(figure.places)]
    step = 0.5 / max(1, len(figure.series)) if line == "none" else 0.0
    for number, one in enumerate(figure.series):
        at = [place + step * (number - (len(figure.series) - 1) / 2) for place in places]
        held = [float("nan") if value is None else value for value in one.values]
        mark = MARKS[number % len(MARKS)]
        axes.plot(at, held, mark, linestyle=line, color=_colour(number), label=_text(one.name), markersize=5)
        _bounds(axes, at, one)
    if is_named:
        _named(axes, figure)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)


def _boxes(axes: "Axes", figure: Figure) -> None:
    """Draw a box a place from its five series; a place without all five stays empty."""
    for place, five in enumerate(zip(*(one.values for one in figure.series), strict=True)):
        known = [value for value in five if value is not None]
        if len(known) == 5:
            names = ("whislo", "q1", "med", "q3", "whishi")
            box = {**dict(zip(names, known, strict=True)), "fliers": []}
            axes.bxp([box], positions=[place], widths=0.5, showfliers=False, medianprops={"color": COLOURS[1]})
    _named(axes, figure)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)


def _heat(axes: "Axes", figure: Figure) -> None:
    held = [[float("nan") if value is None else value for value in one.values] for one in figure.series]
    image = axes.imshow(held, cmap="viridis", aspect="auto")
    _named(axes, figure)
    axes.set_yticks(range(len(figure.series)), [_text(one.name) for one in figure.series])
    known = [value for row in held for value in row if value == value]  # noqa: PLR0124  not a number
    middle = (min(known) + max(known)) / 2 if known else 0.0
    for y, one in enumerate(figure.series if len(figure.places) <= LABELLED else ()):
        for x, value in enumerate(one.values):
            colour = "white" if value is not None and value < middle else "black"
            axes.text(x, y, _number(value, figure), ha="center", va="center", fontsize=8, color=colour)
    if known and axes.figure is not None:
        axes.figure.colorbar(image, ax=axes, shrink=0.85)


_FORMS: Final[dict[str, Callable[["Axes", Figure], None]]] = {
    "bars": _bars,
    "stacked": _stacked,
    "lines": _lines,
    "points": _points,
    "boxes": _boxes,
    "heat": _heat,
}


def _bounds(axes: "Axes", places: list[float], one: Series) -> None:
    if one.low and one.high:
        for place, low, high in zip(places, one.low, one.high, strict=True):
            if low is not None and high is not None:
                axes.plot([place, place], [low, high], color="#333333", linewidth=1.0, zorder=3)


def _named(axes: "Axes", figure: Figure) -> None:
    names = [_text(str(place)) for place in figure.places]
    turned = len(names) * max(map(len, names), default=0) > MOST_LEVEL
    axes.set_xticks(range(len(names)), names, rotation=30 if turned else 0, ha="right" if turned else "center")
    axes.spines[["top", "right"]].set_visible(False)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _number(value: float | None, figure: Figure) -> str:
    return Column(heading="", kind=figure.kind, digits=figure.digits).text(value)


def _text(name: str, length: int = 32) -> str:
    """Return *name* as matplotlib shows it as it is; the middle is left out of a long one."""
    name = printable(name)
    half = (length - 1) // 2
    cut = name if len(name) <= length else f"{name[:half]}…{name[-half:]}"
    return cut.replace("$", r"\$")
