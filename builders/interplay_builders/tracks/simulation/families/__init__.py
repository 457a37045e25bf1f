"""The tasks, a folder a family: files of dialogues, and the engines that compute their replies, found by name."""
