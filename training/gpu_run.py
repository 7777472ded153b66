"""A whole generation on one GPU: build, check, play, train and export, in one command.

    python3 training/gpu_run.py --play-seconds 90 --train-seconds 240 --out "$OUT"

With `--small 64` a small network plays in the kernel: it learns in the same run from games of the
classic evaluation and from a teacher, the network of the generation before. It needs nvcc, g++, PyTorch
and numpy, and nothing else of Crownhead. Records never leave the GPU; what is kept is `network.bin`,
`curves.csv`, `figures.json`, the small network and, for experiments elsewhere, a few records.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import gpu_library
import torch
from dataset import Dataset, prepared
from gpu_player import Means, Player, play, self_check
from learning import BATCH, Point, Trainer, export, losses, write_curves
from model import Network
from small_model import SmallNetwork, taught, teacher_of

FIRST_SEED = 1_000_003  # is added for the games that the small network learns from
SPEEDS_PLAY = 5.0  # seconds that each network plays where speeds are compared
TIMED_STEPS = 300


def speed_of(data: Dataset, network: Network | SmallNetwork, device: str) -> float:
    """Training steps per second on a GPU, measured with a throw-away network."""
    if device != "cuda":
        raise SystemExit(
            "A processor trains for a number of steps: give --small-steps and --steps."
        )
    trainer = Trainer(data, 10_000, device, network=network)
    for rounding in (False, True):
        trainer.step(0, rounding)
    torch.cuda.synchronize()
    times = []
    for rounding in (False, True):
        begin = time.monotonic()
        for number in range(TIMED_STEPS):
            trainer.step(number, rounding)
        torch.cuda.synchronize()
        times.append((time.monotonic() - begin) / TIMED_STEPS)
    print(
        f"train: {BATCH / times[0] / 1e6:.1f} M positions/s, rounded {BATCH / times[1] / 1e6:.1f}"
    )
    return 1 / (0.7 * times[0] + 0.3 * times[1])


def tell(point: Point) -> None:
    """Print a point of the curves."""
    print(
        f"train: step {point.step:,}, {point.seconds:.0f} s, {point.train:.5f},"
        f" held out {point.held_out:.5f}, results {point.held_out_result:.5f}",
        flush=True,
    )


def train(data: Dataset, options: argparse.Namespace) -> dict[str, Any]:
    """Train for some seconds, export, and report."""
    steps = options.steps or int(
        0.95 * options.train_seconds * speed_of(data, Network(), options.device)
    )
    trainer = Trainer(data, steps, options.device)

    def tell_and_write(point: Point) -> None:
        tell(point)
        write_curves(trainer.progress.points, options.out / "curves.csv")

    trainer.run(tell=tell_and_write)
    figures = export(trainer.network, data.held_out, options.out / f"{options.name}.bin")
    return {"steps": steps, "batch": BATCH, **figures, **asdict(trainer.progress.points[-1])}


def first_games(options: argparse.Namespace, means: Means) -> Dataset:
    """Positions of games by the classic evaluation, with the teacher's targets if there is one."""
    how = settings_of(options)
    seed = options.seed + FIRST_SEED
    means = Means(means.endgame)
    player = Player(how, means, options.games, options.first_records, seed, options.device)
    play(player, options.first_play_seconds)
    data = prepared(player.finished(), options.small_result_share)
    del player
    torch.cuda.empty_cache()
    if options.teacher:
        teacher = teacher_of(options.teacher, options.device)
        data.train = taught(data.train, teacher, options.small_result_share)
        data.held_out = taught(data.held_out, teacher, options.small_result_share)
        print(f"the teacher: held out {losses(teacher, data.held_out, True)}", flush=True)
    return data


def distil(
    data: Dataset, hidden: int, options: argparse.Namespace
) -> tuple[SmallNetwork, dict[str, Any]]:
    """Train a small network for some seconds."""
    steps = options.small_steps
    if not steps:
        speed = speed_of(data, SmallNetwork(hidden), options.device)
        steps = int(0.9 * options.small_seconds * speed)
    trainer = Trainer(data, steps, options.device, network=SmallNetwork(hidden))
    trainer.run(tell=tell, points=5)
    last = asdict(trainer.progress.points[-1])
    figures = {"hidden": hidden, "steps": steps, "positions": len(data.train), **last}
    assert isinstance(trainer.network, SmallNetwork)
    return trainer.network, figures


