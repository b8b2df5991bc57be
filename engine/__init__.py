"""The rules of Real Queen: pure Python, no input or output, no clock, no image."""
