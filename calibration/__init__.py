"""Calibration: find a board in its pictures, learn its colours, save, load and check both."""
