"""The simulation track: a system continues a dialogue as the system that it simulates; checks decide where they can."""

from interplay.tracks.simulation.records import Prediction as Prediction
