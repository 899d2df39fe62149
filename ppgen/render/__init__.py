"""Fonts, pictures and PDF: the only part of ppgen that knows reportlab, HarfBuzz and Pillow.

Takes placed faces (`ppgen.place.ops`) and gives metrics and PDF bytes.
Must not know YAML, games, or how faces get onto pages.
"""
