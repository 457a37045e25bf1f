"""What games that read free text ask again, when a reply held no move."""


def asked_again(action: str, attempts: int, substitute: str) -> str:
    """Return the *action* part as it follows a failed reply: with what happens after the last of the *attempts*.

    A first prompt does not say it, as it is shown where there is one reply only, too.
    """
    return f"After {attempts} replies without a legal move {substitute}. {action}"
