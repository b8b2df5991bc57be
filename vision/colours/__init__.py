"""Whose a marble is: both series as they look, learned and followed, never wired in."""
