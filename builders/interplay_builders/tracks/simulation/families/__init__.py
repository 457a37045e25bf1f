"""The tasks, a module a family. Each has ``sessions(seed)``, which yields the dialogues of its tasks."""
