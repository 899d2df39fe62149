"""Arranges faces on sheets of paper.

Takes sizes and counts; returns slots, turns and cut marks as plain numbers.
"""
