"""Lessons: their data checked by the judge, the teacher's answers, and that games stay clear."""

import pytest
from scripted import GAME, boards_of

from companion.errors import RefusedError
from companion.house import House
from companion.lessons import LESSONS, Classroom, Stage, Teacher, lesson_of
from companion.table import Table
from companion.web import create_app
from companion.words import CATALOGUES
from engine.game import GameState
from engine.judging import judge, resolutions
from engine.position import Position, Side
from engine.referee import Sighting
from engine.rules import NAMES
from engine.rulings import Ruling
from engine.teaching import wins_ahead
from vision.simulator import Simulator

IDS = [lesson.id for lesson in LESSONS]
each = pytest.mark.parametrize("lesson", LESSONS, ids=IDS)


def test_every_combination_of_the_summary_table_has_a_lesson():
    taught = {lesson.code for lesson in LESSONS}
    assert taught >= {"R", "RQ", "SR5", "SRQ5", "SR6", "SRQ6", "DR", "DRQ"}
    assert {"returns", "castle", "winning-real", "winning-real-queen"} <= set(IDS)
    assert len(set(IDS)) == len(IDS)


@each
def test_a_lesson_can_be_solved_and_says_how(lesson):
    position = lesson.position
    assert str(position) == lesson.start
    assert 1 <= len(lesson.solutions) <= 5
    for action in lesson.solutions:
        ruling = judge(position, action)
        assert isinstance(ruling, Ruling)
        if lesson.code:
            assert (ruling.code, ruling.win) == (lesson.code, None)
    assert [position.captured(side) for side in Side] == [0, 0]


def test_what_each_of_the_other_lessons_asks():
    win = lesson_of("winning-real")
    assert {judge(win.position, action).win for action in win.solutions} == {"Winning Real"}
    queen = lesson_of("winning-real-queen")
    wins = {judge(queen.position, action).win for action in queen.solutions}
    assert wins == {"Winning Real Queen"}
    castle = lesson_of("castle")
    assert wins_ahead(castle.position.seen_by(castle.position.turn.other))
    for action in castle.solutions:
        assert not wins_ahead(judge(castle.position, action).position)
    returns = lesson_of("returns").position
    for action in lesson_of("returns").solutions:
        ruling = judge(returns, action)
        assert len(ruling.returnable) == 4
        assert returns.on_board(returns.turn) > 3  # others stand there to be mistaken


@pytest.mark.parametrize("lang", CATALOGUES)
@each
def test_a_lesson_has_its_words(lesson, lang):
    words = CATALOGUES[lang]
    assert words[f"lesson.{lesson.id}"] != words[f"lesson.{lesson.id}.text"]
    if lesson.code and lesson.id != "returns":
        assert NAMES[lesson.code] in words[f"lesson.{lesson.id}"]


class Pupil:
    """Lays boards before a teacher, as steady pictures."""

    def __init__(self, lesson, lying="." * 49, swapped=False):
        self.teacher = Teacher(lesson, swapped, lying)
        self.time_s, self.frame = 0.0, 0

    def shows(self, board, seconds=1.0):
        for _ in range(6):
            self.time_s += seconds / 6
            self.teacher.see(sight(board, self.frame, self.time_s))
        self.frame += 1
        return self.teacher.stage


def sight(board, frame=0, time_s=0.0, steady=True):
    rows = [tuple(0.996 if label == kind else 0.001 for label in ".wWbB") for kind in board]
    return Sighting(tuple(rows), frozenset(), steady, False, frame, time_s, frozenset(range(49)))


def solution(lesson):
    """A complete move that does what the lesson asks for."""
    return str(next(resolutions(lesson.position, lesson.solutions[0])))


@each
def test_laid_and_solved_it_is_done(lesson):
    pupil = Pupil(lesson)
    assert pupil.teacher.stage is Stage.LAY
    assert len(pupil.teacher.to_lay) == 49 - lesson.position.board.count(".")
    start, *boards = boards_of([solution(lesson)], lesson.position)
    assert pupil.shows(start) is Stage.PLAY
    stages = [pupil.shows(board) for board in boards]
    assert stages[-1] is Stage.DONE
    assert set(stages[:-1]) <= {Stage.TAKE}
    assert pupil.teacher.done.text("it")


@each
def test_with_the_other_series_first_it_is_the_same(lesson):
    swapped = str.maketrans("wWbB", "bBwW")
    pupil = Pupil(lesson, swapped=True)
    boards = boards_of([solution(lesson)], lesson.position)
    stages = [pupil.shows(board.translate(swapped)) for board in boards]
    assert (stages[0], stages[-1]) == (Stage.PLAY, Stage.DONE)


@each
def test_another_action_is_not_what_was_asked(lesson):
    position = lesson.position
    pupil = Pupil(lesson)
    start = position.board
    pupil.shows(start)
    other = next(
        name
        for name in ("g7", "a7", "g1", "a1", "f7")
        if isinstance(judge(position, name), Ruling)
        and not lesson.goal(judge(position, name))
        and judge(position, name).complete
    )
    assert pupil.shows(boards_of([other], position)[-1]) is Stage.AGAIN
    assert pupil.teacher.instead.text("en")
    assert len(pupil.teacher.to_lay) == 1
    assert pupil.shows(start) is Stage.PLAY
    for board in boards_of([solution(lesson)], position)[1:]:
        last = pupil.shows(board)
    assert last is Stage.DONE


