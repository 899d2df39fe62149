"""Print-and-play sheets from YAML: a game is data, the engine knows none by name."""

__version__ = "0.1.0"
