"""What each hollow shows, and how probable it is that it is bare, taken or covered."""
