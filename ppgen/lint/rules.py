"""All rules by id, in the order in which they are evaluated."""

from __future__ import annotations

from ppgen.lint import alike, decks, extra, fit, form, head, letters, listed, sets, whole
from ppgen.lint.subject import Rule

RULES = (
    Rule("B01", "error", "keys of a bank", head.keys, plain=False, values=True),
    Rule("B02", "note", "words for a full deck", whole.size),
    Rule("B03", "error", "repeated words", letters.twice),
    Rule("B04", "error", "invisible characters", letters.unseen),
    Rule("B05", "error", "letters of another script", letters.scripts),
    Rule("B06", "note", "words that other YAML tools misread", letters.yaml_words, plain=False),
    Rule("B07", "error", "letters that no font has", fit.glyphs),
    Rule("B08", "error", "words that do not fit", fit.room),
    Rule("W01", "warning", "forms of one word", alike.stems),
    Rule("W02", "warning", "one letter apart", alike.near),
    Rule("W03", "warning", "one word inside another", alike.inside),
    Rule("W04", "warning", "rare or too common", extra.frequency),
    Rule("W05", "warning", "too short or too long", form.length),
    Rule("W06", "warning", "coarse words", listed.coarse),
    Rule("W07", "warning", "not a plain noun", form.noun),
    Rule("W08", "warning", "spelling", extra.spelling),
    Rule("W09", "warning", "balance of categories", whole.balance),
    Rule("W10", "warning", "words to avoid", listed.avoided),
    Rule("W11", "warning", "concept ids", whole.concepts),
    Rule("D01", "error", "hands that clash", decks.hands),
    Rule("D02", "warning", "decks that share words", decks.shared),
    Rule("C01", "error", "lists of values", sets.lists, values=True),
    Rule("P01", "error", "license", head.licence, plain=False, values=True),
    Rule("N01", "note", "figures", whole.figures),
)
IDS = [rule.id for rule in RULES]
