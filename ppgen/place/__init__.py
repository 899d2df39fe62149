"""Turns layouts and records into faces.

Takes a layout, its filled needs and a size; returns draw operations in millimeters.
"""
