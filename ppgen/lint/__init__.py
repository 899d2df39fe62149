"""Rules for word banks, each with an id and a level.

Takes banks; returns diagnostics at the words they are about. Each family of rules has a module;
`rules` lists them all. Must not print. Imported only by `ppgen words`.
"""
