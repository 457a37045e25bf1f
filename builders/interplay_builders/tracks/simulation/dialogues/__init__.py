"""How the dialogues of all families are written, and how they are enacted."""
