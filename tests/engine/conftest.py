"""Hypothesis without deadlines: how long an example takes is the machine's affair, not a fault."""

from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
