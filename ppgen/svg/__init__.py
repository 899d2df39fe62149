"""Pages as pictures that a browser draws: the same faces that the PDF is made of.

Takes pages of placed faces; gives SVG text that needs no font and no other file.
"""
