"""The tables and figures of GameBench."""

from interplay.analysis.papers.records import Exhibit

EXHIBITS: tuple[Exhibit, ...] = ()
