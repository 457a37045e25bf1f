"""Several systems against each other, sweep after sweep, until their ratings converge."""
