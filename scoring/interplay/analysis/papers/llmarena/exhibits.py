"""The tables and figures of LLMArena."""

from interplay.analysis.papers.records import Exhibit

EXHIBITS: tuple[Exhibit, ...] = ()
