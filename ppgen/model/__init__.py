"""What the files say, checked and frozen: games, layouts, banks, labels, needs.

Values that may bind keep their expressions; must not do input or output.
"""
