"""Evaluates all rules for all banks.

Takes a workspace and banks; returns a report, and lines on what was skipped and how plain lists
were read. Must not print.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Sequence
from pathlib import Path

from ppgen.diagnostics import Diagnostic, Report
from ppgen.lint.rules import IDS, RULES
from ppgen.lint.subject import Bench, Finding, Rule, Subject, deals, words_a_game
from ppgen.load.bank_files import PLAIN, content_folder
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank


def read_subject(workspace: Workspace, path: Path, lang: str) -> Subject | None:
    """Read a bank to check; None if it is broken."""
    bank = workspace.bank_file(path, lang, folders_of_banks(workspace))
    if bank is None:
        return None
    plain = path.suffix.lower() in PLAIN
    node = None if plain else workspace.tree(path, "bank")
    folder = content_folder(workspace, path)
    return Subject(path, bank, node, folder, words_a_game(workspace, folder))


def folders_of_banks(workspace: Workspace) -> list[str]:
    """Return the folders that games deal from, for banks elsewhere that extend theirs."""
    return list(dict.fromkeys(f for _, _, folders, _ in deals(workspace) for f in sorted(folders)))


def lint(
    workspace: Workspace, paths: Sequence[Path], lang: str, *, mixed: bool,
    only: Collection[str] = (),
) -> tuple[Report, list[str]]:  # fmt: skip
    """Evaluate all rules, or some; problems with keys found on loading are reported as B01."""
    out = Report()
    folders_of_banks(workspace)
    quiet = copy.copy(workspace)  # both share what has been read so far
    quiet.report = Report()
    subjects = [s for path in paths if (s := read_subject(quiet, path, lang)) is not None]
    for d in quiet.report.sorted():
        out.add(d._replace(code="B01") if d.code.startswith("E2") else d)
    bench = Bench(workspace, subjects, IDS, mixed=mixed)
    for subject in subjects:
        for rule in RULES:
            if _applies(rule, subject) and (not only or rule.id in only):
                for finding in rule.check(subject, bench):
                    if not _allowed(rule, subject, finding):
                        out.add(_diagnostic(rule, finding))
    remarks = [f"note: {line}" for subject in subjects for line in subject.bank.remarks]
    return out, [*remarks, *bench.skipped()]


def clashes(workspace: Workspace, bank: Bank) -> list[tuple[str, str, str]]:
    """Return pairs of similar words, the first of them a bank's own, and why."""
    subject = Subject(Path(bank.span.source.name), bank, None, None)
    bench = Bench(workspace, [subject], IDS)
    rules = [rule for rule in RULES if rule.id in {"W01", "W02", "W03"}]
    findings = [(rule, finding) for rule in rules for finding in rule.check(subject, bench)]
    return [
        (str(finding.words[0]), str(finding.words[1]), rule.about)
        for rule, finding in findings
        if not _allowed(rule, subject, finding)
    ]


def _applies(rule: Rule, subject: Subject) -> bool:
    if subject.node is None and not rule.plain:
        return False
    return bool(subject.words) or rule.values


def _allowed(rule: Rule, subject: Subject, finding: Finding) -> bool:
    """Return whether the bank, or the word in question, allows the finding."""
    if rule.id == "B01":
        return False
    return rule.id in subject.bank.allow or any(rule.id in w.allow for w in finding.words)


def _diagnostic(rule: Rule, finding: Finding) -> Diagnostic:
    return Diagnostic(
        rule.id, finding.message, finding.span, finding.note, finding.help, finding.second,
        finding.second_note, finding.level or rule.level,
    )  # fmt: skip
