"""What several verbs share: options, parsing, messages, progress."""
