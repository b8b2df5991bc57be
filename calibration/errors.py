"""What can go wrong in calibration."""


class CalibrationError(Exception):
    """A calibration that can't be made, read or used here; the message says what to mend."""
