"""Annotated games: all of it can be read back, and nothing of the record is lost."""

from __future__ import annotations

import re

import pytest
from review_games import BLUNDER, random_game

from cases import each
from crownhead import WHITE, Game, Outcome, Reason
from crownhead.engine import Limit
from crownhead.errors import NotationError
from crownhead.messages import PSEUDO, Message, say
from crownhead.notation import pdn
from crownhead.pdn.tokens import LONGEST_COMMENT
from crownhead.review import review_game
from saying import says

NODES = Limit(nodes=3000)
STANDING = r"(even|(Black|White) (\+|has won|wins))"


def reviewed(text: str) -> Game:
    """Review a game and read the result, which must have no error."""
    (game,) = pdn.parse_games(text)
    return Game.from_pdn(review_game(game, NODES).pdn)


def test_a_mistake_has_its_mark_a_sentence_and_the_better_line() -> None:
    game = reviewed(BLUNDER)
    node = list(game.main_line())[1]
    assert (str(node.move), node.strength) == ("21-17", "??")
    assert says(node.comment, "review.marked", mark=Message("mark.blunder"))
    assert says(node.comment, "review.fall", side=WHITE)
    assert node.parent is not None
    assert len(node.parent.children) == 2
    better = node.parent.children[1]
    assert say("review.better", move=better.move) in node.comment
    assert re.match(STANDING, better.last().comment)


def test_a_better_line_ends_with_the_standing_at_its_end() -> None:
    ends = []
    short = '[FEN "B:W21,22,29:B5,9,10,14,K15"]\n1. 15-18 22x15x6 *'
    for game in (random_game(11, plies=200).pdn, short):
        for node in reviewed(game).main_line():
            assert node.parent is not None
            ends += [better.last() for better in node.parent.children[1:]]
    decided = [end for end in ends if re.search("wins in|has won", end.comment)]
    assert len(decided) > 1
    for end in decided:
        assert end.position.is_over == ("has won" in end.comment), end.comment


def test_every_move_says_who_stands_better() -> None:
    for node in reviewed(BLUNDER).main_line():
        assert re.match(STANDING, node.comment), node.comment


def test_comments_are_english_whatever_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    english = reviewed(BLUNDER).pdn
    monkeypatch.setattr("crownhead.messages.language", lambda: PSEUDO)
    assert reviewed(BLUNDER).pdn == english
    assert reviewed(english).pdn == english


def test_the_opening_is_a_tag_unless_the_record_has_one() -> None:
    moves = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *"
    assert reviewed(moves).tags["Opening"] == "Old Fourteenth"
    assert reviewed(f'[Opening "Mine"]\n{moves}').tags["Opening"] == "Mine"


@pytest.mark.parametrize("seed", range(3))
def test_moves_result_and_tags_stay(seed: int) -> None:
    game = random_game(seed, plies=200)
    moves, tags, result = [str(move) for move in game.moves], dict(game.tags), game.result
    read = reviewed(game.pdn)
    assert [str(move) for move in read.moves] == moves
    assert tags.items() <= read.tags.items()
    assert read.result == result


def test_what_people_wrote_stays() -> None:
    text = (
        "1. 9-14! {My favourite} 21-17 $4 {Hm} (1... 22-18 {solid} 5-9) 2. 14x21 {[%clk 0:01:00]} *"
    )
    first, second, third = reviewed(text).main_line()
    assert first.strength == "!"
    assert first.comment.startswith("My favourite")
    assert second.comment.startswith("Hm")
    assert second.nags == [4]
    assert second.parent is not None
    assert [str(node.move) for node in second.parent.children][:2] == ["21-17", "22-18"]
    assert third.clock == 60


@pytest.mark.parametrize(
    ("written", "shown"), [("I was tired", "I was tired; "), ("Ouch!", "Ouch! "), ("", "")]
)
def test_words_that_were_there_are_parted_from_ours(written: str, shown: str) -> None:
    text = f"1. 11-15 {{{written}}} 23-19 *"
    once = reviewed(text)
    comment = next(iter(once.main_line())).comment
    assert re.match(re.escape(shown) + STANDING, comment), comment
    assert reviewed(once.pdn).pdn == once.pdn


