"""Draw what was measured, as SVG whose text is text."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from speed import asking, building, exporting, peers
from speed.building import JSON
from speed.rows import Cell, Row, Rows

_SETTINGS = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "kg",  # the same data give the same bytes
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "figure.facecolor": "white",
}
_COLOURS = ("#0b5394", "#b45f06", "#38761d", "#741b47", "#666666", "#bf9000")
_LINES: Mapping[str, Cell] = {
    "kg build": Cell(building.PART, (JSON,)),
    "bulk load alone": Cell(building.PART, (JSON,), building.LIMIT),
    "kg export, Turtle": Cell(exporting.PART, ("Turtle",)),
    "Morph-KGC, mapping only": Cell(peers.MAPPING, (peers.TO_NTRIPLES,), peers.MORPH),
    "maplib, mapping only": Cell(peers.MAPPING, (peers.TO_NTRIPLES,), peers.MAPLIB),
    "rdflib + pySHACL script": Cell(peers.WHOLE, (peers.TO_TURTLE,), peers.PLAIN),
}

Draw = Callable[[Any, Rows], None]


def write(directory: Path, rows: Rows) -> Iterator[tuple[str, Path]]:
    """Draw all charts that have something to show into a directory, and yield what each shows with its file.

    Raises:
        ModuleNotFoundError: If matplotlib is not installed.
    """
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    directory.mkdir(exist_ok=True)
    with mpl.rc_context(_SETTINGS):
        for name, (title, draw) in _CHARTS.items():
            figure, axes = pyplot.subplots(figsize=(7.2, 4.2), layout="constrained")
            draw(axes, rows)
            if not axes.has_data():
                pyplot.close(figure)
                continue
            axes.set_title(title, loc="left", fontsize=11)
            path = directory / f"{name}.svg"
            figure.savefig(path, metadata={"Date": None, "Title": title})
            pyplot.close(figure)
            yield title, path


def _growth(axes: Any, rows: Rows) -> None:
    _lines(axes, rows, lambda row: row.wall)
    axes.set_ylabel("seconds")


def _memory(axes: Any, rows: Rows) -> None:
    _lines(axes, rows, lambda row: row.memory)
    axes.set_ylabel("MB, all processes at once")


def _lines(axes: Any, rows: Rows, value: Callable[[Row], float | None]) -> None:
    """Draw a line for each of some systems on logarithmic axes, with its name at the end."""
    for (name, cell), colour in zip(_LINES.items(), _COLOURS, strict=True):
        found = [(size, row) for size in rows.sizes() if (row := rows.cell(cell, size))]
        points = [(size, number) for size, row in found if (number := value(row))]
        if points:
            axes.plot(*zip(*points, strict=True), marker="o", markersize=4, color=colour, label=name)
    if not axes.has_data():
        return
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("profiles")
    axes.set_xticks(rows.sizes(), [f"{size:,}" for size in rows.sizes()])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda number, _: f"{number:,g}")
    axes.legend(frameon=False, fontsize=9)


def _stages(axes: Any, rows: Rows) -> None:
    """Draw a bar for each form of input, of its stages one after the other, and the limit above them."""
    size = max((row.size for row in rows.all if row.item == building.YAML), default=max(rows.sizes()))
    staged = [row for row in rows.of(building.STAGES, size) if row.wall is not None]
    if not staged:
        return
    ends = dict.fromkeys((row.system for row in staged), 0.0)
    for stage, colour in zip(dict.fromkeys(row.item for row in staged), _COLOURS * 3, strict=False):
        own = {row.system: row.wall or 0 for row in staged if row.item == stage}
        axes.barh(
            list(own), list(own.values()), left=[ends[each] for each in own], color=colour, label=stage, height=0.6
        )
        ends |= {each: ends[each] + seconds for each, seconds in own.items()}
    if limit := rows.cell(_LINES["bulk load alone"], size):
        axes.barh(["bulk load alone"], [limit.wall], color="#999999", height=0.6)
    axes.set_xlabel(f"seconds for {size:,} profiles")
    axes.grid(axis="y", visible=False)
    _key(axes, -0.16)


def _queries(axes: Any, rows: Rows) -> None:
    """Draw a point for each question, system and size."""
    found = [row for row in rows.all if row.part == asking.PART and row.wall]
    if not found:
        return
    for (system, size), colour in zip(
        dict.fromkeys((row.system, row.size) for row in found), _COLOURS * 3, strict=False
    ):
        own = {row.item: (row.wall or 0) * 1000 for row in found if (row.system, row.size) == (system, size)}
        axes.scatter(list(own.values()), list(own), color=colour, label=f"{system}, {size:,} profiles", s=28)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda number, _: f"{number:,g}")
    axes.set_xlabel("milliseconds, middle of all askings")
    _key(axes, -0.14)


def _key(axes: Any, height: float) -> None:
    axes.legend(frameon=False, fontsize=9, ncols=3, loc="upper center", bbox_to_anchor=(0.45, height))


_CHARTS: Mapping[str, tuple[str, Draw]] = {
    "stages": ("Where the time of a build goes", _stages),
    "growth": ("How the time grows with the number of profiles", _growth),
    "memory": ("How the memory grows with the number of profiles", _memory),
    "queries": ("Twelve questions", _queries),
}
