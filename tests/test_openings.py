"""The ballots and the named openings, checked against the tables and by playing them."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from cases import each
from crownhead import (
    ENGLISH,
    PRESETS,
    WHITE,
    Ballot,
    CrownheadError,
    Game,
    Opening,
    Position,
    Rules,
    ballot,
    ballot_of,
    ballots,
    named_openings,
    opening_of,
)
from oracle import Board, OracleRules, legal_moves, play
from refused import refused

# The named openings, with their moves.
NAMES = {
    "Old Faithful": "11-15 23-19",
    "Old Fourteenth": "11-15 23-19 8-11 22-17 4-8",
    "Alma": "11-15 23-19 8-11 22-17 3-8",
    "Centre": "11-15 23-19 8-11 22-17 15-18",
    "Glasgow": "11-15 23-19 8-11 22-17 11-16",
    "Laird and Lady": "11-15 23-19 8-11 22-17 9-13",
    "Nailor": "11-15 23-19 8-11 26-23",
    "Tillicoultry": "11-15 23-19 8-11 22-18",
    "Defiance": "11-15 23-19 9-14 27-23",
    "Fife": "11-15 23-19 9-14 22-17 5-9",
    "Souter": "11-15 23-19 9-14 22-17 6-9",
    "Whilter": "11-15 23-19 9-14 22-17 7-11",
    "Will o' the Wisp": "11-15 23-19 9-13",
    "Single Corner": "11-15 22-18",
    "Cross": "11-15 23-18",
    "Second Double Corner": "11-15 24-19",
    "Ayrshire Lassie": "11-15 24-20",
    "Switcher": "11-15 21-17",
    "Dyke": "11-15 22-17 15-19",
    "White Dyke": "11-15 22-17 8-11 17-14",
    "Maid of the Mill": "11-15 22-17 8-11 17-13 15-18",
    "Douglas": "11-15 22-17 8-11 17-13 4-8 25-22",
    "Wagram": "11-15 22-17 9-13 24-20",
    "Boston": "11-15 22-17 9-13 17-14",
    "Double Corner": "9-14",
    "Double Cross": "9-14 23-18",
    "Denny": "10-14",
    "White Doctor": "10-14 22-18 12-16",
    "Black Hole": "10-14 22-17 9-13",
    "Gemini": "10-14 22-17 11-16",
    "Kelso": "10-15",
    "Kelso Cross": "10-15 23-18",
    "Tyne": "10-15 21-17 9-13",
    "Octopus": "10-15 21-17 7-10",
    "Skull-Cracker": "10-15 22-17 15-19",
    "Bristol": "11-16",
    "Bristol Cross": "11-16 23-18",
    "Paisley": "11-16 24-19",
    "Dundee": "12-16",
    "Bonnie Dundee": "12-16 24-20 8-12",
    "Minotaur": "12-16 21-17 9-14",
    "Skunk": "12-16 24-20 10-15",
    "Edinburgh": "9-13",
    "Edinburgh Single": "9-13 22-18 11-15",
    "Dreaded Edinburgh": "9-13 22-18 6-9",
    "Inferno": "9-13 22-18 10-14",
    "Wilderness": "9-13 22-18 11-16",
    "Twilight Zone": "9-13 24-20 11-16",
}

# Transpositions to named openings.
TRANSPOSITIONS = {
    "9-14 23-19 11-15 22-17 5-9": "Fife",
    "9-14 23-19 11-15 27-23": "Defiance",
    "9-13 23-19 11-15": "Will o' the Wisp",
    "9-13 21-17 10-15": "Tyne",
    "10-14 22-18 9-13": "Inferno",
    "10-15 24-20 12-16": "Skunk",
    "11-15 21-17 7-11": "Octopus",
    "11-16 22-17 10-14": "Gemini",
    "11-16 22-17 16-19": "Dyke",
    "11-16 22-18 9-13": "Wilderness",
    "11-16 24-20 8-11": "Bonnie Dundee",
    "11-16 24-20 9-13": "Twilight Zone",
    "12-16 22-18 10-14": "White Doctor",
}
# If two ballots have the same name, the list of names has the first without a number.
NUMBERED = {"Wilderness I": "Wilderness", "Gemini I": "Gemini"}

every_name = each(("name", "moves"), NAMES.items())
every_ballot = each("number", range(1, 175))


def played(moves: str, game: Game | None = None) -> Game:
    game = game or Game()
    for move in moves.split():
        game.push(move)
    return game


def name_of(game: Game) -> str | None:
    opening = opening_of(game)
    return opening.name if opening else None


# ---- ballots


def test_there_are_174_ballots_in_the_order_of_their_numbers() -> None:
    assert [item.number for item in ballots()] == list(range(1, 175))


def test_18_are_barred_and_156_are_played() -> None:
    barred = [item.number for item in ballots() if item.is_barred]
    assert (len(barred), 174 - len(barred)) == (18, 156)


def test_144_are_played_crossboard_and_12_were_added() -> None:
    crossboard = [item.number for item in ballots() if "crossboard" in item.classes]
    added = [
        item.number for item in ballots() if not item.is_barred and "crossboard" not in item.classes
    ]
    assert (len(crossboard), len(added)) == (144, 12)


def test_every_class_is_one_of_those_that_are_documented() -> None:
    classes = {name for item in ballots() for name in item.classes}
    assert classes == {"crossboard", "mailplay", "ctd", "barred"}


def test_a_barred_ballot_has_no_other_class() -> None:
    assert all(item.classes == ("barred",) for item in ballots() if item.is_barred)


@every_ballot
def test_a_ballot_is_three_legal_moves_that_lead_to_its_position(number: int) -> None:
    item = ballot(number)
    assert len(item.moves) == 3
    assert played(" ".join(item.moves)).position == item.position


@every_ballot
def test_the_oracle_agrees_with_a_ballot(number: int) -> None:
    board, rules = Board.start(), OracleRules()
    for text in ballot(number).moves:
        squares = tuple(map(int, text.replace("x", "-").split("-")))
        moves = {(move.path[0], move.path[-1]): move for move in legal_moves(board, rules)}
        board = play(board, moves[squares[0], squares[1]], rules)
    assert ballot(number).position.fen == board.fen()


@every_ballot
def test_the_moves_of_a_ballot_are_written_as_we_write_them(number: int) -> None:
    game = played(" ".join(ballot(number).moves))
    assert tuple(map(str, game.moves)) == ballot(number).moves


def test_no_two_ballots_lead_to_the_same_position() -> None:
    assert len({item.position for item in ballots()}) == 174


def test_no_two_ballots_have_the_same_moves() -> None:
    assert len({item.moves for item in ballots()}) == 174


def test_ballots_are_in_the_order_of_their_moves() -> None:
    orders = [
        tuple(int(number) for move in item.moves for number in move.replace("x", "-").split("-"))
        for item in ballots()
    ]
    assert orders == sorted(orders)


@every_ballot
def test_a_ballot_is_found_by_its_game(number: int) -> None:
    game = played(" ".join(ballot(number).moves))
    assert ballot_of(game) is ballot(number)


@every_ballot
def test_a_ballot_is_found_when_the_game_has_gone_on(number: int) -> None:
    game = played(" ".join(ballot(number).moves))
    for _ in range(6):
        game.push(game.legal_moves()[0])
    assert ballot_of(game) is ballot(number)


@pytest.mark.parametrize("number", [0, -1, 175, 10**30, -(10**30)])
def test_there_is_no_other_ballot(number: int) -> None:
    with refused(CrownheadError, "ballot.unknown", number=str(number), most=174):
        ballot(number)


def test_there_is_no_ballot_of_thousands_of_digits() -> None:
    with pytest.raises(CrownheadError):
        ballot(10**10_000)


@pytest.mark.parametrize("number", [None, "1", 1.5, (1,)])
def test_the_number_of_a_ballot_is_a_number(number: Any) -> None:
    with pytest.raises((TypeError, CrownheadError)):
        ballot(number)


def test_no_ballot_before_the_third_move() -> None:
    assert ballot_of(Game()) is None
    assert ballot_of(played("9-13 21-17")) is None


def test_no_ballot_where_three_moves_lead_to_none_of_them() -> None:
    known = {item.position for item in ballots()}
    lines: list[tuple[str, Position]] = [("", Position.start())]
    for _ in range(3):
        lines = [
            (f"{line} {move}", position.play(move))
            for line, position in lines
            for move in position.legal_moves()
        ]
    strangers = [line for line, position in lines if position not in known]
    assert strangers
    assert [line for line in strangers if ballot_of(played(line))] == []


def test_ballots_transpose() -> None:
    by_position = {item.position: item for item in ballots()}
    transposed = 0
    for item in ballots():
        first, reply, third = item.moves
        try:
            game = played(f"{third} {reply} {first}")
        except CrownheadError:
            continue
        assert ballot_of(game) is by_position.get(game.position), item
        transposed += 1
    assert transposed == 48


@pytest.mark.parametrize("name", ["number", "moves", "classes", "name", "position"])
def test_a_ballot_cannot_be_changed(name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(ballot(1), name, None)


def test_a_ballot_is_picklable_and_a_key() -> None:
    assert pickle.loads(pickle.dumps(ballot(60))) == ballot(60)
    assert {ballot(60): 1}[pickle.loads(pickle.dumps(ballot(60)))] == 1


def test_a_ballot_begins_under_english_rules() -> None:
    assert {item.position.rules for item in ballots()} == {ENGLISH}


# ---- names


@every_name
def test_an_opening_is_named_by_its_usual_moves(name: str, moves: str) -> None:
    assert name_of(played(moves)) == name


@every_name
def test_an_opening_says_its_usual_moves(name: str, moves: str) -> None:
    opening = opening_of(played(moves))
    assert opening is not None
    assert opening.moves == tuple(moves.split())
    assert opening.position == played(moves).position


@every_name
def test_an_opening_keeps_its_name_when_the_game_goes_on_to_no_other(name: str, moves: str) -> None:
    game = played(moves)
    others = {opening.position for opening in named_openings() if opening.name != name}
    while game.ply < 12:
        unnamed = [move for move in game.legal_moves() if game.position.play(move) not in others]
        game.push(unnamed[0])
    assert name_of(game) == name


def test_every_name_of_the_facts_is_in_the_list() -> None:
    assert set(NAMES) <= {opening.name for opening in named_openings()}


def test_every_name_of_a_ballot_is_in_the_list() -> None:
    names = {NUMBERED.get(item.name, item.name) for item in ballots() if item.name}
    assert names <= {opening.name for opening in named_openings()}


@each("number", [item.number for item in ballots() if item.name])
def test_a_ballot_and_its_opening_have_one_name(number: int) -> None:
    item = ballot(number)
    assert name_of(played(" ".join(item.moves))) == NUMBERED.get(item.name, item.name)


def test_a_position_has_one_name() -> None:
    positions = [opening.position for opening in named_openings()]
    assert len(set(positions)) == len(positions)


@each(("moves", "name"), TRANSPOSITIONS.items())
def test_another_order_of_moves_gives_the_same_name(moves: str, name: str) -> None:
    game = played(moves)
    assert game.position == played(NAMES[name]).position
    assert name_of(game) == name


def test_the_deepest_name_wins() -> None:
    game = Game()
    names = [name_of(played(move, game)) for move in NAMES["Old Fourteenth"].split()]
    assert names == [None, "Old Faithful", "Old Faithful", "Old Faithful", "Old Fourteenth"]


def test_a_game_that_was_taken_back_is_still_named_by_its_record() -> None:
    game = played(NAMES["Old Fourteenth"])
    game.go_to_start()
    assert name_of(game) == "Old Fourteenth"


def test_a_variation_is_named_by_its_own_line() -> None:
    game = played(NAMES["Old Fourteenth"])
    game.undo()
    game.go_to(game.add_variation("3-8"))
    assert name_of(game) == "Alma"


def test_a_game_without_moves_has_no_opening() -> None:
    assert opening_of(Game()) is None


@each("name", PRESETS)
def test_the_rules_do_not_matter(name: str) -> None:
    game = played(NAMES["Old Fourteenth"], Game(rules=PRESETS[name]))
    assert name_of(game) == "Old Fourteenth"


def test_under_other_rules_the_opening_is_given_under_english_ones() -> None:
    opening = opening_of(played("9-14", Game(rules=PRESETS["casual"])))
    assert opening is not None
    assert opening.position.rules == ENGLISH


def test_where_white_moves_first_no_opening_is_named() -> None:
    game = played("23-19 11-15", Game(rules=Rules(first_to_move=WHITE)))
    assert opening_of(game) is None


@pytest.mark.parametrize("fen", ["B:W32,K18:B1,K5", "W:W21-32:B1-12", "B:WK32:BK1"])
def test_a_game_from_another_start_has_no_opening(fen: str) -> None:
    game = Game(Position.from_fen(fen))
    for _ in range(6):
        if game.legal_moves():
            game.push(game.legal_moves()[0])
    assert (opening_of(game), ballot_of(game)) == (None, None)


def test_the_start_written_as_fen_is_the_start() -> None:
    assert name_of(played("9-14", Game(Position.from_fen("B:W21-32:B1-12")))) == "Double Corner"


@pytest.mark.parametrize("name", ["name", "moves", "position"])
def test_an_opening_cannot_be_changed(name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(named_openings()[0], name, None)


@pytest.mark.parametrize("listed", [ballots, named_openings])
def test_the_lists_cannot_be_changed(listed: Any) -> None:
    assert isinstance(listed(), tuple)
    assert listed() is listed()


@pytest.mark.parametrize("item", [ballots()[0], named_openings()[0]], ids=["ballot", "opening"])
def test_repr_is_short(item: Ballot | Opening) -> None:
    assert len(repr(item)) < 150
    assert "Position" not in repr(item)


def test_a_game_that_starts_at_a_ballot_has_that_ballot() -> None:
    game = Game(ballot(60).position)
    assert ballot_of(game) == ballot(60)
    opening = opening_of(game)
    assert opening is not None
    assert opening.name == "Black Hole"


def test_ballots_have_the_names_that_their_positions_have() -> None:
    nameless = {item.position.key for item in ballots() if not item.name}
    assert not [item.name for item in named_openings() if item.position.key in nameless]
    assert sum(bool(item.name) for item in ballots()) == 30


def test_a_ballot_that_ends_with_the_only_move_has_the_name_of_the_opening_before_it() -> None:
    named = {item.position.key: item.name for item in named_openings() if len(item.moves) == 2}
    derived = {}
    for item in ballots():
        before = Position.start().play(item.moves[0]).play(item.moves[1])
        if len(before.legal_moves()) == 1 and before.key in named:
            derived[item.number] = named[before.key]
    assert derived == {46: "Double Cross", 120: "Single Corner", 129: "Second Double Corner"}
    assert {number: ballot(number).name for number in derived} == derived


def test_almost_every_ballot_comes_from_an_opening_with_a_name() -> None:
    assert [item.number for item in ballots() if not item.family] == [116, 117, 118]
    assert ballot(173).family == ballot(173).name == "Bonnie Dundee"
    assert ballot(103).family in ("Kelso", "Kelso Cross")