def test_a_second_review_says_nothing_twice() -> None:
    person = "1. 9-14! {My favourite} 21-17 {Hm} (1... 22-18 {solid} 5-9) 2. 14x21 *"
    for text in (BLUNDER, person, random_game(1, plies=60).pdn, "1. 11-15 22-18 2. 15x22 9-14 *"):
        (game,) = pdn.parse_games(text)
        once = review_game(game, NODES).pdn
        (again,) = pdn.parse_games(once)
        assert review_game(again, NODES).pdn == once


def test_a_second_review_keeps_what_people_added_to_the_first() -> None:
    game = reviewed(BLUNDER)
    blunder = list(game.main_line())[1]
    assert blunder.parent is not None
    blunder.parent.children[1].comment = "I looked at this with Tom"
    blunder.comment = f"Ouch. {blunder.comment}"
    next(game.main_line()).comment = "I think it is even"
    again = reviewed(game.pdn)
    second = list(again.main_line())[1]
    assert second.comment.startswith("Ouch. Black +")
    assert next(again.main_line()).comment.startswith("I think it is even; ")
    assert second.comment.count("Blunder") == 1
    assert "I looked at this with Tom" in " ".join(again.pdn.split())
    assert "{even; even}" not in again.pdn
    assert again.tags["Annotator"] == "Crownhead"


def test_other_annotators_are_kept() -> None:
    assert reviewed(f'[Annotator "Jones"]\n{BLUNDER}').tags["Annotator"] == "Jones, Crownhead"


def test_a_very_long_comment_is_left_as_it_is() -> None:
    long = "word " * (LONGEST_COMMENT // 5 - 1) + "end"
    first = next(iter(reviewed(f"1. 11-15 {{{long}}} *").main_line()))
    assert first.comment == long


def test_a_game_is_reviewed_up_to_its_error() -> None:
    (game,) = pdn.parse_games("1. 9-14 21-17 2. 14x21 1-32 3. 5-9 1-0")
    review = review_game(game, NODES)
    assert [mistake.played for mistake in review.mistakes] == ["21-17"]
    ((line, column, sentence),) = review.errors
    assert (line, column) == (1, 24)
    assert sentence == str(game.errors[0].fault)
    read = Game.from_pdn(review.pdn)
    assert (read.ply, read.result) == (3, "1-0")
    assert say("review.error", error=game.errors[0]) in read.root.last().comment


@pytest.mark.parametrize(("comment", "begins"), [("", ""), ("Hm", "Hm; "), ("Ha!", "Ha! ")])
def test_the_standing_comes_before_what_is_wrong_with_the_record(comment: str, begins: str) -> None:
    once = reviewed(f"1. 9-14 22-18 {{{comment}}}\n1-99 *")
    said = once.root.last().comment
    fault = NotationError("square.unknown", 2, 1, square=99)
    error = say("review.error", error=fault)
    assert re.fullmatch(rf"{begins}{STANDING}[^.]*(\.[0-9]+)?\. {re.escape(error)}", said), said
    assert reviewed(once.pdn).pdn == once.pdn


@each(
    "text",
    [
        '[FEN "nonsense"]\n1. 11-15 1-0',
        '[GameType "20"]\n1. 11-15 *',
        '[Result "0-1"]\n1. 11-15 1-0',
        '[Black "A"]\n[Black "B"]\n1. 11-15 (1. 9-14 8-8) (1. 10-15 ( *',
        # White has no pieces left, despite the recorded result.
        '[FEN "B:W18:B15,K1"]\n1. 15x22 0-1',
        '[FEN "B:W18:B15,K1"]\n1. 15x22 1/2-1/2',
        "{Only words.} *",
    ],
)
def test_whatever_is_wrong_with_a_record_its_review_can_be_read(text: str) -> None:
    reviewed(text)


def test_resignations_stay_where_they_were() -> None:
    game = random_game(2)
    game.resign()
    ending = Game.from_pdn(review_game(game, NODES).pdn).ending
    assert ending == Outcome(game.turn.other, Reason.RESIGNATION)
