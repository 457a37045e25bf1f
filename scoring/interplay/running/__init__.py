"""Drive systems through tracks: jobs, budget, journal, plan."""
