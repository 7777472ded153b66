"""`crownhead hub`, used like another program would."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

import pytest

import programs
from cases import each
from crownhead import Game, OpeningBook, Position
from crownhead.engine import Engine, Limit
from crownhead.engine.hub import HubSession, Line, read_line, write_move, write_position
from crownhead.messages import say
from saying import says

COMMAND = [sys.executable, "-m", "crownhead", "hub"]
START = write_position(Position.start())


class Talk:
    """A running `crownhead hub`, which is killed after a minute."""

    def __init__(self) -> None:
        self.process = programs.start(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._watchdog = threading.Timer(60, self.process.kill)
        self._watchdog.start()

    def say(self, *lines: str) -> None:
        stdin = cast(IO[bytes], self.process.stdin)
        stdin.write("".join(f"{line}\n" for line in lines).encode())
        stdin.flush()

    def until(self, command: str) -> list[Line]:
        """Read the lines up to a command, including it."""
        lines: list[Line] = []
        while not lines or lines[-1].command != command:
            text = cast(IO[bytes], self.process.stdout).readline().decode()
            assert text, f"it ended before it said {command}; before that: {lines}"
            lines.append(read_line(text))
        return lines

    def end(self) -> int:
        cast(IO[bytes], self.process.stdin).close()
        code = self.process.wait()
        cast(IO[bytes], self.process.stdout).close()
        self._watchdog.cancel()
        return code


@pytest.fixture
def talk() -> Iterator[Talk]:
    one = Talk()
    yield one
    one.end()


def said(*lines: str) -> list[Line]:
    """All answers to lines that need no search."""
    answers = io.BytesIO()
    asked = io.BytesIO("\n".join(lines).encode())
    HubSession(asked, answers, open_book=OpeningBook.open).run()
    return [read_line(line) for line in answers.getvalue().decode().splitlines()]


# ---- beginning


def test_it_introduces_itself_and_its_parameters() -> None:
    lines = said("hub")
    assert lines[0].command == "id"
    assert lines[0].arguments["name"] == "Crownhead"
    assert lines[-1].command == "wait"
    names = [line.arguments["name"] for line in lines[1:-1]]
    assert names == ["threads", "hash", "tables", "evaluation", "book", "rules"]


def test_parameters_keep_what_they_are_given() -> None:
    rules = "english capture=optional regicide=on"
    lines = said(
        "set-param name=threads value=2",
        "set-param name=hash value=16",
        "set-param name=evaluation value=classic",
        "set-param name=book value=true",
        f'set-param name=rules value="{rules}"',
        "hub",
    )
    values = [line.arguments["value"] for line in lines if line.command == "param"]
    assert values == ["2", "16", "", "classic", "true", rules]


def test_init_is_answered_when_the_engine_is_there() -> None:
    assert [line.command for line in said("set-param name=hash value=1", "init")] == ["ready"]


def test_unknown_commands_empty_lines_and_unknown_arguments_are_ignored() -> None:
    assert [line.command for line in said("", "dance fast=yes", 'sing "', "ping loud=1")] == [
        "pong"
    ]


@each(
    ("line", "key"),
    [
        ("set-param name=colour value=red", "unknown.parameter"),
        ("set-param name=hash value=0", "number.whole.between"),
        ("set-param name=hash value=65537", "number.whole.between"),
        ("set-param name=threads value=many", "number.whole.between"),
        ("set-param name=evaluation value=clasic", "unknown.evaluation"),
        ("set-param name=book value=on", "hub.book-switch"),
        ("set-param name=rules value=englsh", "unknown.rule-set"),
        ("pos", "hub.no-position"),
        ('pos moves="11-15"', "hub.no-position"),
        ("pos pos=x", "hub.position"),
        (f"pos pos={START[:-1]}", "hub.position"),
        (f"pos pos={START} moves=11-18", "refusal.tried"),
        (f"pos pos={START} moves=1-32", "refusal.tried"),
        (f"pos pos={START} moves=eleven", "hub.move"),
        ("level depth=0", "number.whole.between"),
        ("level nodes=1e9", "number.whole.between"),
        ("level move-time=-1", "hub.seconds"),
        ("level moves=10", "hub.no-clock"),
        ("level", "hub.no-level"),
        ("go", "hub.go"),
        ("go think ponder", "hub.go"),
        ("go analyze multipv=0", "number.whole.between"),
        ('pos pos="', "hub.argument"),
        ("pos " + "x" * 200_000, "hub.line-too-long"),
    ],
)
def test_bad_input_is_answered_with_a_sentence_and_the_session_goes_on(line: str, key: str) -> None:
    *errors, last = said(line, "ping")
    assert last.command == "pong"
    assert [error.command for error in errors] == ["error"]
    assert says(errors[0].arguments["message"], key)


def test_no_table_is_larger_than_the_memory() -> None:
    most = [line.arguments["max"] for line in said("hub") if line.arguments.get("name") == "hash"]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    assert [int(one) for one in most] == [min(memory // 2, 65_536)]


# A machine that has the memory but does not grant it.
SCANTY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
from crownhead.engine.hub import HubSession
HubSession(sys.stdin.buffer, sys.stdout.buffer).run()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others do not limit memory so")
def test_a_table_that_cannot_be_had_is_refused_and_the_last_one_stays() -> None:
    words = "set-param name=hash value=2\nset-param name=hash value=2048\ninit\nhub\n"
    done = programs.run(
        [sys.executable, "-c", SCANTY],
        input=words,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    error, ready, *params = map(read_line, done.stdout.splitlines())
    assert error.arguments["message"] == say("engine.no-table", size=2048)
    assert ready.command == "ready"
    values = {line.arguments.get("name"): line.arguments.get("value") for line in params}
    assert values["hash"] == "2"


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_without_input_or_output_there_is_a_sentence(closed: str) -> None:
    words = f"'{sys.executable}' -m crownhead hub {closed}"
    done = programs.run(["sh", "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert says(done.stderr, "hub.no-streams")


def test_a_session_without_a_book_refuses_to_play_by_one() -> None:
    answers = io.BytesIO()
    HubSession(io.BytesIO(b"set-param name=book value=true\n"), answers).run()
    assert says(answers.getvalue().decode(), "hub.no-book")


def test_bytes_that_are_no_text_do_no_harm() -> None:
    answers = io.BytesIO()
    HubSession(io.BytesIO(b"\xff\x00\xfe\nping \xff\n"), answers).run()
    assert answers.getvalue() == b"pong\n"


def test_there_is_nothing_to_search_where_no_move_is_left() -> None:
    over = write_position(Position.from_fen("B:W29:B"))
    (error,) = said(f"pos pos={over}", "go think")
    assert says(error.arguments["message"], "record.nothing-to-choose")


# ---- searching


def test_a_search_tells_what_it_finds_and_then_its_move(talk: Talk) -> None:
    position = Position.from_fen("B:W6,7,15,32:B2,12")
    talk.say(f"pos pos={write_position(position)}", "level depth=6", "go think")
    *infos, done = talk.until("done")
    assert done.arguments["move"] == "2x18x7x15"
    assert [line.arguments["depth"] for line in infos] == ["1", "2", "3", "4", "5", "6"]
    names = {"depth", "score", "nodes", "time", "nps", "pv"}
    assert all(line.command == "info" and set(line.arguments) == names for line in infos)
    assert infos[-1].arguments["pv"].split()[:2] == [
        done.arguments["move"],
        done.arguments["ponder"],
    ]


def test_a_forced_move_is_told_at_once(talk: Talk) -> None:
    forced = write_position(Position.from_fen("B:W18,32:B15"))
    talk.say(f"pos pos={forced}", "level infinite", "go think")
    (done,) = talk.until("done")
    assert done.arguments == {"move": "15x22x18"}


def test_a_move_of_the_book_is_told_at_once_where_it_is_wanted(talk: Talk) -> None:
    talk.say("set-param name=book value=true", "level infinite", "go think")
    (done,) = talk.until("done")
    known = [write_move(one.move) for one in OpeningBook.open().probe(Position.start())]
    assert done.arguments["move"] in known
    talk.say("set-param name=book value=false", "level depth=3", "go think")
    assert len(talk.until("done")) > 1  # it has searched
    talk.say("set-param name=book value=true", "go analyze")
    assert len(talk.until("done")) > 1


def test_a_proven_win_is_worth_a_hundred_men_less_its_plies(talk: Talk) -> None:
    won = write_position(Position.from_fen("B:W18:B15,K1"))
    talk.say(f"pos pos={won}", "level depth=4", "go analyze")
    assert talk.until("done")[-2].arguments["score"] == "99.99"


def test_several_lines_are_numbered(talk: Talk) -> None:
    talk.say("level depth=5", "go analyze multipv=3")
    last = [line.arguments for line in talk.until("done")[:-1] if line.arguments["depth"] == "5"]
    assert [line["multipv"] for line in last] == ["1", "2", "3"]
    assert len({line["pv"].split()[0] for line in last}) == 3


def test_ping_is_answered_while_it_searches(talk: Talk) -> None:
    talk.say("level infinite", "go analyze", "ping")
    assert {line.command for line in talk.until("pong")} <= {"info", "pong"}
    talk.say("stop")
    assert talk.until("done")[-1].arguments["move"]


def test_a_new_search_may_follow_stop_without_waiting(talk: Talk) -> None:
    talk.say("level infinite", "go analyze", "stop", "level depth=3", "go think")
    talk.until("done")
    assert talk.until("done")[-2].arguments["depth"] == "3"


def test_a_new_search_ends_the_one_that_runs(talk: Talk) -> None:
    talk.say("level infinite", "go think", "level depth=3", "go think")
    talk.until("done")
    assert talk.until("done")[-2].arguments["depth"] == "3"


@pytest.mark.parametrize("line", ["init", "new-game", "set-param name=hash value=8"])
def test_what_needs_the_engine_ends_the_search_that_runs(line: str, talk: Talk) -> None:
    talk.say("level infinite", "go analyze", line, "ping")
    lines = [one.command for one in talk.until("pong")]
    assert lines.count("done") == 1
    assert "ready" not in lines[: lines.index("done")]


@pytest.mark.parametrize(
    "line",
    [
        "set-param name=hash value=0",
        "set-param name=threads value=many",
        "set-param name=rules value=none",
        "set-param name=none value=1",
        "go",
        "go think multipv=0",
    ],
)
def test_a_line_that_is_refused_ends_no_search(line: str, talk: Talk) -> None:
    talk.say("level infinite", "go analyze", line, "ping")
    lines = [one.command for one in talk.until("pong")]
    assert "error" in lines
    assert "done" not in lines
    talk.say("stop")
    talk.until("done")


def test_a_position_without_a_move_ends_no_search(talk: Talk) -> None:
    lost = write_position(Position.from_fen("B:W29:B"))
    talk.say("level infinite", "go analyze", f"pos pos={lost}", "go think", "ping")
    lines = [one.command for one in talk.until("pong")]
    assert "error" in lines
    assert "done" not in lines


def test_a_ponder_hit_turns_pondering_into_thinking(talk: Talk) -> None:
    talk.say("level depth=3", "go ponder", "ponder-hit")
    assert talk.until("done")[-2].arguments["depth"] == "3"
    talk.say("hub")
    assert "done" not in [line.command for line in talk.until("wait")]


def test_a_ponder_hit_after_a_stop_begins_nothing(talk: Talk) -> None:
    talk.say("level infinite", "go ponder", "stop", "ponder-hit")
    talk.until("done")
    talk.say("ping", "hub")
    assert {line.command for line in talk.until("wait")} == {"pong", "id", "param", "wait"}


@pytest.mark.parametrize("last", ["quit", "ping"])  # or the end of input
def test_a_search_that_was_stopped_has_its_move_told_at_the_end(last: str) -> None:
    lines = said("level infinite", "go think", "stop", last)
    assert [line.command for line in lines].count("done") == 1


def test_stop_ends_pondering(talk: Talk) -> None:
    talk.say("level depth=3", "go ponder", "stop")
    assert talk.until("done")[-1].arguments["move"]


@pytest.mark.parametrize("words", ["stop", "ponder-hit", "new-game"])
def test_without_a_search_nothing_is_answered(words: str) -> None:
    assert said(words) == []


def test_quit_ends_it_in_the_middle_of_a_search(talk: Talk) -> None:
    talk.say("level infinite", "go analyze", "quit")
    assert talk.process.wait() == 0


def test_the_end_of_input_ends_it_in_the_middle_of_a_search(talk: Talk) -> None:
    talk.say("level infinite", "go analyze")
    assert talk.end() == 0


def test_the_example_of_the_documents_is_what_it_says(talk: Talk) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "commands.md").read_text("utf-8")
    example = page.split("$ crownhead hub\n")[1].split("\n\n")[0]
    told, answered = (
        [line.strip() for line in part.strip().splitlines()] for part in example.split("...")
    )
    talk.say(*told)
    assert [talk.until("done")[-1]] == [read_line(line) for line in answered]


# ---- what it searches


def final(talk: Talk) -> dict[str, str]:
    """The last line without what depends on the clock."""
    found = talk.until("done")[-2].arguments
    return {name: found[name] for name in ("depth", "nodes", "score", "pv")}


def test_the_moves_given_count_for_repetition(talk: Talk) -> None:
    # Black's king goes back and forth; one more repetition draws the game.
    game = Game(Position.from_fen("B:WK32,31:BK1,K5,12"))
    for word in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1"]:
        game.push(word)
    with Engine(hash_mb=8) as engine:
        info = engine.analyse(game, Limit(depth=8))[0]
        engine.forget()
        plain = engine.analyse(game.position, Limit(depth=8))[0]
    assert info.nodes != plain.nodes, "the history makes no difference here"
    moves = " ".join(map(write_move, game.moves))
    talk.say("set-param name=hash value=8", f'pos pos={write_position(game.start)} moves="{moves}"')
    talk.say("level depth=8", "go analyze")
    found = final(talk)
    assert (found["nodes"], found["pv"]) == (str(info.nodes), " ".join(map(write_move, info.pv)))


def test_moves_may_go_on_past_a_draw_that_nobody_claimed(talk: Talk) -> None:
    moves = " ".join(["1-6 32-28 6-1 28-32"] * 5)
    start = write_position(Position.from_fen("B:WK32:BK1"))
    talk.say(f'pos pos={start} moves="{moves}"', "level depth=3", "go think")
    assert talk.until("done")[-1].arguments["move"]


def test_new_game_forgets_what_was_searched(talk: Talk) -> None:
    talk.say("level depth=9", "go analyze")
    first = final(talk)
    talk.say("go analyze")
    assert final(talk) != first, "the table makes no difference here"
    talk.say("new-game", "go analyze")
    assert final(talk) == first


def test_it_plays_by_other_rules(talk: Talk) -> None:
    # The capture is optional, and walking away loses nothing.
    talk.say("set-param name=rules value=casual")
    talk.say(f"pos pos={write_position(Position.from_fen('B:W18,32:B15'))} moves=15-19")
    talk.say("level depth=2", "go think")
    assert talk.until("done")[-1].arguments["move"]
