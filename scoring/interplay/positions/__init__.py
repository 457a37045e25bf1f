"""Frozen decision points with a value for every legal action, scored by regret."""

from interplay.positions.records import Prediction as Prediction
