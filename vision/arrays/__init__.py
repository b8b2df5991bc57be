"""Array work that NumPy and OpenCV do too slowly, or not at all, in the shapes it comes in here."""
