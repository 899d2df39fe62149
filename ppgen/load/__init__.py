"""Loads files into checked models.

Takes a workspace's folders; returns games, layouts, banks and labels by name, and reports problems.
"""
