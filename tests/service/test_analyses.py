"""Analyses: trees of moves, stored at every step."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from crownhead import ENGLISH, Game, Rules
from crownhead.errors import ConflictError, CrownheadError, FenError, GameError, NotFoundError
from crownhead.service import KeptAnalysis, NewGame, Service
from crownhead.service.analysis.analyses import has_more_games
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from refused import refused
from saying import begun
from store.writing import execute

START = "start"


def tree(analysis: KeptAnalysis) -> str:
    """The moves of an analysis as PDN writes them."""
    lines = analysis.game().pdn.splitlines()
    return " ".join(line for line in lines if not line.startswith("[")).strip()


def play(analysis: KeptAnalysis, *moves: str, node: str = START) -> str:
    for move in moves:
        node = analysis.play(node, move)
    return node


# ---- the tree


def test_moves_become_variations_and_a_known_move_is_only_found(service: Service) -> None:
    analysis = service.analyses.of_start()
    end = play(analysis, "11-15", "23-19", "8-11")
    branch = play(analysis, "22-17", node=analysis.play(START, "11-15"))
    assert tree(analysis) == "1. 11-15 23-19 (1... 22-17) 2. 8-11 *"
    version = analysis.stored.version
    assert play(analysis, "11-15", "23-19", "8-11") == end
    assert analysis.stored.version == version
    nodes = {one["id"]: one for one in analysis.view()["nodes"]}
    assert [one["notation"] for one in nodes.values()] == ["11-15", "23-19", "8-11", "22-17"]
    assert nodes[branch]["parent"] == nodes[nodes[end]["parent"]]["parent"]


def test_a_node_has_the_same_id_after_the_program_was_ended(
    service: Service, tmp_path: Path
) -> None:
    analysis = service.analyses.of_start()
    end = play(analysis, "11-15", "23-19")
    play(analysis, "9-14", "22-18", "5-9")
    analysis.remark(end, comment="solid", mark="!?")
    before = analysis.view()
    again = Service(tmp_path)
    assert again.analyses.get(analysis.id).view() == before
    assert again.analyses.get(analysis.id).cursor(end).ply == 2
    again.close()


def test_promoting_cutting_marking_and_saying(service: Service) -> None:
    analysis = service.analyses.of_start()
    play(analysis, "11-15", "23-19")
    side = play(analysis, "9-14", "22-18", "5-9")
    analysis.promote(side, to_main=True)
    assert tree(analysis) == "1. 9-14 (1. 11-15 23-19) 1... 22-18 2. 5-9 *"
    with refused(GameError, "analyses.main-line"):
        analysis.promote(side, to_main=False)
    analysis.remark(side, comment="a  {quiet}\nmove", mark="?!")
    assert "5-9?! {a (quiet) move}" in tree(analysis)
    analysis.remark(side, mark="")
    assert "5-9 {a (quiet) move}" in tree(analysis)
    node = analysis.play(START, "9-14")
    assert analysis.cut(analysis.play(node, "22-18")) == node
    assert tree(analysis) == "1. 9-14 (1. 11-15 23-19) *"
    assert analysis.restore() == analysis.play(node, "22-18")
    assert tree(analysis) == "1. 9-14 (1. 11-15 23-19) 1... 22-18 2. 5-9 {a (quiet) move} *"
    with refused(ConflictError, "analyses.nothing-cut"):
        analysis.restore()
    for wrong in ("!!!", "good"):
        with refused(GameError, "analyses.unknown-mark"):
            analysis.remark(node, mark=wrong)
    with refused(GameError, "analyses.start-cut"):
        analysis.cut(START)
    analysis.cut(analysis.play(node, "22-18"))
    with refused(NotFoundError, "analyses.not-there"):
        analysis.play(side, "11-15")


def test_all_that_was_cut_can_be_put_back_one_after_the_other(service: Service) -> None:
    analysis = service.analyses.of_text("1. 11-15 23-19 2. 8-11 (2. 9-14 27-23) 22-17 3. 4-8 0-1")
    before, result = tree(analysis), analysis.view()["result"]
    ids = [one["id"] for one in analysis.view()["nodes"]]
    assert analysis.cut(ids[3]) == ids[2]
    assert analysis.cut(ids[2]) == ids[1]
    assert tree(analysis) == "1. 11-15 23-19 2. 9-14 27-23 *"
    assert analysis.view()["cut"] == 1
    analysis.remark(START, comment="said meanwhile")
    assert analysis.restore() == ids[2]
    assert analysis.view()["cut"] == 2
    analysis.play(ids[2], "22-17")  # plays again what was cut there
    assert analysis.view()["cut"] is None
    assert analysis.restore() == ids[3]
    assert tree(analysis).endswith(before)
    assert (analysis.view()["result"], analysis.view()["cut"]) == (result, None)


def test_a_comment_replaces_only_what_its_writer_has_seen(service: Service) -> None:
    analysis = service.analyses.of_start()
    analysis.remark(START, comment="mine", instead_of="")
    with refused(ConflictError, "analyses.other-comment"):
        analysis.remark(START, comment="yours", instead_of="")
    analysis.remark(START, comment="mine", instead_of="")  # unchanged
    analysis.remark(START, comment="mine yours", instead_of="mine")
    assert analysis.view()["comment"] == "mine yours"


def test_a_line_is_added_as_a_whole_or_not_at_all(service: Service) -> None:
    analysis = service.analyses.of_start()
    end = analysis.add_line(START, [[11, 15], [23, 19], [8, 11]])
    assert analysis.cursor(end).ply == 3
    before = analysis.view()
    with pytest.raises(CrownheadError):
        analysis.add_line(end, [[22, 17], [1, 32]])
    assert analysis.view() == before
    assert analysis.cursor(end).ply == 3


def test_two_programs_do_not_overwrite_each_other(service: Service, tmp_path: Path) -> None:
    analysis = service.analyses.of_start()
    other = Service(tmp_path)
    theirs = other.analyses.get(analysis.id)
    theirs.play(START, "9-14")
    with refused(ConflictError, "analyses.changed"):
        analysis.play(START, "11-15")
    assert tree(analysis) == "1. 9-14 *"
    analysis.play(START, "11-15")
    assert tree(analysis) == "1. 9-14 (1. 11-15) *"
    with pytest.raises(ConflictError):
        theirs.play(START, "10-15")
    theirs.play(START, "10-15")
    with refused(ConflictError, "analyses.changed"):
        analysis.add_line(START, [[12, 16], [24, 20]])
    analysis.add_line(START, [[12, 16], [24, 20]])
    assert tree(analysis) == "1. 9-14 (1. 11-15) (1. 10-15) (1. 12-16 24-20) *"
    other.close()


# ---- what an analysis can begin with


def test_a_game_that_is_over_is_looked_into_once(service: Service) -> None:
    game = service.begin(NewGame(black="person", white="person"))
    for move in ("11-15", "23-19", "8-11"):
        game.do(Move(move))
    game.do(Resign())
    copy = Game.from_pdn(game.pdn())
    first = service.analyses.of_game(game.id, copy)
    play(first, "9-14", node=START)
    assert service.analyses.of_game(game.id, copy) is first
    assert first.view()["game"] == game.id
    game.do(Undo())
    game.do(Move("22-17"))
    other = service.analyses.of_game(game.id, Game.from_pdn(game.pdn()))
    assert other.id != first.id


def test_pasted_texts(service: Service) -> None:
    position = service.analyses.of_text("W:W18,24,K10:B12,16").view()
    assert position["start"]["turn"] == "white"
    whole = service.analyses.of_text('[Black "Ann"]\n[White "Bo"]\n\n1. 11-15 (1. 9-14) 23-19 *')
    assert whole.stored.name == "Ann v Bo"
    assert tree(whole) == "1. 11-15 (1. 9-14) 1... 23-19 *"
    faulty = service.analyses.of_text("1. 11-15 23-19 2. 8-12 22-18 *")
    assert f"1. 11-15 23-19 {{{begun('analyses.mistake')} " in tree(faulty)
    for text, code in [
        ("", "analyses.empty-text"),
        ("hello", "analyses.unreadable"),
        ("B:W:B1", "analyses.one-sided"),
    ]:
        with refused(GameError, code):
            service.analyses.of_text(text)
    with pytest.raises(FenError):
        service.analyses.of_text("B:W99:B1")


TWINS = "1. 11-15 (1. 11-15 22-17 (1... 22-17 {once more} 9-14)) 23-19 (1... 23-18 8-11) (1... 23-18! 9-14) *"
ONES = "1. 11-15 23-19 (1... 23-18! 2. 8-11 (2. 9-14)) (1... 22-17 {once more} 2. 9-14) *"


def test_moves_that_a_text_repeats_are_one_also_where_they_were_stored_twice(
    service: Service,
) -> None:
    analysis = service.analyses.of_text(TWINS)
    assert len(analysis.view()["nodes"]) == 7
    assert tree(analysis) == ONES
    changed = "UPDATE analyses SET pdn = ?, version = version + 1 WHERE id = ?"
    execute(service.store, changed, TWINS, analysis.id)
    again = service.analyses.get(analysis.id)
    assert len(again.view()["nodes"]) == 7
    assert tree(again) == ONES
    service.analyses.delete(analysis.id)


def test_what_typesetters_make_of_moves_and_names_is_taken(service: Service) -> None:
    made = service.analyses.of_text(
        f'[Black "{"A" * 300}"]\n[White "Bo"]\n\n1. 11\u201315 23\u221219 *'
    )
    assert tree(made) == "1. 11-15 23-19 *"
    assert made.stored.name == "A" * 39 + "\N{HORIZONTAL ELLIPSIS} v Bo"


def test_a_pasted_game_is_played_by_the_rules_chosen_unless_it_says_otherwise(
    service: Service,
) -> None:
    casual = Rules.preset("casual")
    for text, rules in (
        ("1. 11-15 23-19 2. 8-11", casual),
        ("B:W18,24:B12,16", casual),
        ('[Rules "english regicide=on"]\n1. 11-15 23-19 *', ENGLISH.replace(regicide=True)),
        ('[GameType "21,B,8,8,N1,0"]\n1. 11-15 23-19 *', ENGLISH),
    ):
        assert service.analyses.of_text(text, casual).game().rules == rules, text


def test_letters_that_cannot_be_seen_are_left_out(service: Service) -> None:
    pasted = service.analyses.of_text("1. 11-15 {so\x00 it\u202e is} *")
    assert tree(pasted) == "1. 11-15 {so it is} *"
    pasted.remark(START, comment="a\x00b\u202e \u200d\nc")
    pasted.rename("My\u202e\x07 game")
    assert (pasted.view()["comment"], pasted.stored.name) == ("ab \u200d c", "My game")


def test_a_text_of_several_games_is_told_from_one(service: Service) -> None:
    several = "1. 11-15 23-19 * 1. 9-14 22-18 *"
    assert tree(service.analyses.of_text(several)) == "1. 11-15 23-19 *"
    assert has_more_games(several)
    assert not has_more_games("1. 11-15 23-19 *")
    assert not has_more_games("W:W18,24,K10:B12,16")


def test_what_another_program_has_stored_is_seen(service: Service, tmp_path: Path) -> None:
    analysis = service.analyses.of_start()
    play(analysis, "11-15")
    other = Service(tmp_path)
    play(other.analyses.get(analysis.id), "9-14")
    other.close()
    assert tree(service.analyses.get(analysis.id)) == "1. 11-15 (1. 9-14) *"


def test_two_who_look_into_a_game_at_once_share_its_analysis(service: Service) -> None:
    game = service.begin(NewGame())
    game.do(Move("11-15"))
    game.do(Resign())
    text = game.pdn()
    with ThreadPoolExecutor(4) as threads:
        asked = [
            threads.submit(service.analyses.of_game, game.id, Game.from_pdn(text)) for _ in range(8)
        ]
        assert len({one.result().id for one in asked}) == 1


def test_those_who_watch_are_told_of_every_change(service: Service) -> None:
    analysis, other = service.analyses.of_start(), service.analyses.of_start()
    told: list[int | None] = []
    service.analyses.watch(analysis.id, told.append)
    node = play(analysis, "11-15", "23-19")
    play(analysis, "11-15")  # the move is there already
    play(other, "9-14")
    analysis.remark(node, comment="solid")
    service.analyses.delete(analysis.id)
    service.analyses.unwatch(analysis.id, told.append)
    service.analyses.delete(other.id)
    assert told == [2, 3, 4, None]


def test_a_tree_is_no_deeper_than_can_be_read_again(service: Service) -> None:
    analysis = service.analyses.of_text("B:WK32:BK1,K4")
    node = START
    for _ in range(200):  # beside each move, a variation
        first, second, *_ = map(str, analysis.cursor(node).position.legal_moves())
        play(analysis, first, node=node)
        node = play(analysis, second, node=node)
    first, second, *_ = map(str, analysis.cursor(node).position.legal_moves())
    play(analysis, first, node=node)
    with refused(GameError, "analyses.too-deep", most=200):
        play(analysis, second, node=node)
    again = Game.from_pdn(analysis.stored.pdn)
    assert not again.errors
    assert again.pdn == analysis.game().pdn


def test_a_node_knows_what_can_be_done(service: Service) -> None:
    analysis = service.analyses.of_text("B:W18:B14,15")
    details = analysis.details(START, None, None)
    assert [one["notation"] for one in details["choices"]["legal"]] == ["14x23", "15x22"]
    end = analysis.play(START, "14x23")
    after = analysis.details(end, None, None)
    assert after["over"]
    assert after["choices"]["legal"] == []


def test_the_list_names_analyses_and_leaves_out_what_is_damaged(
    service: Service, tmp_path: Path
) -> None:
    first, second = service.analyses.of_start(), service.analyses.of_text("W:W18,24:B12,16")
    first.rename("  My   opening ")
    listed, more = service.analyses.page(10)
    assert [one["name"] for one in listed] == ["My opening", "A position"]
    assert not more
    assert service.analyses.page(1)[1]
    execute(service.store, "UPDATE analyses SET pdn = x'ff' WHERE id = ?", second.id)
    assert [one["id"] for one in service.analyses.page(10)[0]] == [first.id]
    service.analyses.delete(first.id)
    with pytest.raises(NotFoundError):
        service.analyses.get(first.id)


def test_random_trees_come_back(service: Service, tmp_path: Path) -> None:
    rng = Random(3)
    analysis = service.analyses.of_start()
    nodes = [START]
    for _ in range(120):
        node = rng.choice(nodes[-8:])
        legal = analysis.details(node, None, None)["choices"]["legal"]
        if legal:
            nodes.append(analysis.play(node, rng.choice(legal)["path"]))
    again = Service(tmp_path)
    assert again.analyses.get(analysis.id).view() == analysis.view()
    again.close()
