"""An unfinished game is gone on with, however long ago it was left."""

import pytest
from painted import Ready
from readers import EVERYBODY, Reader
from scripted import GAME, script, silent_table

from companion.archive import record_text
from companion.doorkeeper import Doorkeeper
from companion.errors import CommandError, RefusedError, StoreError
from companion.house import House
from companion.web import create_app
from engine.record_reading import read_records
from engine.referee.belief import exchanged

LEFT = GAME[:9]
OTHER = ["a1", "g7"]
TAKE_UP = {"command": "take_up", "game": 1, "by": "Ida"}


def declare(table, moves):
    table.tell({"command": "declare", "moves": list(moves)})


@pytest.fixture
def two_games(store):
    """A table with the second game on it; the first was left after nine moves."""
    with silent_table(store, players={"w": "Anna", "b": "Bruno"}) as table:
        declare(table, LEFT)
        table.tell({"command": "new_game", "players": {"w": "Chiara", "b": "Dario"}})
        declare(table, OTHER)
        yield table


def test_a_game_that_was_left_is_played_to_its_end(two_games, store):
    events = two_games.tell(TAKE_UP)
    assert [(event.game, event.body["event"]) for event in events] == [(1, "pause")]
    state = two_games.state("en")
    assert (state["game"], state["moves"], state["paused"]) == (1, LEFT, True)
    assert [state["players"][side]["name"] for side in "wb"] == ["Anna", "Bruno"]
    two_games.tell({"command": "resume"})
    declare(two_games, GAME[9:])
    assert two_games.state("en")["result"] == "1-0"
    (record,) = read_records(record_text(store, store.game(1)))
    assert [str(move) for move in record.moves] == GAME
    two_games.tell(TAKE_UP | {"game": 2})
    assert two_games.state("en")["moves"] == OTHER


def test_where_play_rested_when_it_was_left_it_is_told_who_took_it_up(store):
    with silent_table(store) as table:
        declare(table, LEFT)
        table.tell({"command": "pause", "by": "Ugo"})
        table.tell({"command": "new_game"})
        events = table.tell(TAKE_UP)
        assert [(event.body["event"], event.body["by"]) for event in events] == [
            ("resume", "Ida"),
            ("pause", "Ida"),
        ]
        assert table.state("en")["paused"] is True


def test_after_a_power_cut_the_game_that_was_taken_up_goes_on(two_games, store):
    assert store.last_game("table").id == 2
    two_games.tell(TAKE_UP)
    assert store.last_game("table").id == 1


def test_its_clock_shows_what_it_showed_when_it_was_left(store, monkeypatch):
    with silent_table(store, clock={"seconds": 600, "mode": "button"}) as table:
        declare(table, LEFT)
        table.tell({"command": "clock", "w": 333, "b": 444, "mode": "button"})
        table.tell({"command": "new_game", "clock": {"seconds": 60, "mode": "button"}})
        declare(table, OTHER)
        now_s = table._attendant.time._now_s
        monkeypatch.setattr(table._attendant.time, "_now_s", lambda: now_s() + 25)
        table.tell(TAKE_UP)
        clock = table.state("en")["clock"]
        assert clock["w"] == pytest.approx(333, abs=3)
        assert clock["b"] == pytest.approx(444, abs=3)
        assert clock["running"] is None


def test_the_camera_goes_on_with_it_once_it_is_told_that_the_board_is_laid(seat):
    boards, _ = script(LEFT)
    table = seat(GAME[:12], hold=len(boards) - 1)
    table.start()
    assert table.source.held.wait(30)
    table.tell({"command": "new_game"})
    table.tell(TAKE_UP)
    table.tell({"command": "resume"})
    table.source.go.set()
    table.join()
    state = table.state("en")
    assert (state["game"], state["moves"], state["fault"]) == (1, GAME[:12], None)


@pytest.mark.parametrize("number", [0, -1, 3, 2**63, 10**30])
def test_a_game_that_there_is_not_is_not_taken_up(two_games, number):
    with pytest.raises(CommandError, match="no such game"):
        two_games.tell(TAKE_UP | {"game": number})
    assert two_games.state("en")["moves"] == OTHER


@pytest.mark.parametrize("number", ["1", 1.5, True])
def test_a_games_number_is_a_number(two_games, number):
    with pytest.raises(CommandError, match="game is a whole number"):
        two_games.tell(TAKE_UP | {"game": number})


