"""Files to checked models.

Takes a workspace's folders; gives games, layouts, banks and labels by name, with all problems.
"""
