"""From records to a trained network, if PyTorch is installed."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_network_file import random_masks

torch = pytest.importorskip("torch")

import dataset  # noqa: E402
import gpu_run  # noqa: E402
import learning  # noqa: E402
import model  # noqa: E402
import network  # noqa: E402
import small  # noqa: E402
import small_model  # noqa: E402


def record(own: int, other: int, kings: int, score: int, marks: int, result: int) -> list[int]:
    rest = score & 0xFFFF | marks << 16 | (result & 255) << 24
    return [own, other, kings, rest]


def records(rows: list[list[int]]) -> Any:
    return torch.from_numpy(np.array(rows, np.uint32).view(np.int32))


def test_positions_are_seen_by_the_side_to_move_and_counted_once() -> None:
    black, white, kings = 0x00000FFF, 0xFFF00000, 0
    # The same position for either side, with the board rotated: a draw, and a win of the mover.
    rows = [record(black, white, kings, 100, 0, 0), record(black, white, kings, 100, 1, -1)]
    rows.append(record(0x1, 0x100, 0x1, -50, 2, 1))  # from a game that is held out
    data = dataset.prepared(records(rows), result_share=1.0, scale=100.0)
    assert (data.records, data.distinct) == (3, 2)
    assert data.train.boards.tolist() == [[0xFFF, 0xFFF00000 - (1 << 32), 0]]
    assert data.train.target.tolist() == [0.75]
    assert data.held_out.boards.tolist() == [[1, 0x100, 1]]
    assert data.held_out.result.tolist() == [1.0]


def test_targets_mix_result_and_score() -> None:
    rows = [record(1, 1 << 20, 0, 100, 0, -1)]
    data = dataset.prepared(records(rows), result_share=0.6, scale=100.0)
    assert data.train.target.tolist() == pytest.approx([0.4 / (1 + np.exp(-1))])


def test_the_rounded_network_computes_the_integers_of_its_file(tmp_path: Path) -> None:
    torch.manual_seed(3)
    trained = model.Network()
    with torch.no_grad():
        trained.w1 *= 8  # so that values reach both ends of their range
        trained.w2 *= 3
    trained.clip()
    boards = torch.from_numpy(
        np.array(random_masks(500, seed=2), np.uint32).T.copy().view(np.int32)
    )
    masks = boards.numpy().view(np.uint32)
    outputs = trained.quantised().outputs(masks[:, 0], masks[:, 1], masks[:, 2])
    logits = trained(boards, rounding=True).detach().numpy()
    assert np.array_equal(np.round(logits * network.UNIT).astype(int), outputs)
    assert len(set(outputs.tolist())) > 300


def test_training_learns_goes_on_and_writes_a_network(tmp_path: Path) -> None:
    """The side with more pieces wins: a few steps suffice to learn that."""
    own, other, kings = random_masks(3000, seed=4)
    rows = []
    for number, board in enumerate(zip(own, other, kings, strict=True)):
        ahead = board[0].bit_count() - board[1].bit_count()
        rows.append(record(*board, 100 * ahead, 2 * (number % 10 == 0), (ahead > 0) - (ahead < 0)))
    data = dataset.prepared(records(rows), result_share=0.6)
    checkpoint = tmp_path / "state.pt"
    torch.manual_seed(1)
    first = learning.Trainer(data, 120, "cpu", batch=256)
    first.run(checkpoint, points=4)
    assert first.progress.points[-1].held_out < 0.8 * first.progress.points[0].held_out
    again = learning.Trainer(data, 120, "cpu", batch=256)
    again.run(checkpoint)
    assert again.progress.points == first.progress.points
    figures = learning.export(again.network, data.held_out, tmp_path / "network.bin")
    assert figures["mean_difference_rounded"] == 0
    assert figures["mean_difference_logits"] < 0.1


def boards(number: int, seed: int) -> Any:
    masks = np.array(random_masks(number, seed=seed), np.uint32)
    return torch.from_numpy(masks.T.copy().view(np.int32))


def test_the_rounded_small_network_computes_its_integers() -> None:
    torch.manual_seed(5)
    some = boards(500, seed=6)
    masks = some.numpy().view(np.uint32)
    for hidden in (32, 128):
        trained = small_model.SmallNetwork(hidden)
        with torch.no_grad():
            trained.second *= 6  # so that values reach both ends of their range
        trained.clip()
        outputs = trained.integers().outputs(masks[:, 0], masks[:, 1], masks[:, 2])
        logits = trained(some, rounding=True).detach().numpy()
        assert np.array_equal(np.round(logits * small.UNIT).astype(int), outputs), hidden
        assert len(set(outputs.tolist())) > 300


def test_a_small_network_learns_from_a_large_one(tmp_path: Path) -> None:
    torch.manual_seed(2)
    large = model.Network()
    large.clip()
    network.write(large.quantised(), tmp_path / "network.bin")
    teacher = small_model.teacher_of(tmp_path / "network.bin", "cpu")
    some = boards(3000, seed=7)
    assert torch.equal(teacher(some, rounding=True), large(some, rounding=True))
    result = torch.randint(3, (len(some),)) / 2
    positions = dataset.Positions(some, torch.zeros(len(some)), result)
    with_targets = small_model.taught(positions, teacher, result_share=0.25)
    wanted = 0.25 * result + 0.75 * torch.sigmoid(teacher(some, rounding=True))
    assert torch.allclose(with_targets.target, wanted)
    data = dataset.Dataset(with_targets, with_targets, len(some), len(some), 100.0)
    trainer = learning.Trainer(data, 60, "cpu", batch=256, network=small_model.SmallNetwork(32))
    trainer.run(points=4)
    assert trainer.progress.points[-1].held_out < trainer.progress.points[0].held_out


@pytest.mark.long
@pytest.mark.skipif(shutil.which("g++") is None, reason="this needs g++")
def test_a_generation_is_made_from_the_one_before(tmp_path: Path) -> None:
    """The whole run, tiny and on the CPU, with a teacher of the same shape."""
    teacher, out = tmp_path / "teacher.bin", tmp_path / "out"
    network.write(model.Network().quantised(), teacher)
    options = f"--device cpu --small 32 --teacher {teacher} --pieces 4 --nodes 60 --adjudicate 0 --keep 100"
    options += " --first-play-seconds 0 --play-seconds 0 --small-steps 8 --steps 4"
    options += " --records 100000 --first-records 100000"
    gpu_run.main([*options.split(), "--out", str(out)])
    figures = json.loads((out / "figures.json").read_text())
    assert figures["small"]["positions"] > 100
    assert figures["settled"] > 0
    assert 0 < figures["training"]["held_out"] < 2
    assert len(figures["small_on_held_out"]) == len(figures["teacher_on_held_out"]) == 2
    network.Quantised.from_bytes((out / "network.bin").read_bytes())
    assert np.load(out / "small.npz")["features"].shape == (120, 32)
