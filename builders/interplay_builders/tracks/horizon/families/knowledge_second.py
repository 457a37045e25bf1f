"""What everybody thinks that everybody else knows, which follows from who heard whom say or be told what."""

from interplay_builders.tracks.horizon.families._telling import Knowledge

FAMILY = Knowledge("knowledge_second", order=2)
