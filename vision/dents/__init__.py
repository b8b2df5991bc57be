"""What a hollow looks like, and where in its cell it lies: a lit dent, its rim, lines."""
