"""Splits a PDN file into lines with bounded memory."""

import codecs
import os
import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from crownhead.errors import PdnError

# Longer lines come in pieces of this size; a tag or word must fit into one.
LONGEST_PIECE: Final = 65_536

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

Source = str | os.PathLike[str] | IO[str] | IO[bytes]


def lines_of(source: Source) -> Iterator[str]:
    """Yield the lines of a file, each ended by a newline; a very long line comes in pieces."""
    if isinstance(source, str) and ("\n" in source or "\0" in source):
        raise PdnError("pdn.text-as-path")
    if not isinstance(source, (str, os.PathLike)) and not hasattr(source, "readline"):
        raise PdnError("pdn.source", kind=type(source).__name__)
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield from _with_newlines(_lines_of_file(file))
    else:
        yield from _with_newlines(_lines_of_file(source))


def _with_newlines(pieces: Iterator[str]) -> Iterator[str]:
    """Replace carriage returns, alone or before newlines, by newlines."""
    held = ""  # a carriage return at a piece's end: its newline may come in the next
    for piece in pieces:
        if "\r" not in piece and not held:
            yield piece
            continue
        text = held + piece
        held = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n")
        yield from re.findall(r"[^\n]*\n|[^\n]+", text)
    if held:
        yield "\n"


def _lines_of_file(file: IO[Any]) -> Iterator[str]:
    try:
        first = file.readline(LONGEST_PIECE)
        if isinstance(first, str):
            rest = iter(partial(file.readline, LONGEST_PIECE), "")
            yield from filter(None, chain([first.removeprefix("\ufeff")], rest))
        elif first.startswith(_UTF16_MARKS):
            yield from _utf16_lines(first, file)
        else:
            yield from _byte_lines(first.removeprefix(codecs.BOM_UTF8), file)
    except UnicodeError:
        raise PdnError("pdn.encoding", encoding=getattr(file, "encoding", "text")) from None


def _byte_lines(first: bytes, file: IO[bytes]) -> Iterator[str]:
    """Decode line by line: UTF-8 as PDN requires, or Latin-1 as in old collections."""
    piece = first
    while piece:
        text, rest = _decode(piece)
        yield text
        piece = rest + file.readline(LONGEST_PIECE)


def _decode(piece: bytes) -> tuple[str, bytes]:
    try:
        return piece.decode("utf-8"), b""
    except UnicodeDecodeError as error:
        cut_off = error.reason == "unexpected end of data" and len(piece) > LONGEST_PIECE // 2
        if cut_off and error.start > 0:
            return piece[: error.start].decode("utf-8"), piece[error.start :]
        return piece.decode("latin-1"), b""


def _utf16_lines(first: bytes, file: IO[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    text = ""
    block = first
    while block:
        text += decoder.decode(block)
        *lines, text = text.splitlines(keepends=True) if text else [""]
        yield from lines
        if text.endswith("\n") or len(text) > LONGEST_PIECE:
            yield text
            text = ""
        block = file.read(LONGEST_PIECE)
    yield text + decoder.decode(b"", final=True)
