"""Layouts and records to faces.

Takes a layout, its filled needs and a size; gives draw operations in millimetres.
"""
