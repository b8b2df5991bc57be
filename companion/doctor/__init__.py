"""What may be wrong with a companion in its place, and what to do about it."""
