"""Renders PDF pages as pictures, as seen by different eyes.

Takes the bytes of a PDF file; returns PNG pictures.
"""
