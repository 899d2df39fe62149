"""Decks of 440 words in several scripts beside one in Latin letters (`make bench`).

Each is a whole process on a workspace made for it: one word a face, all in one size. The words are
made of syllables, so that every deck has as many of them, of about the same length.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS, RUNS = 440, 5
SYLLABLES = {
    "de": "Ba De Fi Go Hu Ka Le Mi No Pu Ra Se Ti Wo Zu Blä Dre Flö Grü Kna Schle",
    "ar": "سر كت مف رس قل نا حص شج فر بح جب ضو طي عل غر هد ود زم خب ثل صق",
    "he": "סו מפ גד לו שח לב רמ קו ני דג חל טו יר כב עט פר צב תמ אב הר זק",
    "hi": "क्ष त्र प्र स्त न्द शक् गुप् जा की रू मो हि भा घू चे छा ठी डे ढो बौ वृ",
    "th": "น้ำ กุ้ง ปู่ ช้าง ม้า เสือ ไก่ ดิน ฟ้า ลม แก้ว หมู บ้าน ป่า คน ใจ มือ ผ้า ซื้อ ข้าว รถ",
    "ja": "橋 秘密 銀 森 暗号 鍵穴 灯台 星空 雪山 海底 竜巻 庭園 太陽 月光 山 川 猫 犬 鳥 魚 石",
}
FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/deck/game.yaml": "ppgen: game/1\ntitle: Deck\nbanks: {words: words}\nproducts:\n"
    "  words: {size: 63x44, each: {word: words}, front: word}\n",
    "templates/word.yaml": "ppgen: layout/1\nextends: base\nneeds: {word: word}\nstyles:\n"
    "  word: {extends: d, size: 35pt, lines: 2, uniform: most}\n"
    'draw: [{text: "${word}", style: word}, {text: "${word}", box: {top: 0, height: 4}}]\n',
}


def prepare(root: Path, lang: str) -> None:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    parts = SYLLABLES[lang].split()
    words = [a + b for a in parts for b in parts][:WORDS]
    assert len(set(words)) == WORDS, lang
    listed = "\n".join(f"    - {word}" for word in words)
    for path in ("content/words", "content/labels"):
        (root / path).mkdir(parents=True, exist_ok=True)
    head = f"ppgen: bank/1\nlang: {lang}\ntitle: Words\nlicence: MIT\nsource: made up\n"
    bank = f"{head}words:\n  all:\n"
    (root / f"content/words/{lang}.yaml").write_text(f"{bank}{listed}\n", encoding="utf-8")
    labels = "margin_line: '{sheet}/{sheets} {edge}', edge_long: a, edge_short: b, edge_none: c"
    text = f"ppgen: labels/1\nlang: {lang}\nlabels: {{{labels}}}\n"
    (root / f"content/labels/{lang}.yaml").write_text(text, encoding="utf-8")


def main() -> None:
    taken: dict[str, list[float]] = {lang: [] for lang in SYLLABLES}
    sizes: dict[str, float] = {}
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PPGEN_FONT_PATH": ""}
    with tempfile.TemporaryDirectory() as name:
        for lang in SYLLABLES:
            prepare(Path(name) / lang, lang)
        for _ in range(RUNS):
            for lang, times in taken.items():
                root = Path(name) / lang
                job = ["make", "deck", "--lang", lang, "--quiet", "-o", "deck.pdf"]
                start = time.perf_counter()
                subprocess.run([sys.executable, "-m", "ppgen", *job], cwd=root, env=env, check=True)
                times.append(time.perf_counter() - start)
                sizes[lang] = (root / "deck.pdf").stat().st_size / 1e3
    latin = min(taken["de"])
    print(
        f"\n{WORDS} words, whole process\n{'lang':<6}{'time s':>10}{'file KB':>10}{'/ latin':>10}"
    )
    for lang, times in taken.items():
        print(f"{lang:<6}{min(times):>10.3f}{sizes[lang]:>10.1f}{min(times) / latin:>10.2f}")
    worst = max(min(times) / latin for times in taken.values())
    verdict = "met" if worst <= 2 else "missed"
    print(f"\n{'slowest script / Latin':<42}{worst:>8.3f}   goal <= 2     {verdict}")


if __name__ == "__main__":
    main()
