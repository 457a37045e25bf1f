"""What the benchmark and its makers are called, wherever the release says so."""

TITLE = "Interplay: a verifiable benchmark of language models in interaction"
AUTHORS = "The Interplay maintainers"
