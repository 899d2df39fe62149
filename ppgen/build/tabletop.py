"""Decks for Tabletop Simulator: how cards lie on sheets of pictures, and the saved object.

Takes counts and the addresses of pictures; returns plain data for JSON. The format is that of the
objects that the program itself saves. Must not know files or how pictures are drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ppgen import __version__

#: The most columns and rows of a sheet; the last place of all holds what others see of a hand.
MOST_COLUMNS, MOST_ROWS = 10, 7
_ROUNDED, _CIRCLE = 0, 4


class SheetGrid(NamedTuple):
    """The columns and rows of a sheet, at least two of each, and how many cards it holds."""

    columns: int
    rows: int
    cards: int


class CardSheet(NamedTuple):
    """A sheet with cards, where its pictures are, and whether each card has its own back."""

    grid: SheetGrid
    front: str
    back: str
    own_backs: bool


def sheet_grids(cards: int) -> list[SheetGrid]:
    """Divide cards among as few sheets as possible, each with its last place free."""
    most = MOST_COLUMNS * MOST_ROWS - 1
    grids = []
    for start in range(0, cards, most):
        count = min(most, cards - start)
        rows = max(2, -(-(count + 1) // MOST_COLUMNS))
        grids.append(SheetGrid(max(2, -(-(count + 1) // rows)), rows, count))
    return grids


def saved_object(decks: Sequence[tuple[str, Sequence[CardSheet], bool]]) -> dict[str, Any]:
    """Return the saved object of decks, each a name, its sheets, and whether cards are round."""
    first, states = 1, []
    for at, (name, sheets, is_round) in enumerate(decks):
        states.append(_deck(name, sheets, first, at, is_round=is_round))
        first += len(sheets)
    return {
        "SaveName": "", "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "",
        "Sky": "", "Note": f"ppgen {__version__}", "Rules": "", "XmlUI": "", "LuaScript": "",
        "LuaScriptState": "", "ObjectStates": states,
    }  # fmt: skip


def _deck(
    name: str, sheets: Sequence[CardSheet], first: int, at: int, *, is_round: bool
) -> dict[str, Any]:  # fmt: skip
    custom = {
        str(first + index): {
            "FaceURL": sheet.front, "BackURL": sheet.back, "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows, "UniqueBack": sheet.own_backs,
            "BackIsHidden": not sheet.own_backs, "Type": _CIRCLE if is_round else _ROUNDED,
        }
        for index, sheet in enumerate(sheets)
    }  # fmt: skip
    # A card is its sheet's number in hundreds and its place on the sheet.
    ids = [
        (first + index, 100 * (first + index) + place)
        for index, sheet in enumerate(sheets)
        for place in range(sheet.grid.cards)
    ]
    cards = [
        {
            **_object("Card", "", f"{name}-{card}", at), "CardID": card, "SidewaysCard": False,
            "CustomDeck": {str(deck): custom[str(deck)]},
        }
        for deck, card in ids
    ]  # fmt: skip
    if len(cards) == 1:
        # A deck of one card is none.
        return {**cards[0], "Name": "CardCustom", "Nickname": name}
    return {
        **_object("DeckCustom", name, name, at), "SidewaysCard": False,
        "DeckIDs": [card for _, card in ids], "CustomDeck": custom, "ContainedObjects": cards,
    }  # fmt: skip


def _object(kind: str, name: str, key: str, at: int) -> dict[str, Any]:
    """Return what all objects have; decks lie beside each other, face down."""
    place = {"posX": 3.0 * at, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {
        "GUID": hashlib.sha256(key.encode()).hexdigest()[:6], "Name": kind,
        "Transform": {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": name, "Description": "", "GMNotes": "",
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "Locked": False, "Grid": True, "Snap": True, "Autoraise": True, "Sticky": True,
        "Tooltip": True, "HideWhenFaceDown": True, "Hands": True, "XmlUI": "", "LuaScript": "",
        "LuaScriptState": "",
    }  # fmt: skip
