"""A wrong ruling as a file: what it holds, that it is ruled on again, and that no file can harm."""

import base64
import contextlib
import io
import itertools
import json
import os
import struct
import zipfile

import cv2
import numpy as np
import pytest
from desk_pages import PIN
from scripted import GAME, ScriptedSource, script

from calibration.board import with_trays
from companion.bundle import MOST_FILES, Bundle, Report, write_bundle
from companion.cli import main
from companion.doorkeeper import Doorkeeper
from companion.errors import CompanionError, StoreError
from companion.house import House
from companion.reports import Reports
from companion.ring import EVERY_S, Kept, Ring
from companion.store import StoredEvent
from companion.table import Table
from companion.watch import Watch
from companion.web import create_app
from engine.events import Started
from vision.simulator import Scene
from vision.simulator.picture import Painter
from vision.types import Frame

# The ring.


def frame(index, time_s, size=(8, 8)):
    return Frame(np.full((*size, 3), index % 250, np.uint8), index, time_s)


def test_the_ring_reaches_twenty_seconds_back():
    ring = Ring()
    for i in range(1000):
        ring.keep(frame(i, i / 30), seq=i)
    times = [kept.time_s for kept in ring.pictures]
    assert times[-1] - times[0] == pytest.approx(20, abs=0.3)
    assert min(b - a for a, b in itertools.pairwise(times)) >= EVERY_S - 1e-6
    assert all(kept.index == kept.seq for kept in ring.pictures)


def test_the_ring_holds_no_more_bytes_than_it_may():
    ring = Ring(last_s=1e9, most_bytes=1000, pack=lambda _: b"x" * 90)
    for i in range(50):
        ring.keep(frame(i, i), seq=0)
    assert len(ring.pictures) == 11
    assert ring.pictures[-1].index == 49


def test_a_picture_larger_than_the_ring_leaves_it_empty():
    ring = Ring(most_bytes=10, pack=lambda _: b"x" * 90)
    ring.keep(frame(0, 0), seq=0)
    assert ring.pictures == ()
    ring.keep(frame(1, 1), seq=0)
    assert ring.pictures == ()


def test_another_source_begins_the_ring_anew():
    ring = Ring()
    for time_s in (100.0, 101.0, 5.0):
        ring.keep(frame(0, time_s), seq=0)
    assert [kept.time_s for kept in ring.pictures] == [5.0]


# A bundle of a real reading, and the same rulings from it.


@pytest.fixture(scope="module")
def evening(painted):
    """A report on a painted game's third move, and what was ruled in it."""
    painter = Painter()
    calibration = with_trays(painted[1], painter.paint(Scene()))
    scenes = [Scene(), Scene().place(0, False, "d4")]
    scenes += [scenes[-1].place(1, False, "e5")]
    scenes += [scenes[-1].place(0, False, "d5")]
    watch, ring, events, index = Watch(calibration=calibration), Ring(), [], 0
    for number, scene in enumerate(scenes):
        image = painter.paint(scene)
        for _ in range(12):
            if number > 1:
                ring.keep(Frame(image, index, index / 5), seq=len(events))
            events += watch.take(Frame(image, index, index / 5))
            index += 1
    stored = [StoredEvent(i + 1, 1, "", event.to_json()) for i, event in enumerate(events)]
    meta = {"right": "d5 was e5", "by": "Ida", "rules": "official"}
    return Report(meta, ring.pictures, stored, watch.learned)


@pytest.fixture
def packed(evening, tmp_path):
    path = tmp_path / "wrong.zip"
    with path.open("wb") as file:
        write_bundle(evening, file)
    return path


def test_replay_rules_on_a_bundle_as_the_companion_did(evening, packed, tmp_path, capsys):
    assert main(["replay", str(packed), "--record", str(tmp_path / "out.rqg")]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ruled = [event.body for event in evening.events if event.body["event"] == "move"]
    assert [event["move"] for event in told] == [event["move"] for event in ruled][1:]
    assert [event["position"] for event in told] == [event["position"] for event in ruled][1:]
    assert "1. d4 e5 2. d5" in (tmp_path / "out.rqg").read_text()


def test_a_bundle_says_what_is_right_and_what_was_known(evening, packed):
    bundle = Bundle(packed)
    assert bundle.meta["right"] == "d5 was e5"
    assert bundle.state.moves == ("d4",)
    assert np.allclose(bundle.calibration.hollows_px, evening.calibration.hollows_px)
    assert len(list(bundle)) == len(evening.pictures)


def test_a_bundle_without_calibration_and_game_begins_with_the_bare_board(tmp_path):
    path = tmp_path / "empty.zip"
    with path.open("wb") as file:
        write_bundle(Report({}, Ring().pictures, [], None), file)
    bundle = Bundle(path)
    assert (bundle.state, bundle.calibration, list(bundle)) == (None, None, [])


# What others may send.


def jpeg(width=16, height=16):
    _, data = cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8))
    return data.tobytes()


