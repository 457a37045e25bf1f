"""Scorekeeping, the track that asks whether a model knows what its conversation partner knows by now.

Source: clembench's privateshared game (Madureira). The track's card gives the rules; ``rules`` is their one
implementation, used by the scorer, the driver and the builders alike.
"""

from interplay.tracks.scorekeeping.records import Item as Item
from interplay.tracks.scorekeeping.records import Prediction as Prediction
from interplay.tracks.scorekeeping.scores import Episode as Episode
from interplay.tracks.scorekeeping.scores import grade as grade
