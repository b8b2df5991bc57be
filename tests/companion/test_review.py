"""Games gone through again: steps, rulings, chances, uploads, and the pictures kept of them."""

import json
import os

import cv2
import numpy as np
import pytest
from readers import Reader
from scripted import GAME, ScriptedCalibration, finished_table

from companion.backup import back_up, restore
from companion.evidence import Evidence
from companion.house import House
from companion.review import LARGEST_BYTES, MOST_POSITIONS, review_text
from companion.store import Store, StoredEvent
from companion.web import create_app
from engine.judging import judge
from engine.position import Position
from engine.rulings import Ruling
from engine.teaching import missed
from vision.types import Frame

RECORD = " ".join(GAME) + " 1-0"


@pytest.fixture
def evidence(tmp_path):
    return Evidence(tmp_path / "evidence")


@pytest.fixture
def client(store, finished, evidence):
    table = finished(GAME, witness=evidence.witness)
    return create_app(House(store, {"table": table}, evidence=evidence)).test_client()


def test_every_step_is_what_the_judge_says(client):
    game = client.get("/api/games/1.json?lang=en").get_json()
    assert (game["result"], game["termination"], game["id"]) == ("1-0", "Winning Real", 1)
    position = Position.start()
    first, *steps = game["steps"]
    assert first["position"] == str(position)
    assert [step["move"] for step in steps] == GAME
    for step in steps:
        ruling = judge(position, step["move"])
        assert isinstance(ruling, Ruling)
        assert step["ruling"] == ruling.to_json("en")
        chances = [(chance["action"], chance["combination"]) for chance in step["missed"]]
        assert chances == [(str(r.action), r.code) for r in missed(position, step["move"])][:6]
        position = ruling.position
        assert (step["position"], step["placement"]) == (str(position), position.placement)
        for side, counts in step["counts"].items():
            marbles = counts["on_board"] + counts["reserve"] + counts["captured"]
            assert (side in "wb", marbles) == (True, 20)


def test_a_combination_is_shown_as_it_was_formed(client):
    step = client.get("/api/games/1.json").get_json()["steps"][7]
    assert (step["move"], step["formed"]) == ("e6=R^e3e5xd3", "7/4w2/4w2/2b1w2/3bw2/4b2/7")
    assert (step["returned"], step["captured"], step["target"]) == (["e3", "e5"], ["d3"], "e6")


def test_the_winning_castle_is_named(client):
    last = client.get("/api/games/1.json").get_json()["steps"][-1]
    assert (last["ruling"]["win"], last["castle"]) == ("Winning Real", "f2")


def test_a_review_speaks_the_language_asked_for(client):
    last = client.get("/api/games/1.json?lang=it").get_json()["steps"][-1]
    assert "Area Castello" in last["ruling"]["text"]


def test_a_record_can_be_brought_and_is_not_kept(client):
    before = client.get("/api/games").get_json()
    answer = client.post("/api/review", data=RECORD, content_type="text/plain")
    (game,) = answer.get_json()["games"]
    assert [step["move"] for step in game["steps"][1:]] == GAME
    assert client.get("/api/games").get_json() == before


def test_what_a_referee_let_stand_is_a_step(client):
    record = (
        "1. d4 e5 2. {[%fault queen-entry] [%set 7/7/4b2/3w3/7/7/W6 b 19/19 4]} "
        "e6 {[%clk 0:14:12]} {[%set 7/4b2/4b2/3w3/7/7/W6 w 19/18 5]} *"
    )
    (game,) = review_text(record, "en")
    steps = [(step["move"], step.get("correction"), step["fault"]) for step in game["steps"]]
    assert steps == [
        (None, None, None),
        ("d4", None, None),
        ("e5", None, None),
        (None, True, "queen-entry"),
        ("e6", None, None),
        (None, True, None),
    ]
    assert game["steps"][4]["clock_s"] == 14 * 60 + 12
    assert game["steps"][3]["position"] == "7/7/4b2/3w3/7/7/W6 b 19/19 4"


def test_several_games_in_a_file(client):
    answer = client.post("/api/review", data=f"{RECORD}\n\n1. a1 *", content_type="text/plain")
    assert [len(game["steps"]) for game in answer.get_json()["games"]] == [36, 2]


