"""YAML text to typed values that know their place in the file.

Takes text; gives nodes, then scalars, lists and records by tables of keys.
"""