def huge_jpeg():
    """A head that promises 65,500 x 65,500 pixels."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 65500, 65500)
    return bytes(data)


def beside(size, hidden):
    """A large JPEG; whoever takes the filling before its notes for a mark reads a small head."""
    packed = cv2.imencode(".jpg", np.zeros((*size, 1), np.uint8))[1].tobytes()
    notes = bytearray(b"\xff\xff\xe1" + struct.pack(">H", 60_000) + bytes(59_998))
    at = 2 + int.from_bytes(notes[2:4], "big")
    notes[at : at + len(hidden)] = hidden
    return packed[:2] + bytes(notes) + packed[2:]


HIDING = beside((4100, 4100), jpeg()[jpeg().index(b"\xff\xc0") :][:19])

META = {"kind": "realqueen wrong ruling", "version": 1, "rules": "official"}
PICTURE = {"index": 0, "time_s": 1.0, "seq": 1}
START = {"seq": 1, "time": "", "body": Started().to_json()}


def archive(path, files, pack=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", pack) as out:
        for name, data in files.items():
            text = data if isinstance(data, bytes | str) else json.dumps(data)
            out.writestr(name, text)
    return path


def good(**changes):
    files = {
        "meta.json": META | {"pictures": [PICTURE]},
        "events.json": [START],
        "pictures/0000.jpg": jpeg(),
    }
    return {name: data for name, data in (files | changes).items() if data is not None}


def calibration_with(png):
    return {"kind": "realqueen calibration", "version": 1, "bare_png": png}


HUGE_PNG = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 60000, 60000) + b"\x08\x02\0\0\0" * 9
).decode()

# Where a PNG says its size, this one has numbers that are small.
HUGE_JPEG = base64.b64encode(
    huge_jpeg()[:2] + b"\xff\xe1\0\x30" + struct.pack(">10xII28x", 16, 16) + huge_jpeg()[2:]
).decode()

BAD = {
    "no meta": good(**{"meta.json": None}),
    "no events": good(**{"events.json": None}),
    "not json": good(**{"meta.json": "{"}),
    "too deep": good(**{"meta.json": "[" * 100_000}),
    "a list": good(**{"meta.json": []}),
    "another kind": good(**{"meta.json": META | {"kind": "x", "pictures": []}}),
    "another version": good(**{"meta.json": META | {"version": 2, "pictures": [PICTURE]}}),
    "no pictures listed": good(**{"meta.json": META}),
    "a picture missing": good(**{"pictures/0000.jpg": None}),
    "a picture too many": good(**{"pictures/0001.jpg": jpeg()}),
    "a path upwards": good(**{"../evil.txt": "x"}),
    "a path from the root": good(**{"/etc/evil": "x"}),
    "a path with a backslash": good(**{"pictures\\0001.jpg": "x"}),
    "a folder": good(**{"pictures/": ""}),
    "no picture": good(**{"pictures/0000.jpg": b"nothing"}),
    "a cut picture": good(**{"pictures/0000.jpg": jpeg()[:3]}),
    "half a picture": good(**{"pictures/0000.jpg": jpeg(64, 64)[:-12] + b"\xff\xd9"}),
    "a huge picture": good(**{"pictures/0000.jpg": huge_jpeg()}),
    "a huge picture with a small head": good(**{"pictures/0000.jpg": HIDING}),
    "a bomb": good(**{"pictures/0000.jpg": b"\0" * 30_000_000}),
    "a bomb of words": good(**{"meta.json": " " * 30_000_000}),
    "time is no number": good(**{"meta.json": META | {"pictures": [PICTURE | {"time_s": "1"}]}}),
    "time is infinite": good(
        **{"meta.json": json.dumps(META | {"pictures": [PICTURE | {"time_s": float("inf")}]})}
    ),
    "seq is no number": good(**{"meta.json": META | {"pictures": [PICTURE | {"seq": None}]}}),
    "other rules": good(**{"meta.json": META | {"rules": "chess", "pictures": [PICTURE]}}),
    "no events in it": good(**{"events.json": [{"seq": 1, "body": {"event": "x"}}]}),
    "no list of events": good(**{"events.json": {"a": 1}}),
    "events without numbers": good(**{"events.json": [{"body": {}}]}),
    "events out of order": good(
        **{"events.json": [{"seq": 1, "body": {"event": "repaired", "frame": None}}]}
    ),
    "no calibration": good(**{"calibration.json": {}}),
    "a calibration that is none": good(**{"calibration.json": calibration_with("A" * 64)}),
    "a calibration with a huge JPEG": good(**{"calibration.json": calibration_with(HUGE_JPEG)}),
    "a calibration with a huge picture": good(**{"calibration.json": calibration_with(HUGE_PNG)}),
}


@pytest.mark.parametrize("case", [case for case in BAD if "a huge" in case])
def test_no_room_is_made_for_huge_pictures(tmp_path, monkeypatch, case):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(CompanionError, match="too large"):
        list(Bundle(archive(tmp_path / "a.zip", BAD[case])))


@pytest.mark.parametrize("case", BAD)
def test_a_bad_bundle_is_refused_in_one_line_and_leaves_nothing(tmp_path, capsys, case):
    path = archive(tmp_path / "bad.zip", BAD[case])
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1, told.err
    assert "bad.zip" in told.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.zip"]


def test_pictures_out_of_order_are_refused(tmp_path):
    times = [PICTURE, PICTURE | {"time_s": 0.5}]
    files = good(**{"meta.json": META | {"pictures": times}, "pictures/0001.jpg": jpeg()})
    with pytest.raises(CompanionError, match="not in order"):
        Bundle(archive(tmp_path / "a.zip", files))


def test_a_file_twice_is_refused(tmp_path):
    path = archive(tmp_path / "a.zip", good())
    with zipfile.ZipFile(path, "a") as out, pytest.warns(UserWarning, match="Duplicate"):
        out.writestr("meta.json", "{}")
    with pytest.raises(CompanionError, match="twice"):
        Bundle(path)


def test_more_files_than_any_bundle_has_are_refused(tmp_path):
    more = {f"pictures/{n:04d}.jpg": b"" for n in range(MOST_FILES + 1)}
    with pytest.raises(CompanionError, match="more than"):
        Bundle(archive(tmp_path / "a.zip", more))


def test_no_damage_to_an_archive_does_more_than_refuse_it(tmp_path):
    """Every byte overwritten in turn, and every cut."""
    whole = archive(tmp_path / "a.zip", good()).read_bytes()
    path = tmp_path / "b.zip"
    for at in range(0, len(whole), 7):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            with contextlib.suppress(CompanionError):
                list(Bundle(path))


def test_a_file_that_is_no_archive_is_told(tmp_path, capsys):
    (tmp_path / "a.zip").write_bytes(b"nothing")
    assert main(["replay", str(tmp_path / "a.zip")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# Kept by the page.


@pytest.fixture
def client(store, tmp_path, monkeypatch):
    boards, eyes = script(GAME[:4])
    source = ScriptedSource(len(boards), hold=len(boards) - 1)
    table = Table("table", source, store, eyes=eyes)
    monkeypatch.setattr(Watch, "learned", None)  # the scripted one is no file's
    table.start()
    assert source.held.wait(30)
    house = House(
        store, {"table": table}, door=Doorkeeper(PIN), reports=Reports(tmp_path / "wrong", most=3)
    )
    yield create_app(house).test_client()
    source.go.set()
    table.stop()


def test_a_wrong_ruling_is_saved_and_fetched_by_referees_only(client, tmp_path):
    assert client.post("/api/reports", json={"right": "x"}).status_code == 401
    client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    told = client.post("/api/reports", json={"right": "  it was e5 "}).get_json()
    file = client.get(told["url"])
    assert file.mimetype == "application/zip"
    assert len(file.data) == told["bytes"]
    with zipfile.ZipFile(io.BytesIO(file.data)) as saved:
        meta = json.loads(saved.read("meta.json"))
    assert (meta["right"], meta["by"]) == ("it was e5", "Ida")
    assert meta["pictures"]
    (tmp_path / "a.zip").write_bytes(file.data)
    assert Bundle(tmp_path / "a.zip").state is None  # it reaches back to before the game
    client.post("/api/referee/logout", json={})
    assert client.get(told["url"]).status_code == 401


@pytest.mark.parametrize("body", [{"right": 5}, {"right": "x" * 2001}, []])
def test_bad_words_are_refused(client, body):
    client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    assert client.post("/api/reports", json=body).status_code == 400


@pytest.mark.parametrize("name", ["games.sqlite3", "..%2fpin", "wrong-ruling-1.zip", ".zip"])
def test_no_other_file_is_given_out(client, name):
    client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    assert client.get(f"/api/reports/{name}").status_code == 404


def test_only_so_many_are_kept(tmp_path):
    reports = Reports(tmp_path / "wrong", most=3)
    names = [reports.keep(Report({}, (), [], None)) for _ in range(5)]
    assert [reports.path(name) is not None for name in names] == [False, False, True, True, True]
    assert len(list((tmp_path / "wrong").iterdir())) == 3


def test_the_one_just_made_is_kept_though_the_calendar_jumped_back(tmp_path):
    """A Pi without a network begins at the time of its last shutdown."""
    reports = Reports(tmp_path / "wrong", most=2)
    late, later = (tmp_path / "wrong" / f"wrong-ruling-2099010{n}-000000-000000.zip" for n in "12")
    later.parent.mkdir()
    for path, made in ((later, 4e9), (late, 5e9)):
        path.touch()
        os.utime(path, (made, made))
    name = reports.keep(Report({}, (), [], None))
    # Of the others, the one that was written last, whatever its name says.
    assert {p.name for p in later.parent.iterdir()} == {name, late.name}


def test_what_can_not_be_kept_is_told_and_leaves_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        Reports(tmp_path / "file").keep(Report({}, (Kept(b"", 0, 0.0, 0),), [], None))
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
