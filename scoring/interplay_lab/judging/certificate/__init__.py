"""Certificates of judges: probes whose verdicts are known, what a judge makes of them, and whether that is enough."""
