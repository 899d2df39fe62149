"""Language tags, folding and stems.

Takes tags and words; gives fallbacks, directions, capitals, and words made comparable.
"""
