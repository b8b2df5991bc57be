"""What happens from frame to frame: hands, shadows, bumps, another lamp, a lost focus."""
