"""What can go wrong in the application, as a person at a shell meets it."""


class CompanionError(Exception):
    """Unusable input or surroundings; one line that says what to mend. Exit status 2."""
