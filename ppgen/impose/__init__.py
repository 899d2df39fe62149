"""Faces to sheets of paper.

Takes sizes and counts; gives slots, turns and cut marks as plain numbers.
"""
