"""The eyes: from camera frames to a reading of every hollow. Knows nothing of rules."""
