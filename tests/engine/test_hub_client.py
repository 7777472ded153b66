"""Programs as opponents: our own, and programs that fail in every way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from fake_hub import fake_hub

import programs
from crownhead import PRESETS, Game, Position
from crownhead.engine import Limit
from crownhead.engine.hub import HubEngine, Timeouts
from crownhead.errors import EngineError, GameError
from crownhead.messages import counted
from crownhead.players import Player
from crownhead.players.engine import EnginePlayer
from refused import refused

OURS = [sys.executable, "-m", "crownhead", "hub"]
NODES = Limit(nodes=1000)
# A short timeout for programs that never answer, and a long one for all others.
IMPATIENT = Timeouts(reply=0, untimed=0.1, stop=0.1)
PATIENT = Timeouts(start=1000, untimed=1000, stop=0.1)
FOREVER = "time.sleep(1000)"
# A child that keeps the output open after the program has ended.
LEAVE_A_CHILD = "subprocess.Popen(['sleep', '1000'])"


# ---- ours


@pytest.mark.parametrize("preset", ["english", "casual", "regicide"])
def test_ours_plays_as_the_engine_does_here(preset: str) -> None:
    """Both search the same positions in the same order, so both tables are equal."""
    game = Game(rules=PRESETS[preset])
    here = EnginePlayer(NODES)
    with HubEngine(OURS, limit=NODES) as there:
        while game.outcome is None and game.ply < 60:
            move = here.choose(game)
            assert there.choose(game).path == move.path, game.pdn
            game.push(move)
    here.close()


def test_a_new_game_begins_with_an_empty_table() -> None:
    with HubEngine(OURS, limit=Limit(nodes=3000)) as there:
        first, second = ([there.choose(game) for _ in range(3)] for game in (Game(), Game()))
    assert first == second


def test_it_is_a_player_with_a_name() -> None:
    with HubEngine(OURS, limit=NODES) as engine:
        assert isinstance(engine, Player)
        assert engine.name == f"hub:{sys.executable} -m crownhead hub"


def test_parameters_are_passed_on() -> None:
    with HubEngine(OURS, limit=NODES, parameters={"hash": 1}) as engine:
        assert engine.choose(Game()) in Game().legal_moves()


def test_the_rules_are_those_of_the_game_whatever_was_set_before() -> None:
    # Under casual rules the capture would be optional.
    game = Game(Position.from_fen("B:W18,32:B15,1"))
    with HubEngine(OURS, limit=NODES, parameters={"rules": "casual"}) as engine:
        for rules in ("english", "casual", "english"):
            one = Game(game.start, rules=PRESETS[rules])
            assert engine.choose(one) in one.legal_moves()


@pytest.mark.parametrize(
    ("parameters", "how"), [({"colour": "red"}, "unknown-parameter"), ({"hash": 0}, "says")]
)
def test_parameters_that_it_does_not_take_are_an_error(
    parameters: dict[str, object], how: str
) -> None:
    with (
        HubEngine(OURS, limit=NODES, parameters=parameters) as engine,
        refused(EngineError, f"hub.program.{how}"),
    ):
        engine.choose(Game())


def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    with (
        HubEngine(OURS, limit=NODES) as engine,
        refused(GameError, "record.nothing-to-choose"),
    ):
        engine.choose(Game(Position.from_fen("B:W29:B")))


# ---- what it is told


def heard(folder: Path, limit: Limit | None, game: Game) -> list[str]:
    """The input of a program for one move, up to `go`."""
    command = fake_hub(folder, first="heard = open(folder + '/heard', 'w')").copy()
    script = Path(command[1])
    script.write_text(
        script.read_text().replace(
            "    word =", "    heard.write(line); heard.flush()\n    word =", 1
        )
    )
    with HubEngine(command, limit=limit) if limit else HubEngine(command) as engine:
        engine.choose(game)
    lines = (folder / "heard").read_text().splitlines()
    return lines[: lines.index("go think")]


def test_it_sends_the_start_position_and_the_moves(tmp_path: Path) -> None:
    game = Game(Position.from_fen("W:W18,32:B9,15"))
    game.push("18x11")
    assert heard(tmp_path, NODES, game) == [
        "hub",
        "init",
        "new-game",
        "pos pos=Weeeeeeeebeeeeebeeweeeeeeeeeeeeew moves=18x11x15",
        "level nodes=1000",
    ]


@pytest.mark.parametrize(
    ("limit", "level"),
    [
        (Limit(seconds=0.25), "level move-time=0.250"),
        (Limit(depth=7, nodes=100), "level depth=7 nodes=100"),
        (Limit(clock=60), "level time=60.000 inc=0.000"),
        # The protocol adds the increment before the move.
        (Limit(clock=60, increment=2, moves=9), "level moves=9 time=58.000 inc=2.000"),
    ],
)
def test_limits_are_levels(limit: Limit, level: str, tmp_path: Path) -> None:
    assert heard(tmp_path, limit, Game())[-1] == level


def test_a_program_cannot_count_our_processor_time() -> None:
    with refused(EngineError, "hub.cpu-seconds"):
        HubEngine(OURS, limit=Limit(cpu_seconds=1))


# ---- programs that fail


def failure(
    command: list[str], game: Game | None = None, timeouts: Timeouts = PATIENT
) -> tuple[str, dict[str, object]]:
    """How the first move fails, with the values of the error; nothing of the program is left."""
    before = set(threading.enumerate())
    with HubEngine(command, limit=NODES, timeouts=timeouts) as engine:
        with pytest.raises(EngineError) as caught:
            engine.choose(game or Game())
        assert engine.pid is None
    assert set(threading.enumerate()) <= before  # those of others may end meanwhile
    error = caught.value
    if error.code == "hub.program.complaint":
        fault = error.values["fault"]
        return fault.code, {**fault.values, "said": error.values["said"]}
    return error.code, dict(error.values)


@pytest.mark.parametrize(
    ("statement", "how", "values"),
    [
        ("sys.exit(3)", "exit-code", {"code": 3}),
        ("sys.exit('out of ideas')", "exit-code", {"code": 1, "said": "out of ideas"}),
        ("os.kill(os.getpid(), signal.SIGKILL)", "signal", {"signal": "SIGKILL"}),
        (FOREVER, "late", {"time": counted("second", 0.1)}),
        ("say('done move=9-14x5')", "illegal-move", {}),
        ("say('done move=11-18')", "illegal-move", {}),
        ("say('done move=1-32')", "illegal-move", {}),
        ("say('pos pos=x')", "echo", {}),
        ("os.close(1); time.sleep(1000)", "closed", {}),
        (f"{LEAVE_A_CHILD}; os._exit(3)", "exit-code", {"code": 3}),
        ("say('done')", "no-move", {}),
        ("say('done move=\"')", "nonsense", {}),
        ("say('error message=\"I resign\"')", "says", {"said": "I resign"}),
        ("say('error')", "says", {"said": "error"}),
        ("while True: say('info depth=1' + ' ' * 5000)", "too-much", {"size": 16}),
        ("while True: sys.stdout.write('x' * 5000)", "long-line", {"most": 65536}),
        ("os.close(1); sys.stdin.close(); os._exit(0)", "exit-code", {"code": 0}),
    ],
)
def test_a_program_that_fails_at_its_move(
    statement: str,
    how: str,
    values: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timeouts = IMPATIENT if statement == FOREVER else PATIENT
    if FOREVER not in statement:  # whoever ends has as long for it as it takes
        monkeypatch.setattr("crownhead.engine.hub.process._SECONDS_TO_END", 1000)
    code, found = failure(fake_hub(tmp_path, go=statement), timeouts=timeouts)
    program = f"{Path(sys.executable).name} fake.py"
    assert code == f"hub.program.{how}"
    assert {**found, **values, "program": program} == found


@pytest.mark.parametrize(
    ("first", "how", "values"),
    [
        ("sys.exit(4)", "exit-code", {"code": 4}),
        ("raise RuntimeError('no book')", "exit-code", {"said": "RuntimeError: no book"}),
        ("while True: say('hello ' * 2000)", "too-much", {}),
    ],
)
def test_a_program_that_fails_before_it_begins(
    first: str, how: str, values: dict[str, object], tmp_path: Path
) -> None:
    code, found = failure(fake_hub(tmp_path, first=first))
    assert (code, found) == (f"hub.program.{how}", found | values)


def test_a_program_that_never_says_wait(tmp_path: Path) -> None:
    command = fake_hub(tmp_path, hub="pass")
    with (
        HubEngine(command, limit=NODES, timeouts=Timeouts(start=0.1)) as engine,
        refused(EngineError, "hub.program.late"),
    ):
        engine.choose(Game())


def test_a_program_that_ends_is_not_waited_for_though_its_output_stays_open(tmp_path: Path) -> None:
    command = fake_hub(tmp_path, first=f"{LEAVE_A_CHILD}; sys.exit(4)")
    code, values = failure(command)
    assert (code, values["code"]) == ("hub.program.exit-code", 4)


def test_a_program_that_repeats_what_it_is_told_is_found_out_at_once() -> None:
    assert failure(["cat"])[0] == "hub.program.echo"


def test_without_a_limit_it_has_a_second(tmp_path: Path) -> None:
    assert heard(tmp_path, None, Game())[-1] == "level move-time=1.000"


def test_what_is_neither_an_answer_nor_an_error_is_ignored(tmp_path: Path) -> None:
    chatter = 'say("", "welcome!", "info depth", "info pv=\\"", "done move=9-13")'
    with HubEngine(fake_hub(tmp_path, go=chatter), limit=NODES) as engine:
        assert str(engine.choose(Game())) == "9-13"


def test_complaints_do_not_fill_the_pipe(tmp_path: Path) -> None:
    loud = 'sys.stderr.write("x" * 1000000); say("done move=9-13")'
    with HubEngine(fake_hub(tmp_path, go=loud), limit=NODES) as engine:
        assert str(engine.choose(Game())) == "9-13"


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("", "hub.no-command"),
        ("'no end", "hub.unclosed-quote"),
        ("/no/such/program hub", "hub.no-program"),
    ],
)
def test_a_command_that_cannot_be(command: str, key: str) -> None:
    with refused(EngineError, key):
        HubEngine(command, limit=NODES)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    with refused(EngineError, "hub.program.not-started", program="picture"):
        HubEngine([str(path)], limit=NODES).choose(Game())


def test_other_rules_of_moves_are_refused_where_the_program_has_none(tmp_path: Path) -> None:
    assert (
        failure(fake_hub(tmp_path), Game(rules=PRESETS["casual"]))[0] == "hub.program.other-rules"
    )


def test_other_rules_of_draws_do_not_concern_the_program(tmp_path: Path) -> None:
    with HubEngine(fake_hub(tmp_path), limit=NODES) as engine:
        assert str(engine.choose(Game(rules=PRESETS["tournament-30"]))) == "9-13"


# ---- starting again, and ending


def test_after_a_crash_the_next_move_starts_it_again(tmp_path: Path) -> None:
    once = (
        "(os.path.exists(folder + '/crashed') and say('done move=9-13')) "
        "or os.path.exists(folder + '/crashed') "
        "or (os.mkdir(folder + '/crashed'), os._exit(1))"
    )
    game = Game()
    with HubEngine(fake_hub(tmp_path, go=once), limit=NODES) as engine:
        with refused(EngineError, "hub.program.exit-code", code=1):
            engine.choose(game)
        assert str(engine.choose(game)) == "9-13"


def test_after_closing_the_next_move_starts_it_again(tmp_path: Path) -> None:
    engine = HubEngine(fake_hub(tmp_path), limit=NODES)
    for _ in range(2):
        assert str(engine.choose(Game())) == "9-13"
        engine.close()
        assert engine.pid is None


def test_closing_ends_the_process(tmp_path: Path) -> None:
    engine = HubEngine(fake_hub(tmp_path), limit=NODES)
    engine.choose(Game())
    pid = engine.pid
    assert pid is not None
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_program_that_does_not_quit_is_ended_with_what_it_started(tmp_path: Path) -> None:
    # The FIFO ends with the last process that has it open.
    os.mkfifo(tmp_path / "alive")
    first = (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "alive = os.open(folder + '/alive', os.O_WRONLY)\n"
        "subprocess.Popen(['sleep', '1000'], pass_fds=[alive])"
    )
    command = fake_hub(tmp_path, first=first, quit=FOREVER)
    engine = HubEngine(command, limit=NODES, timeouts=PATIENT)
    reader = programs.start(["cat", str(tmp_path / "alive")], stdout=subprocess.DEVNULL)
    engine.choose(Game())
    engine.close()
    assert reader.wait(60) == 0


def test_an_interruption_ends_the_program(tmp_path: Path) -> None:
    """Its late output must not be taken for the answer to the next question."""
    interrupt = "os.kill(os.getppid(), signal.SIGINT); time.sleep(1000)"
    with HubEngine(fake_hub(tmp_path, go=interrupt), limit=NODES) as engine:
        with pytest.raises(KeyboardInterrupt):
            engine.choose(Game())
        assert engine.pid is None


# ---- before a game


def test_a_program_can_be_greeted_before_a_game() -> None:
    with HubEngine(OURS, limit=NODES) as engine:
        engine.greet(PRESETS["casual"])
        started = engine.pid
        assert started is not None
        engine.choose(Game(rules=PRESETS["casual"]))
        assert engine.pid == started


def test_a_greeting_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with HubEngine(fake_hub(tmp_path), limit=NODES) as engine:
        with refused(EngineError, "hub.program.other-rules"):
            engine.greet(PRESETS["casual"])
        assert engine.pid is None


@pytest.mark.parametrize("command", [Path(sys.executable), [Path(sys.executable), "-c", ""]])
def test_a_command_may_be_a_path(command: Any) -> None:
    engine = HubEngine(command, timeouts=Timeouts(start=0.5))
    with engine, pytest.raises(EngineError, match="the program 'python"):
        engine.greet()


@pytest.mark.parametrize("command", [5, ["python", 5], None])
def test_a_command_that_is_none_is_refused(command: Any) -> None:
    with refused(EngineError, "hub.command"):
        HubEngine(command)


def test_an_interrupted_end_leaves_no_program(tmp_path: Path) -> None:
    command = fake_hub(tmp_path, quit=FOREVER)
    engine = HubEngine(command, limit=NODES, timeouts=Timeouts(stop=1000))
    engine.greet()
    pid = engine.pid
    assert pid is not None

    def interrupt(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code is HubEngine.close.__code__:
                signal.setitimer(signal.ITIMER_REAL, 0)
                raise KeyboardInterrupt
            frame = frame.f_back

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        with pytest.raises(KeyboardInterrupt):
            engine.close()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
