"""Desks that answer one kind of request in a set form: a wine waiter, a proofreader, a note-taker, an audio guide."""
