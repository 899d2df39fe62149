"""From a layout, a record and text metrics to a face: draw operations in millimetres.

Must not know reportlab or paper.
"""
