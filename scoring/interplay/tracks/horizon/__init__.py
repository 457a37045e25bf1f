"""Sessions whose final report depends on 8, 16, ... operations: for how many of them a system stays right."""

from interplay.tracks.horizon.records import Item as Item
from interplay.tracks.horizon.records import Prediction as Prediction
from interplay.tracks.horizon.scores import grade as grade
