"""One file a bot, each defining ``BOT``."""
