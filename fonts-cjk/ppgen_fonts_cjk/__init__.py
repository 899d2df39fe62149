"""Noto Sans for Japanese, Chinese and Korean, cut to national sets; ppgen finds the files."""

__version__ = "0.1.0"
