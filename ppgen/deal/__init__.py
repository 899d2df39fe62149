"""From lists, permutations and banks with a seed to records, the same on every machine and Python.

Takes models; gives hands of words and one scope a record. Must not know layouts or files.
"""
