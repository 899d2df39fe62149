"""Turns letters into measured, shaped and broken lines.

Takes strings, font lists and boxes; returns lines with their widths, sizes and glyphs.
"""
