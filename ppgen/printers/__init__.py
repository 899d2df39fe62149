"""What a person has measured of a printer, and how pages make up for it.

Takes numbers read on a test sheet; returns profiles by name, and frames in which pages are drawn.
Must not know games, layouts or PDF.
"""
