"""What everybody knows, and is wrong about, after people were told things, left out, and told what was out of date."""

from interplay_builders.tracks.horizon.families._telling import Knowledge

FAMILY = Knowledge("knowledge_first", order=1)
