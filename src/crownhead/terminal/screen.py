"""A game on the whole screen, at least 80 by 24, redrawn after each event."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.text import Text

from crownhead.messages import Message
from crownhead.pieces import Side, SideName
from crownhead.service.contract import GameView, RecordedMoveView
from crownhead.terminal import words
from crownhead.terminal.board import HEIGHT, Scene, draw
from crownhead.terminal.display import (
    PROMPT,
    Look,
    Window,
    asked,
    columns_in,
    in_columns,
    scene_of,
    sentences,
    wrapped,
)
from crownhead.terminal.words import Said

COLUMNS: Final = 80
ROWS: Final = 24
_WIDEST: Final = 110  # columns; more would pull board and names apart
_PANEL: Final = 26  # columns beside a board of letters, at least
_MOST_BELOW: Final = 6  # lines between the board and the prompt
_BELOW_A_PAGE: Final = 3
_SECONDS_A_JUMP: Final = 0.45
_SHARE_OF_THE_CLOCK: Final = 0.05  # of a person's time, to show a capture
_MOST_SHOWN: Final = 8  # plies; computers further ahead are not shown jump by jump


class ScreenDisplay:
    """Draws the game on the whole screen and leaves the typed line alone."""

    def __init__(self, window: Window) -> None:
        self._console = window.console
        self._theme = window.theme
        self._words = window.words
        self._palette = window.palette
        self._pause = window.pause
        self._line = window.line
        self._said: Sequence[Said] = ()  # in response to the last line
        self._news: Sequence[Said] = ()  # what a computer has just played
        self._page: tuple[Sequence[Said], Sequence[str]] | None = None
        self._rest: Sequence[str] = ()  # lines of the page that do not fit
        self._typed = True
        self._prompt_row = 0
        self._hidden = False
        self._shown: GameView | None = None
        self._last: list[Text] = []
        self._console.set_alt_screen(True)

    # ---- what happens

    def show(self, view: GameView, look: Look) -> None:
        """Draw the game, after a computer's captures jump by jump."""
        moves = self._new_moves(view)
        if self._shown is not None and self._shown["ply"] != view["ply"]:
            self._news = ()
        if moves and self._is_computers(view, moves[-1]):
            if len(moves) <= _MOST_SHOWN and self._page is None:
                view = self._play_out(view, look, moves)
            self._news = words.played(moves[-1]) if words.persons(view) else ()
        self._shown = view
        self._draw(view, look, scene_of(view, look))

    def _new_moves(self, view: GameView) -> list[RecordedMoveView]:
        """The moves since the view before."""
        old = self._shown
        if old is None or old["id"] != view["id"]:
            return []
        return view["record"][old["ply"] : view["ply"]]

    def _is_computers(self, view: GameView, move: RecordedMoveView) -> bool:
        return view["players"][move["side"]]["kind"] == "computer"

    def _play_out(self, view: GameView, look: Look, moves: Sequence[RecordedMoveView]) -> GameView:
        """Show captures jump by jump, in a small share of the person's remaining time.

        Returns the view with the clock as it is afterwards.
        """
        assert self._shown is not None
        board = self._shown["position"]["board"]
        scenes: list[tuple[Scene, Sequence[Message]]] = []
        for move in moves:
            if move["captured"] and self._is_computers(view, move):
                scenes += _jumps(board, look.flipped, move)
            board = move["after"]["board"]
        seconds = _seconds_a_jump(view, len(scenes))
        for scene, jump in scenes:
            self._news = jump
            self._draw(view, Look(look.flipped, ""), scene)
            if self._pause(seconds):
                break
            view = words.later(view, seconds)
        return view

    def say(self, *said: Said) -> None:
        """Show messages below the board until the next line is typed."""
        self._said = said

    def page(self, lines: Sequence[Said], rows: Sequence[str] = ()) -> None:
        """Show a longer text instead of the board until the next line is typed."""
        self._page = (lines, rows)

    def board(self, _view: GameView, _look: Look) -> None:
        """Put the page away; the board is always drawn."""
        self._page = None

    def heard(self, line: str = "") -> None:
        """Make room for the answer to a line; Enter shows the rest of a page."""
        self._typed = True
        self._said = ()
        self._page = (self._rest, self._page[1]) if self._page and self._rest and not line else None

    def fit(self) -> None:
        """Clear the window and redraw it: terminals leave remnants after a resize."""
        if self._hidden:
            self._hidden = False
            self._console.set_alt_screen(True)
        self._console.file.write("\x1b[2J")
        self._typed = True

    def hide(self) -> None:
        """Give the screen back until `fit`."""
        if not self._hidden:
            self._hidden = True
            self._console.set_alt_screen(False)
            self._console.file.flush()

    def close(self, said: Sequence[Said] = (), command: str = "") -> None:
        """Give the screen back, and leave the last board and the last messages on it."""
        self.hide()
        told = [*(sentences([one], self._words) for one in said), command]
        for line in [*self._last, *map(Text, filter(None, told))]:
            self._console.print(line, soft_wrap=True)

    # ---- drawing

    @property
    def _width(self) -> int:
        """Columns to write in; some terminals wrap after the last one."""
        return min(self._console.width, _WIDEST) - 1

    @property
    def _height(self) -> int:
        """Rows between the title and the prompt; the last row stays free for Enter."""
        return self._console.height - 3

    def _draw(self, view: GameView, look: Look, scene: Scene) -> None:
        """Write the whole frame at once, and put the cursor back into the typed line."""
        rows = self._board_rows(view, look, scene)
        room = min(self._height - len(rows), _MOST_BELOW)
        below = self._below(look, room)
        if self._page is None:
            self._last = rows
            if below is None and not look.choices:
                self._page = ([sentences(self._said, self._words)], ())
        if self._page is not None or below is None:
            rows = self._page_rows(look)
            below = self._below(Look(look.flipped, look.status), _BELOW_A_PAGE) or []
        lines = [self._title(view), *rows, *below]
        for line in lines:
            line.truncate(self._width)
        out = ["\x1b7"]
        for row, line in enumerate(lines, start=1):
            out.append(f"\x1b[{row};1H{self._ansi(line)}\x1b[K")
        out.append("\x1b8")
        moved = self._typed or self._prompt_row != len(lines)
        self._typed, self._prompt_row = False, len(lines)
        if self._line is not None:
            self._line.ask(PROMPT)
            if moved:
                self._line.fix(len(lines) + 1)
        elif moved:
            out.append(f"\x1b[{len(lines) + 1};1H\x1b[J{PROMPT}")
        self._console.file.write("".join(out))
        self._console.file.flush()

    def _ansi(self, line: Text) -> str:
        plain = Text(line.plain) if self._theme is None else line
        with self._console.capture() as capture:
            self._console.print(plain, end="", soft_wrap=True)
        return capture.get()

    def _below(self, look: Look, room: int) -> list[Text] | None:
        """The messages and the question above the prompt; None if they need a page."""
        status = self._lines(asked(look, self._words))
        news = self._lines(sentences(self._news, self._words))
        said = self._lines(
            sentences([one for one in self._said if one != look.status], self._words)
        )
        if len(status) + len(said) > room and (look.choices or self._page is None):
            return None
        status = _shortened(status, room)
        said = _shortened(said, room - len(status))
        news = _shortened(news, room - len(status) - len(said))
        told = [Text(line, "bold") for line in [*said, *news]]
        question = [Text(line, "bold cyan") for line in status]
        return [Text()] * (room - len(told) - len(question)) + told + question

    def _lines(self, text: str) -> list[str]:
        return wrapped([text], self._width, "")

    def _title(self, view: GameView) -> Text:
        rules = self._words.text(words.rules_title(view))
        title = Text("Crownhead", "bold").append(f"  {rules}", "not bold")
        opening = view["position"]["opening"]
        if opening:
            title.append(f"  {opening}", "italic not bold")
        return title

    def _board_rows(self, view: GameView, look: Look, scene: Scene) -> list[Text]:
        rows = []
        drawn = draw(scene, self._palette)
        for left, right in zip_longest(drawn, self._panel(view, look), fillvalue=Text()):
            row = left.copy()
            row.pad_right(COLUMNS - 1 - self._panel_width(COLUMNS - 1) - left.cell_len)
            rows.append(row.append_text(right))
        return rows

    def _panel_width(self, width: int) -> int:
        """Columns beside the board; in colours, with two more for a disc."""
        return width - (COLUMNS - 1) + _PANEL + (2 if self._theme else 0)

    def _panel(self, view: GameView, look: Look) -> list[Text]:
        """The players at their ends of the board, and the last moves between them."""
        top, bottom = reversed(words.SIDES) if look.flipped else words.SIDES
        head, foot = self._player(view, top), self._player(view, bottom)
        room = HEIGHT - 1 - len(head) - len(foot) - 2
        moves = [Text(line) for line in words.numbered(view)[-room:]]
        moves += [Text()] * (room - len(moves))
        if moves and view["ply"]:
            index = max(index for index, line in enumerate(moves) if line.plain)
            moves[index].stylize("bold")
        return [*head, Text(), *moves, Text(), *foot]

    def _player(self, view: GameView, side: SideName) -> list[Text]:
        arrow = "> " if view["position"]["turn"] == side and not view["outcome"] else "  "
        room = self._panel_width(self._width)
        name = self._name(side, arrow, words.player(view, side))
        if name.cell_len > room:
            name = self._name(side, arrow, words.player_name(view, side))
        name.truncate(room, overflow="ellipsis")
        pieces = f"    {words.pieces(view['position'], side, self._words)}"
        clock = words.time_left(view, side)
        if arrow.strip():
            name.stylize("bold")
        if clock and len(pieces) + len(clock) > _PANEL - 1:
            return [name, Text(pieces), Text(f"{clock:>{_PANEL - 1}}", "bold")]
        return [name, Text(f"{pieces:<{_PANEL - 8}}").append(f"{clock:>7}", "bold")]

    def _name(self, side: SideName, arrow: str, player: Said) -> Text:
        """A player's name after a disc in their colour, on the colour of the dark squares."""
        name = Text(arrow)
        if self._palette is not None:
            face, _ = self._palette.disc(side)
            name.append("●", f"{face} on {self._palette.dark}").append(" ")
        return name.append(self._words.say("terminal.player", side=Side(side), player=player))

    def _page_rows(self, look: Look) -> list[Text]:
        """A longer text, or choices that do not fit elsewhere; of its rows, the last that fit."""
        lines, rows = self._page or ((), look.choices)
        room = self._height - _BELOW_A_PAGE
        text = wrapped(list(map(self._words.text, lines)), self._width)
        self._rest, text = text[room:], text[:room]
        if self._page is not None:
            self._said = [Message(f"terminal.{'more' if self._rest else 'enter'}")]
        shown = rows[-columns_in(rows, self._width) * (room - len(text)) :] if rows else ()
        if len(shown) < len(rows):
            fit = columns_in(rows, self._width) * (room - len(text) - 1)
            shown = rows[-fit:] if fit > 0 else ()
            text.append(self._words.say("terminal.left-out", count=len(rows) - len(shown)))
        text += in_columns(shown, self._width)
        return [Text(line) for line in text] + [Text()] * (HEIGHT - len(text))


