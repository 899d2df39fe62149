"""Language tags, folding and stems.

Takes tags and words; returns fallbacks, directions, capitals, and words made comparable.
"""
