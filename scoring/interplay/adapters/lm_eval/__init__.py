"""Tasks of lm-evaluation-harness for the tracks whose items are one message: ``interplay dataset path --lm-eval``."""
