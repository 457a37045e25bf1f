"""Games against other agents: rules, referee, bots. Adding a game is adding a file to ``rules/``."""
