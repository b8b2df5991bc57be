"""What lies in both trays beside the board."""
