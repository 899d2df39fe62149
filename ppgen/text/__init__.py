"""Letters to measured, shaped and broken lines.

Takes strings, font lists and boxes; gives lines with their widths, sizes and glyphs.
"""
