"""Sheets to the bytes of a PDF file.

Takes pages of placed faces; gives objects, streams, embedded fonts and pictures.
"""
