"""The synthetic boards are modules beside the rooms' tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "synthetic"))
