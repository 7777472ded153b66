"""Catalogues as translators' tools read them, and texts with values in them."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

import programs
from crownhead import messages
from crownhead.errors import CrownheadError
from crownhead.messages import (
    Listed,
    Message,
    Words,
    catalogue,
    counted,
    figure,
    plain,
    say,
    understood,
)
from crownhead.messages.po import Catalogue, pseudo, read_catalogue
from crownhead.pieces import Side

SOURCE = Path(messages.__file__).with_name("en.po")


def speaking(language: str, code: str) -> str:
    """What a program prints that speaks a language."""
    environment = {**os.environ, "CROWNHEAD_LANGUAGE": language}
    command = [sys.executable, "-c", f"from crownhead.messages import *; {code}"]
    done = programs.run(command, capture_output=True, text=True, env=environment, check=True)
    return str(done.stdout)


def test_another_reader_of_catalogues_finds_the_same() -> None:
    with SOURCE.open("rb") as file:
        found = read_po(file, abort_invalid=True)
    texts = {
        entry.context: entry.id if isinstance(entry.id, tuple) else (entry.id,)
        for entry in found
        if entry.id
    }
    assert texts == catalogue().texts
    assert str(found.locale) == "en_GB"


def test_plurals_have_the_forms_of_the_language() -> None:
    known = catalogue()
    rule = Locale.parse(known.language, sep="-").plural_form
    for count in [*range(200), 1000, 1001, 10**6]:
        assert known.categories[known.form_of(count)] == rule(count), count


def test_numbers_are_grouped_and_counted() -> None:
    assert str(counted("game", 1)) == "1 game"
    assert str(counted("game", 12_345)) == "12,345 games"
    assert str(counted("second", 0.5)) == "0.5 seconds"
    assert str(counted("second", 1.0)) == "1 second"


def test_lists_end_with_and_or_or_a_count() -> None:
    assert str(Listed([])) == ""
    assert str(Listed(["a"])) == "a"
    assert str(Listed(["a", "b"], "and")) == "a and b"
    assert str(Listed([1, 2, 3], most=2)) == "1, 2 and 1 more"


def test_a_theme_names_the_sides_wherever_they_stand() -> None:
    inner = CrownheadError("side.unknown", side=Side.BLACK)
    outer = Message("unknown.all", {"unknown": inner, "names": Listed([Side.WHITE, Side.BLACK])})
    for theme, name in (("classic", "Red"), (None, "Black")):
        unknown, names = say("side.unknown", side=name), f"White or {name}"
        assert Words(theme).text(outer) == say("unknown.all", unknown=unknown, names=names)


def test_json_holds_a_message_and_gives_it_back() -> None:
    inner = Message("side.unknown", {"side": Side.BLACK})
    message = Message("unknown.all", {"unknown": inner, "names": Listed([Side.WHITE, 7], "and", 2)})
    back = understood(json.loads(json.dumps(plain(message), allow_nan=False)))
    assert Words("classic").text(back) == Words("classic").text(message)
    assert plain(float("inf")) == "inf"


def test_text_that_is_no_key_stands_for_itself() -> None:
    assert say("somebody's own words {here}") == "somebody's own words {here}"
    assert str(CrownheadError("somebody's own words")) == "somebody's own words"


def test_a_name_in_a_value_is_not_a_parameter() -> None:
    assert say("unknown.theme", name="{name}") == catalogue().text("unknown.theme")


def test_a_translation_is_one_more_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a plural of three forms; what it lacks is English."""
    file = tmp_path / "pl.po"
    file.write_text(
        'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"X-Plural-Categories: one few many\\n"\n'
        '"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 "\n'
        '"&& (n%100<10 || n%100>=20) ? 1 : 2;\\n"\n\n'
        'msgctxt "count.game"\nmsgid "{count} game"\nmsgid_plural "{count} games"\n'
        'msgstr[0] "{count} gra"\nmsgstr[1] "{count} gry"\nmsgstr[2] "{count} "\n"gier"\n\n'
        '#, fuzzy\nmsgctxt "side.black"\nmsgid "Black"\nmsgstr "Biały"\n\n'
        'msgctxt "number.group"\nmsgid ","\nmsgstr "\u00a0"\n\n'
        'msgctxt "number.point"\nmsgid "."\nmsgstr ","\n\n'
        'msgctxt "piece.king"\nmsgid "king"\nmsgstr "damka"\n',
        "utf-8",
    )
    found: Catalogue = read_catalogue(file, catalogue())
    assert [found.text("count.game", n) for n in (1, 2, 5)] == [
        "{count} gra",
        "{count} gry",
        "{count} gier",
    ]
    assert found.text("side.black") == "Black", "a translation that needs review is not used"
    assert found.text("piece.king") == "damka"
    monkeypatch.setattr(messages, "catalogue", lambda _code: found)
    assert figure(12_345.5, ",.1f") == "12\u00a0345,5"
    assert str(counted("game", 1000)) == "1\u00a0000 gier"
    assert found.text("side.white") == "White"


def test_a_header_without_a_field_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pl.po"
    file.write_text('msgid ""\nmsgstr "Language: pl\\nPlural-Forms: nplurals=1; plural=0;\\n"\n')
    with pytest.raises(ValueError, match=r"pl\.po: .*X-Plural-Categories"):
        read_catalogue(file)


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [("en", "en"), ("en_GB.UTF-8", "en"), ("xx", "en"), ("xx:en-XA", "en-XA"), ("C", "en")],
)
def test_the_environment_chooses_the_language(wanted: str, spoken: str) -> None:
    assert speaking(wanted, "print(language())").strip() == spoken


def test_the_pseudo_language_is_longer_and_keeps_parameters() -> None:
    texts = catalogue().texts
    for key, forms in pseudo(catalogue()).texts.items():
        for text, stretched in zip(texts[key], forms, strict=True):
            assert stretched.count("{") == text.count("{"), key
            words = re.sub(r"\{\w+\}", "", text)
            assert stretched != text or not any(map(str.isalpha, words)), key
    said = json.loads(speaking("en-XA", "import json; print(json.dumps(say('side.black')))"))
    assert said == "Ɓļàçķ ·"
