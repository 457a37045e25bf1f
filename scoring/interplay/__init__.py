"""Score submissions to the Interplay benchmark."""

from interplay.errors import InterplayError as InterplayError
