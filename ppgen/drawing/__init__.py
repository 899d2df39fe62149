"""What is drawn: operations in millimeters, resolved styles, path data.

Plain values that placing creates and the PDF writer reads. Must not know layouts or files.
"""
