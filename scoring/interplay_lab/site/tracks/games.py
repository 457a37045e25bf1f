"""Pages of the games track, which need no more than its words."""

from interplay_lab.site.presentation import TrackPages

PAGES = TrackPages(__file__)
