"""Frozen decision points with a value for every legal action, scored by regret."""

from interplay.tracks.positions.records import Prediction as Prediction