def test_another_boards_game_is_not_taken_up(two_games, store):
    number = store.new_game("another table")
    store.append(number, store.events(game=1)[0].body)
    with pytest.raises(CommandError, match="no such game"):
        two_games.tell(TAKE_UP | {"game": number})


def test_the_game_at_the_table_and_one_that_is_over_are_refused(two_games):
    with pytest.raises(RefusedError, match="at the table"):
        two_games.tell(TAKE_UP | {"game": 2})
    two_games.tell({"command": "resign", "side": "w"})
    two_games.tell(TAKE_UP)
    with pytest.raises(RefusedError, match="is over"):
        two_games.tell(TAKE_UP | {"game": 2})
    assert two_games.state("en")["moves"] == LEFT


def test_a_game_that_can_t_be_read_leaves_all_as_it_was(two_games, store):
    number = store.new_game("table")
    store.append(number, {"event": "from the future"})
    client = create_app(House(store, {"table": two_games}, door=Doorkeeper(None))).test_client()
    answer = client.post("/api/table/commands?lang=it", json=TAKE_UP | {"game": number})
    assert answer.status_code >= 400
    assert "non è leggibile" in answer.get_json()["detail"]
    declare(two_games, ["d4"])
    assert two_games.state("en")["moves"] == [*OTHER, "d4"]


def test_where_that_can_t_be_kept_the_game_at_the_table_stays(two_games, store, monkeypatch):
    def full(*_):
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        with pytest.raises(StoreError):
            two_games.tell(TAKE_UP)
    state = two_games.state("en")
    assert (state["game"], state["moves"], state["paused"]) == (2, OTHER, False)
    declare(two_games, ["d4"])
    assert two_games.state("en")["moves"] == [*OTHER, "d4"]


@EVERYBODY
def test_the_referee_takes_it_up_and_everybody_sees_all_of_it(desk, visit, table, reader):
    table.tell({"command": "declare", "moves": GAME[6:8]})
    watching, anybody = desk(reader), visit(Reader(reader.lang)).page
    anybody.wait_for_selector("#cards [data-event=combination]")
    before = anybody.locator("#cards > li").count()
    table.tell({"command": "new_game"})
    declare(table, OTHER)
    page = watching.page
    anybody.wait_for_selector(f"body[data-seq='{table.newest}']")
    assert anybody.locator("#cards > li").count() == len(OTHER)
    page.wait_for_selector(f"body[data-seq='{table.newest}']")
    watching.press("desk.left")
    assert watching.barriers() == []
    watching.shoot("unfinished-games")
    page.click("dialog[open] .primary")
    for each in (page, anybody):
        each.wait_for_selector("#tray-w:has-text('Anna')")
        each.wait_for_selector("#cards [data-event=combination]")
        assert each.locator("#cards > li").count() == before + 1
        assert each.locator("#cards > li >> nth=0").locator("[data-event=pause]").count() == 1
        assert each.is_hidden("#link")
    watching.press("desk.resume")
    anybody.wait_for_selector("#cards [data-event=resume]")
    assert table.state("en")["moves"] == GAME[:8]
    # Opened only now, a page shows the same.
    late = visit(Reader(reader.lang)).page
    assert late.locator("#cards > li").count() == before + 2


def test_where_none_was_left_that_is_said(desk):
    watching = desk()
    watching.press("desk.left")
    done = watching.page.locator("#desk .done:not(:empty)")
    done.wait_for()
    assert done.inner_text() == watching.reader.words("desk.left.none")


@pytest.mark.parametrize("swapped", [False, True])
def test_the_painted_board_is_laid_for_it(store, swapped):
    painted = Ready()
    with silent_table(store, swapped=swapped) as table:
        declare(table, GAME[:7])
        position = table.state("en")
        table.tell({"command": "new_game"})
        house = House(store, {"table": table}, simulators={"table": painted}, door=Doorkeeper(None))
        answer = create_app(house).test_client().post("/api/table/commands", json=TAKE_UP)
        assert answer.status_code == 200
    lying = exchanged(position["board"]) if swapped else position["board"]
    reserve = [position["players"][side]["reserve"] for side in "wb"]
    assert painted.scene.board == lying
    assert list(painted.scene.reserve) == (reserve[::-1] if swapped else reserve)
