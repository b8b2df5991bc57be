"""The simulator's API: what hands may do, and what each refusal says."""

import itertools

import pytest
from painted import Ready
from scripted import silent_table

from companion.house import House
from companion.watch import Watch
from companion.web import create_app
from companion.words import CATALOGUES
from vision.simulator import Scene, Simulator
from vision.simulator.errors import REASONS


@pytest.fixture
def client(store, seat):
    table = seat([])
    house = House(store, {"table": table}, simulators={"table": Ready()})
    return create_app(house).test_client()


def do(client, kind, **wish):
    return client.post("/api/simulator", json={"do": kind, **wish})


def test_what_lies_where(client):
    told = client.get("/api/simulator").get_json()
    assert told == {
        "board": "." * 49,
        "hand": False,
        "ready": True,
        "trays": {
            "light": {"reserve": 20, "queen": True, "taken": 0},
            "dark": {"reserve": 20, "queen": True, "taken": 0},
        },
    }


def test_hands_act(client):
    answer = do(client, "place", series="dark", hollow="d4")
    assert (answer.status_code, answer.get_json()["board"][24]) == (200, "b")
    do(client, "place", series="light", queen=True, hollow="a1")
    moved = do(client, "move", hollow="a1", to="b2").get_json()
    assert (moved["board"][0], moved["board"][8]) == (".", "W")
    taken = do(client, "remove", hollow="d4", taken=True).get_json()
    assert taken["trays"]["dark"] == {"reserve": 19, "queen": True, "taken": 1}
    assert do(client, "hand", over=True).get_json()["hand"] is True
    arranged = do(client, "arrange", placement="7/7/7/3wB2/7/7/7").get_json()
    assert arranged["board"][24:26] == "wB"
    assert do(client, "clear").get_json()["board"] == "." * 49


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"do": "place", "series": "light", "hollow": "h9"}, 409),
        ({"do": "move", "hollow": "a1", "to": "a2"}, 409),
        ({"do": "remove", "hollow": "a1"}, 409),
        ({"do": "arrange", "placement": "WW5/7/7/7/7/7/7"}, 409),
        ({"do": "arrange", "placement": "nonsense"}, 400),
        ({"do": "dance"}, 400),
        ({"do": ["place"]}, 400),
        ({}, 400),
        ([], 400),
        ({"do": "place", "series": "green", "hollow": "a1"}, 400),
        ({"do": "place", "series": "light", "hollow": 7}, 400),
        ({"do": "place", "series": "light", "queen": "yes", "hollow": "a1"}, 400),
        ({"do": "hand", "over": 1}, 400),
    ],
)
def test_refusals_are_problem_documents_and_change_nothing(client, wish, status):
    answer = client.post("/api/simulator", json=wish)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.get_json()["detail"]
    assert client.get("/api/simulator").get_json()["board"] == "." * 49


def test_refusals_speak_the_page_s_language(client):
    answer = client.post("/api/simulator?lang=it", json={"do": "remove", "hollow": "a1"})
    assert answer.get_json()["detail"] == "In a1 non c'è nessuna biglia."


def test_another_site_cannot_post_a_form_here(client):
    form = client.post("/api/simulator", data='{"do":"clear"}', content_type="text/plain")
    assert form.status_code == 415
    broken = client.post("/api/simulator", data="{", content_type="application/json")
    assert broken.status_code == 400
    large = client.post("/api/simulator", data=b" " * 600_000, content_type="application/json")
    assert large.status_code == 413


def test_before_the_start_has_been_shown_nothing_can_be_moved(store, seat):
    simulator = Simulator()
    house = House(store, {"table": seat([])}, simulators={"table": simulator})
    answer = do(create_app(house).test_client(), "clear")
    assert answer.status_code == 409
    assert "set up" in answer.get_json()["detail"]
    assert simulator.scene == Scene(marbles=False)


def test_a_marble_put_down_the_moment_a_game_begins_is_told():
    watch, told = Watch(), []
    with Simulator(realtime=False) as simulator:
        for frame in itertools.islice(simulator, 60):
            new = [event.kind for event in watch.take(frame)]
            told += new
            if "start" in new:
                simulator.act(lambda scene: scene.place(0, False, "a1"))
            if "move" in new:
                break
    assert told == ["start", "move"]


LAID = "7/7/7/3wb2/7/7/7"
UNDER_WAY = {
    "a move": ({"command": "declare", "moves": ["d4"]}, True),
    "a position that was set": ({"command": "correct", "hollows": {"d4": "w", "e4": "b"}}, True),
    "marbles that lay there": ({"command": "new_game", "position": f"{LAID} w 19/19 3"}, True),
    "nothing": ({"command": "setting", "strictness": "teach"}, False),
}


@pytest.mark.parametrize(("command", "anew"), UNDER_WAY.values(), ids=UNDER_WAY)
def test_clearing_the_board_in_the_middle_of_a_game_begins_another(store, command, anew):
    with silent_table(store) as table:
        house = House(store, {"table": table}, simulators={"table": Ready()})
        client = create_app(house).test_client()
        table.tell(command)
        do(client, "arrange", placement=LAID)
        before = table.game
        assert do(client, "clear").status_code == 200
        assert table.game == before + anew
        assert table.state("en")["board"] == "." * 49
        do(client, "clear")
        assert table.game == before + anew, "a bare board is cleared, and no game on it"


def test_only_a_simulator_has_marbles_to_move(store, seat):
    client = create_app(House(store, {"table": seat([])})).test_client()
    for answer in (client.get("/api/simulator"), do(client, "clear")):
        assert answer.status_code == 404
        assert "script" in answer.get_json()["detail"]
    assert client.delete("/api/simulator").status_code == 405


@pytest.mark.parametrize("lang", CATALOGUES)
def test_every_refusal_has_its_words(lang):
    assert [code for code in REASONS if f"simulator.refused.{code}" not in CATALOGUES[lang]] == []
