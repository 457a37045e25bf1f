"""The split ``hard``: what people think that others think, in long dialogues with overheard and retracted remarks."""
