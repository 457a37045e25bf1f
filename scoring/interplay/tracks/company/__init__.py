"""Company, the track that asks who knows what by now among several partners, who come, go and pass things on.

Each item is one question about the end of a dialogue; the track's card gives the rules that the prompt states.
"""

from interplay.tracks.company.records import Item as Item
from interplay.tracks.company.records import Prediction as Prediction
from interplay.tracks.company.scores import grade as grade
