"""A rendered board to play on without one: a source like any other, knowing no rules."""

from vision.simulator.errors import SimulatorError
from vision.simulator.scene import Scene
from vision.simulator.source import Simulator

__all__ = ["Scene", "Simulator", "SimulatorError"]
