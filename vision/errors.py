"""What can go wrong in the eyes. One base for the room; messages say what to mend."""


class VisionError(Exception):
    """Anything the eyes cannot work with: a broken image, a missing source."""


class SourceError(VisionError):
    """A camera or a recording that can't be opened or has stopped."""


class BoardNotFoundError(VisionError):
    """No board in the picture that we would swear to; the message says why."""
