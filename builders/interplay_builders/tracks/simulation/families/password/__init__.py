"""Family ``password``: a mint for passwords, and a console whose policy for passphrases changes."""
