"""The input line: edited with the usual keys, with history and completion.

Prompt Toolkit runs in a thread of its own and is the only one that writes to the terminal while it
runs, so that what is typed and what is shown never mix.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent import futures
from pathlib import Path
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.containers import ConditionalContainer, HSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from crownhead.terminal.completion import common_beginning
from crownhead.terminal.history import TypedLines
from crownhead.terminal.inbox import LONGEST_LINE, Event, Inbox

_SECONDS_TO_BEGIN: Final = 10.0
_SECONDS_A_LOOK: Final = 0.2  # between looks whether the other thread has ended


class EditorOutput(io.TextIOBase):
    """A file for a console, which writes around the line being typed."""

    encoding = "utf-8"

    def __init__(self, editor: LineEditor) -> None:
        self._editor = editor
        self._waiting: list[str] = []

    def write(self, text: str) -> int:
        """Buffer a text until `flush`."""
        self._waiting.append(text)
        return len(text)

    def flush(self) -> None:
        """Write the buffer in one piece."""
        text, self._waiting = "".join(self._waiting), []
        if text:
            self._editor.write(text)

    def isatty(self) -> bool:
        """True: an editor needs a terminal."""
        return True

    def fileno(self) -> int:
        """The file descriptor of standard output, for the window's size."""
        return sys.stdout.fileno()


class LineEditor:
    """Puts typed lines into an inbox, and writes output around the line being typed.

    On a whole screen the line stays in its row; otherwise what is written goes above it.
    """

    complete: Callable[[str], Sequence[str]]

    def __init__(self, inbox: Inbox, history: Path) -> None:
        self._inbox = inbox
        self.complete = lambda _: ()
        self._prompt = ""
        self._choices: Sequence[str] = ()
        self._row: int | None = None
        self._begun = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader: threading.Thread | None = None
        self._buffer = Buffer(
            history=TypedLines(history),
            multiline=False,
            accept_handler=self._accept,
            on_text_changed=lambda _: self._offer(()),
        )
        output = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
        output.enable_cpr = False  # the answer to a query for the cursor would look like keys
        self._app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            input=Vt100Input(sys.stdin),
            output=output,
            erase_when_done=True,
            terminal_size_polling_interval=None,  # the display handles resizes
        )

    # ---- the keyboard

    def start(self) -> None:
        """Take the keyboard."""
        if self._reader is not None:
            return
        self._begun.clear()
        self._reader = threading.Thread(target=self._run, name="typing", daemon=True)
        self._reader.start()
        self._begun.wait(_SECONDS_TO_BEGIN)

    def stop(self) -> None:
        """Release the keyboard; an unfinished line is kept."""
        reader = self._reader
        if reader is None:
            return
        self._in_loop(self._exit)
        reader.join()
        self._reader = None

    def _run(self) -> None:
        try:
            asyncio.run(self._listen())
        except (EOFError, OSError):  # the terminal is gone
            self._inbox.tell(Event.END)
        finally:
            self._loop = None
            self._begun.set()

    async def _listen(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._app.run_async(
            pre_run=self._begun.set, set_exception_handler=False, handle_sigint=False
        )

    def _exit(self) -> None:
        if self._app.is_running:
            self._app.exit()

    # ---- writing

    def write(self, text: str) -> None:
        """Write to the terminal: above the line, or anywhere on a whole screen."""
        self._in_loop(lambda: self._write(text))

    def ask(self, prompt: str) -> None:
        """Set the prompt."""
        if prompt != self._prompt:
            self._prompt = prompt
            self._in_loop(self._draw)

    def fix(self, row: int | None) -> None:
        """Fix the line to a row of the whole screen and clear the rows below; None releases it."""
        self._in_loop(lambda: self._fix(row))

    def _in_loop(self, act: Callable[[], None]) -> None:
        """Run something in the editor's thread between two keys, and wait; errors are raised here."""
        loop, thread = self._loop, self._reader
        if loop is None or thread is None:
            act()
            return
        done: futures.Future[None] = futures.Future()

        def do() -> None:
            try:
                act()
                done.set_result(None)
            except Exception as error:
                done.set_exception(error)

        try:
            loop.call_soon_threadsafe(do)
        except RuntimeError:  # the loop has just ended
            act()
            return
        while not futures.wait([done], _SECONDS_A_LOOK).done:
            if not thread.is_alive():  # so it will never run
                act()
                return
        done.result()

    def _write(self, text: str) -> None:
        output, shown = self._app.output, self._app.is_running and self._row is None
        if shown:
            self._app.renderer.erase()
        output.write_raw(text)
        output.flush()
        if shown:
            self._draw()

    def _fix(self, row: int | None) -> None:
        self._row = row
        if row is not None:
            self._app.output.write_raw(f"\x1b[{row};1H\x1b[J")
            self._app.output.flush()
        if self._app.is_running:
            self._app.renderer.reset()
        self._draw()

    def _draw(self) -> None:
        """Draw the line at once, together with the output."""
        if self._app.is_running:
            with set_app(self._app):
                self._app.renderer.render(self._app, self._app.layout)

    # ---- what is typed

    def _layout(self) -> Layout:
        control = BufferControl(self._buffer, [BeforeInput(lambda: self._prompt)])
        offered = FormattedTextControl(lambda: "  ".join(self._choices))
        below = Window(offered, height=1)
        return Layout(
            HSplit(
                [
                    Window(control, height=1, wrap_lines=False),
                    ConditionalContainer(below, Condition(lambda: bool(self._choices))),
                ]
            )
        )

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def on(key: str, act: Callable[[], None], **named: Any) -> None:
            def heard(_: KeyPressEvent) -> None:
                act()

            keys.add(key, **named)(heard)

        empty = Condition(lambda: not self._buffer.text)
        on("c-c", lambda: self._inbox.interrupt(signal.SIGINT))
        on("c-z", lambda: self._inbox.tell(Event.SUSPEND))
        on("c-\\", lambda: self._inbox.interrupt(getattr(signal, "SIGQUIT", signal.SIGINT)))
        on("c-d", lambda: self._inbox.tell(Event.END), filter=empty)
        on("tab", self._finish)
        return keys

    def _accept(self, buffer: Buffer) -> bool:
        """Pass a line on; False tells the buffer to start a new one."""
        line = buffer.text[:LONGEST_LINE]
        if self._row is None:  # the line scrolls up with the output
            self._write(f"{self._prompt}{line}\n")
            self._prompt = ""
        self._inbox.put(line, wait=False)  # waiting here would block output
        return False

    def _finish(self) -> None:
        """Complete the line as far as it is unambiguous, and offer the choices."""
        text = self._buffer.document.text_before_cursor
        found = list(self.complete(text))
        begun = common_beginning(found)
        if len(begun) > len(text) or (found and begun != text):
            self._buffer.delete_before_cursor(len(text))
            self._buffer.insert_text(begun)
        self._offer([] if len(found) == 1 else found)

    def _offer(self, choices: Sequence[str]) -> None:
        self._choices = choices