def test_another_combination_is_named_and_not_taken_for_it():
    lesson = lesson_of("real-queen")
    pupil = Pupil(lesson)
    pupil.shows(lesson.position.board)
    board = list(lesson.position.board)
    board[4 * 7 + 3] = "w"  # d5, without the Queen
    assert pupil.shows("".join(board)) is Stage.AGAIN
    assert pupil.teacher.instead.code == "R"


def about_to_take():
    """(pupil, board) of the lesson on returns, its Real just formed."""
    lesson = lesson_of("returns")
    pupil = Pupil(lesson)
    pupil.shows(lesson.position.board)
    formed = boards_of([solution(lesson)], lesson.position)[1]
    assert pupil.shows(formed) is Stage.TAKE
    return pupil, formed


def test_a_wrong_marble_taken_back_is_a_fault_until_it_is_put_right():
    pupil, formed = about_to_take()
    stray = next(
        h
        for h in range(49)
        if formed[h] == "w" and h not in pupil.teacher.state.pending.ruling.returnable
    )
    wrong = formed[:stray] + "." + formed[stray + 1 :]
    assert pupil.shows(wrong, 3.0) is Stage.FAULT
    assert pupil.teacher.state.fault.fault == "wrong-returns"
    assert pupil.shows(formed) is Stage.TAKE


def test_a_board_laid_wrongly_is_told_hollow_by_hollow():
    lesson = lesson_of("real")
    board = lesson.position.board
    half = board.replace("w", ".", 1)
    pupil = Pupil(lesson)
    assert pupil.shows(half) is Stage.LAY
    (missing,) = pupil.teacher.to_lay
    assert board[missing] == "w"


def test_a_classroom_gives_the_board_back_when_it_is_cleared():
    room, lesson = Classroom(), LESSONS[0]
    game, bare = GameState.new(), "." * 49
    assert not room.takes(sight(bare), bare, game)
    room.enter(lesson, False, bare)
    laid = lesson.position.board
    assert room.takes(sight(laid), laid, game)
    room.leave()
    assert room.takes(sight(laid), laid, game)
    assert room.to_json("en") == {"lesson": None, "stage": "leaving"}
    assert room.takes(sight(bare, steady=False), bare, game)
    assert not room.takes(sight(bare), bare, game)
    assert room.to_json("en") is None
    room.leave()
    assert not room.leaving


def test_a_lesson_is_refused_while_a_game_is_under_way(seat):
    table = seat(GAME, hold=20)
    table.start()
    assert table.source.held.wait(30)
    with pytest.raises(RefusedError) as refused:
        table.teach(LESSONS[0])
    assert refused.value.code == "in-game"
    assert table.state("en")["teaching"] is None


def test_a_lesson_writes_nothing_into_the_games(seat, store):
    table = seat([], hold=3)
    table.start()
    assert table.source.held.wait(30)
    before = (store.newest(), len(store.games()))
    client = create_app(House(store, {"table": table})).test_client()
    answer = client.post("/api/lessons", json={"lesson": "real"})
    assert answer.get_json() == {"lesson": "real"}
    state = client.get("/api/state").get_json()
    assert (state["teaching"]["lesson"], state["teaching"]["stage"]) == ("real", "lay")
    assert len(state["teaching"]["to_lay"]) == 5
    assert state["moves"] == []
    assert client.post("/api/lessons", json={"lesson": None}).status_code == 200
    assert client.get("/api/state").get_json()["teaching"]["stage"] == "leaving"
    assert (store.newest(), len(store.games())) == before


@pytest.mark.parametrize(
    ("wish", "status"),
    [({"lesson": "chess"}, 400), ({"lesson": 7}, 400), ({}, 400), ([], 400)],
)
def test_no_such_lesson_is_a_problem_document(seat, store, wish, status):
    client = create_app(House(store, {"table": seat([])})).test_client()
    answer = client.post("/api/lessons", json=wish)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")


def test_before_the_board_is_seen_there_is_no_lesson(seat, store):
    table = seat([], hold=0)
    table.start()
    assert table.source.held.wait(30)
    client = create_app(House(store, {"table": table})).test_client()
    answer = client.post("/api/lessons?lang=it", json={"lesson": "real"})
    assert answer.status_code == 409
    assert "non vede ancora" in answer.get_json()["detail"]


@pytest.mark.parametrize("lesson", [LESSONS[0], lesson_of("winning-real-queen")])
def test_on_the_simulator_the_marbles_are_laid(store, lesson):
    simulator = Simulator(realtime=False)
    table = Table("table", simulator, store)
    table.teach = lambda _: None  # no frame of it is looked at here
    simulator._ready = True
    client = create_app(House(store, {"table": table})).test_client()
    assert client.post("/api/lessons", json={"lesson": lesson.id}).status_code == 200
    assert simulator.scene.board == lesson.position.board
    assert client.post("/api/lessons", json={"lesson": None}).status_code == 200
    assert simulator.scene.board == "." * 49


def test_the_list_of_lessons_speaks_both_languages(seat, store):
    client = create_app(House(store, {"table": seat([])})).test_client()
    lists = [client.get(f"/api/lessons?lang={lang}").get_json()["lessons"] for lang in ("en", "it")]
    assert [lesson["id"] for lesson in lists[0]] == IDS
    assert all(a["text"] != b["text"] for a, b in zip(*lists, strict=True))
    real = lists[0][0]
    assert (real["returns"], real["captures"], real["name"]) == (2, 1, "Real")
    for lesson in lists[0]:
        assert Position.parse(lesson["position"]).placement == lesson["placement"]