def _shortened(lines: Sequence[str], room: int) -> list[str]:
    """Leave out lines that do not fit, and show three dots instead.

    >>> _shortened(["There is no such file", "here."], 1), _shortened(["There."], 0)
    (['There is no such ...'], [])
    """
    if len(lines) <= room:
        return list(lines)
    if room < 1:
        return []
    last = lines[room - 1][:-3]
    return [*lines[: room - 1], f"{last.rpartition(' ')[0] or last[:-1]} ..."]


def _seconds_a_jump(view: GameView, jumps: int) -> float:
    """How long to show each jump of a capture, so that it costs a person's clock little."""
    left = words.running_out(view)
    if left is None or not jumps:
        return _SECONDS_A_JUMP
    return min(_SECONDS_A_JUMP, _SHARE_OF_THE_CLOCK * left / jumps)


def _jumps(
    board: str, flipped: bool, move: RecordedMoveView
) -> Iterator[tuple[Scene, Sequence[Message]]]:
    """The board before a capture and after each of its jumps, with what the jump did."""
    path, squares = move["path"], list(board)
    piece = squares[path[0] - 1]
    for index, jump in enumerate([[], *([one] for one in words.jumps(move))]):
        squares[path[max(index - 1, 0)] - 1] = "."
        squares[path[index] - 1] = piece
        if index:
            squares[move["captured"][index - 1] - 1] = "."
        yield Scene("".join(squares), flipped, path[: index + 1]), jump
