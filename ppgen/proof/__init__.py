"""PDF pages as pictures, as different eyes see them.

Takes the bytes of a PDF file; returns PNG pictures.
"""
