"""Turns sheets into the bytes of a PDF file.

Takes pages of placed faces; returns objects, streams, embedded fonts and pictures.
"""
