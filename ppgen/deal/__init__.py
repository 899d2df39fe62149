"""Words and lists to records.

Takes banks, generators and a seed; returns hands and one scope per record, equal on every machine.
"""
