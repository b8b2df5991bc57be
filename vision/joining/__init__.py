"""Boards on which marbles stand: found, and set right, by bare hollows and by marbles in them."""
