"""Models of the files, checked and frozen: games, layouts, banks, labels, needs.

Values with bindings keep their expressions. Must not do input or output.
"""
