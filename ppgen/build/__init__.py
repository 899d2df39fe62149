"""All stages in their order: the one way in for commands and pages.

Takes a workspace and a request; gives placed and imposed pages, PDF bytes, or diagnostics.
"""
