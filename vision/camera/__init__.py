"""Where the camera stands, how its lens bends, what is seen where; and whether that is enough."""
