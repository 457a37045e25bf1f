"""Statistics of ratings beyond estimate, interval and rank: fit of the model, sensitivity to games, general factor."""
