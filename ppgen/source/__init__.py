"""Turns YAML text into typed values that know their place in the file.

Takes text; returns nodes, then scalars, lists and records read by tables of keys.
"""