def compare_speeds(options: argparse.Namespace, means: Means) -> None:
    """Report the speed and the loss of small networks of different sizes."""
    data = first_games(options, means)
    table = []
    for hidden in options.speeds:
        network, figures = distil(data, hidden, options)
        means.network = network.integers()
        check(options, means)
        player = player_of(options, means, options.first_records)
        played = play(player, SPEEDS_PLAY)
        del player
        torch.cuda.empty_cache()
        table.append({**figures, **played, "depth": played["depths"] / max(1, played["moves"])})
    (options.out / "speeds.json").write_text(json.dumps(table, indent=1))
    for row in table:
        print(
            f"speeds: hidden {row['hidden']}, {row['nodes_a_second'] / 1e9:.2f} G nodes/s,"
            f" depth {row['depth']:.2f}, held out {row['held_out']:.5f}, {row['held_out_result']:.5f}"
        )


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="network")
    parser.add_argument("--play-seconds", type=float, default=90)
    parser.add_argument("--train-seconds", type=float, default=240)
    parser.add_argument("--steps", type=int, default=0, help="training steps, instead of seconds")
    parser.add_argument("--records", type=int, default=600_000_000, help="the most records")
    parser.add_argument("--games", type=int, default=0, help="games at once; 0 fills the GPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result-share", type=float, default=0.6)
    parser.add_argument(
        "--keep", type=int, default=1_000_000, help="records for experiments elsewhere"
    )
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument(
        "--device", choices=["cuda", "cpu"], default="cuda", help="cpu is for tests"
    )
    small = parser.add_argument_group("a small network that plays")
    small.add_argument(
        "--small", type=int, default=0, help="the sums for each view: 32, 64 or 128; 0 for none"
    )
    small.add_argument("--teacher", type=Path, help="the network.bin that it learns from")
    small.add_argument("--first-play-seconds", type=float, default=15)
    small.add_argument("--first-records", type=int, default=150_000_000, help="the most records")
    small.add_argument("--small-seconds", type=float, default=25)
    small.add_argument(
        "--small-steps", type=int, default=0, help="training steps, instead of seconds"
    )
    small.add_argument("--small-result-share", type=float, default=0.3)
    small.add_argument(
        "--speeds", type=int, nargs="+", default=[], help="only compare networks of these sizes"
    )
    for name, value in gpu_library.DEFAULTS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=value)
    return parser.parse_args(arguments)


def settings_of(options: argparse.Namespace) -> gpu_library.Settings:
    """The settings of games by the options."""
    return gpu_library.settings(**{name: getattr(options, name) for name in gpu_library.DEFAULTS})


def player_of(options: argparse.Namespace, means: Means, records: int) -> Player:
    """The games by the options, with room for a number of records."""
    how = settings_of(options)
    return Player(how, means, options.games, records, options.seed, options.device)


def check(options: argparse.Namespace, means: Means) -> None:
    """Check that the GPU plays like the CPU, with these means."""
    how = gpu_library.settings(nodes=500, pieces=options.pieces, continued=options.continued)
    self_check(how, means, options.seed, options.device)


def prepare(options: argparse.Namespace) -> Means:
    """Build the libraries, solve the endgames, and check that the GPU plays correctly."""
    begin = time.monotonic()
    sizes = {options.small or gpu_library.HIDDEN, gpu_library.HIDDEN, *options.speeds}
    with ThreadPoolExecutor() as pool:
        builds = [
            pool.submit(gpu_library.build, gpu=gpu, hidden=hidden)
            for hidden in sizes
            for gpu in {False, options.device == "cuda"}
        ]
        solved = pool.submit(gpu_library.endgame, options.pieces) if options.pieces else None
        for build in builds:
            build.result()
        print(f"built after {time.monotonic() - begin:.1f} s", flush=True)
        means = Means(solved.result() if solved else None)
    check(options, means)
    print(f"built and checked after {time.monotonic() - begin:.1f} s", flush=True)
    return means


def make_small(options: argparse.Namespace, means: Means) -> tuple[SmallNetwork, dict[str, Any]]:
    """Train and store the small network, and check that the GPU computes it correctly."""
    network, figures = distil(first_games(options, means), options.small, options)
    torch.cuda.empty_cache()
    means.network = network.integers()
    means.network.save(options.out / "small.npz")
    check(options, means)
    return network, figures


def played_data(options: argparse.Namespace, means: Means, figures: dict[str, Any]) -> Dataset:
    """Play the games of the generation, and add the counters to the figures."""
    player = player_of(options, means, options.records)
    figures |= play(player, options.play_seconds)
    records = player.finished()
    some = torch.randint(len(records), (options.keep,), device=options.device)
    records[some].cpu().numpy().tofile(options.out / "records.bin")
    del player.tables, player.games
    data = prepared(records, options.result_share)
    figures |= {
        "distinct": data.distinct,
        "duplicates": 1 - data.distinct / data.records,
        "train": len(data.train),
        "held_out": len(data.held_out),
        "scale": data.scale,
        "mean_result": float(data.train.result.mean()),
    }
    return data


def main(arguments: list[str] | None = None) -> None:
    """Run everything, and write the figures."""
    options = parsed(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(options.seed)
    begin = time.monotonic()
    means = prepare(options)
    if options.check_only:
        return
    if options.speeds:
        compare_speeds(options, means)
        return
    teacher = str(options.teacher or "")
    figures: dict[str, Any] = {"options": {**vars(options), "out": "", "teacher": teacher}}
    small = None
    if options.small:
        small, figures["small"] = make_small(options, means)
    data = played_data(options, means, figures)
    torch.cuda.empty_cache()
    # Other networks on the same held-out positions: losses on different games cannot be compared.
    if small:
        figures["small_on_held_out"] = losses(small, data.held_out, True)
    if options.teacher:
        figures["teacher_on_held_out"] = losses(
            teacher_of(options.teacher, options.device), data.held_out, True
        )
    print(json.dumps(figures), flush=True)
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1))
    figures["training"] = train(data, options)
    figures["seconds"] = time.monotonic() - begin
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1))
    print(json.dumps(figures["training"]), f"all in {figures['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
