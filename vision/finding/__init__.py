"""From one picture of a bare board to its 49 hollows, or to the reason why not."""
