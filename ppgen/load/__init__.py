"""From files to checked models: workspaces, games, banks, labels, sizes and layouts.

Takes paths, gives models and diagnostics. Must not know PDF.
"""