BAD = {
    "empty": (b"", "no game", "nessuna partita"),
    "an illegal move": (b"1. d4 d4 *", "ply 2, d4", "azione 2, d4: L'incavo d4 non"),
    "no record": (b"\x89PNG\r\n\x1a\n", "UTF-8", "UTF-8"),
    "prose": (b"Dear Sir or Madam", "Dear", "Dear non è una mossa"),
    "no result": (b"1. d4 e5", "result is missing", "Manca il risultato"),
    "a broken tag": (b'[Site "Bari]\n1. d4 *', "line 1", "riga 1"),
    "an unclosed comment": (b"1. d4 *\n{what", "line 2", "riga 2"),
    "a page": (b"<script>alert(1)</script>", "script", "script"),
    "too many moves": (b"1. d4 " * 9 * MOST_POSITIONS, "more than", "Più di"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_is_no_record_gets_one_line_that_names_the_place(client, case, lang):
    data, *named = BAD[case]
    answer = client.post(f"/api/review?lang={lang}", data=data, content_type="text/plain")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    detail = json.loads(answer.get_data())["detail"]
    assert named[lang == "it"] in detail
    assert Reader(lang).foreign(detail) == []
    assert "\n" not in detail
    assert len(detail) < 400


def test_a_very_large_file_is_refused_unread(client):
    answer = client.post("/api/review", data=b"d" * (LARGEST_BYTES + 1), content_type="text/plain")
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")


def test_long_games_are_bounded(client):
    # A Queen may walk to and fro for ever: 3,000 legal moves in 20 kB.
    moves = " ".join(["Qd4e4 Qa1a2 Qe4d4 Qa2a1"] * 750)
    record = f'[Position "7/7/7/3W3/7/7/B6 w 0/0 1"]\n{moves} *'
    answer = client.post("/api/review", data=record, content_type="text/plain")
    assert answer.status_code == 400
    assert "more than" in answer.get_json()["detail"]


def test_each_combination_has_its_picture(client):
    steps = client.get("/api/games/1.json").get_json()["steps"]
    formed = [step for step in steps if step["ruling"] and step["ruling"]["combination"]]
    assert len(formed) == 7
    for step in formed:
        answer = client.get(step["photo"])
        assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    events = client.get("/api/games/1/events").get_json()["events"]
    told = [event["photo"] for event in events if event["event"] == "combination"]
    assert told == [step["photo"] for step in formed]
    assert not any("photo" in event for event in events if event["event"] == "move")


def test_a_picture_may_be_kept_under_its_own_address_only(client):
    events = client.get("/api/games/1/events").get_json()["events"]
    own = next(event["photo"] for event in events if "photo" in event)
    assert "immutable" in client.get(own).headers["Cache-Control"]
    for other in (own.partition("?")[0], own + "1"):
        assert client.get(other).headers["Cache-Control"] == "no-store"


def test_restored_games_are_not_shown_with_another_evenings_pictures(
    client, store, evidence, tmp_path
):
    """Events have the same numbers on every machine; their pictures are where they were made."""
    own = client.get("/api/games/1/events").get_json()["events"]
    back_up(store.folder, tmp_path / "own.zip")
    with finished_table(tmp_path / "elsewhere"):
        back_up(tmp_path / "elsewhere", tmp_path / "other.zip")
    plain = [event["photo"].partition("?")[0] for event in own if "photo" in event]
    shown, found = {}, {}
    for name in ("other.zip", "own.zip"):
        restore(tmp_path / name, tmp_path / "restored", replace=True)
        with Store(tmp_path / "restored") as restored:
            page = create_app(House(restored, {}, evidence=evidence)).test_client()
            shown[name] = page.get("/api/games/1/events").get_json()["events"]
            found[name] = {page.get(path).status_code for path in plain}
    assert [event["seq"] for event in shown["other.zip"]] == [event["seq"] for event in own]
    assert not any("photo" in event for event in shown["other.zip"])
    assert shown["own.zip"] == own
    assert found == {"other.zip": {404}, "own.zip": {200}}


@pytest.mark.parametrize("path", ["1/events/999.jpg", "77/events/1.jpg", "1/events/-1.jpg"])
def test_no_picture_is_a_problem_document(client, path):
    answer = client.get(f"/api/games/{path}")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def seen(seq, kind="combination", game=1):
    return StoredEvent(seq, game, "2026-11-21T10:00:00Z", {"event": kind})


FRAME = Frame(np.full((480, 640, 3), 120, np.uint8), 0, 0.0)


def test_the_oldest_pictures_go_first(tmp_path):
    evidence = Evidence(tmp_path, most_bytes=1)
    for seq in (1, 2, 3):
        evidence.witness(seen(seq), FRAME, None)
    assert [evidence.has(seen(seq)) for seq in (1, 2, 3)] == [False, False, True]
    assert [path.name for path in tmp_path.iterdir()] == ["000000003-1-20261121100000.jpg"]
    # A restart knows what is there and goes on forgetting.
    again = Evidence(tmp_path, most_bytes=1)
    assert again.has(seen(3))
    again.witness(seen(4, game=2), FRAME, None)
    assert (again.has(seen(3)), again.has(seen(4, game=2))) == (False, True)


def test_only_combinations_and_faults_are_pictured(evidence):
    for seq, kind in enumerate(("move", "step", "start", "fault")):
        evidence.witness(seen(seq, kind), FRAME, None)
    evidence.witness(seen(9), None, None)
    assert [evidence.has(seen(seq)) for seq in (0, 1, 2, 3, 9)] == [
        False,
        False,
        False,
        True,
        False,
    ]


def test_a_picture_shows_the_board_and_little_else(evidence):
    image = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(image, (40, 100), 3, (255, 255, 255), -1)  # where a1 is
    evidence.witness(seen(1), Frame(image, 0, 0.0), ScriptedCalibration())
    crop = cv2.imdecode(np.frombuffer(evidence.picture(seen(1)), np.uint8), cv2.IMREAD_COLOR)
    assert max(crop.shape[:2]) < 80
    assert crop.max() > 200


def test_a_full_disk_stops_no_game(tmp_path, caplog):
    (tmp_path / "file").write_text("not a folder")
    evidence = Evidence(tmp_path / "file")
    evidence.witness(seen(1), FRAME, None)
    assert "can't be kept" in caplog.text
    assert evidence.picture(seen(1)) is None


def test_a_picture_that_finds_no_room_leaves_nothing(tmp_path, monkeypatch, caplog):
    def full(*_):
        raise OSError(28, "No space left on device")

    evidence = Evidence(tmp_path)
    monkeypatch.setattr(os, "replace", full)
    evidence.witness(seen(1), FRAME, None)
    assert "No space left" in caplog.text
    assert (list(tmp_path.iterdir()), evidence.has(seen(1))) == ([], False)
