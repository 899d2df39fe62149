"""The engine behind a web page: messages in, answers out, the same in a browser and at home.

In goes a message, a plain JSON object; out comes an answer. `docs/studio-protocol.md` lists both.
What carries them (HTTP in `server`, a web worker in the browser) knows nothing of games.
"""
