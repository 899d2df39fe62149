"""Turns words and lists into records.

Takes banks, generators and a seed; returns hands and one scope per record, the same on every
machine.
"""
