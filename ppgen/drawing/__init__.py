"""What is drawn: operations in millimeters, resolved styles, path data.

Plain values that placing makes and the PDF writer reads; must not know layouts or files.
"""
