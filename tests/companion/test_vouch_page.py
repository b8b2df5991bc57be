"""A hollow in doubt, in a real browser: all are told, the referee says what lies there."""

import cv2
import numpy as np
import pytest
from readers import Reader
from scripted import GAME, ScriptedReader, ScriptedSource, ScriptedStart, boards_of, held_table

from companion.house import House
from companion.picture import HOLLOW_PX, Picture
from companion.watch import Eyes
from companion.web import create_app
from vision.types import Frame

D3 = 17
DOUBTED_S = 7


class HalfBlind(ScriptedReader):
    """Sees something in d3 and can't tell what."""

    def __init__(self, boards, doubted_from):
        super().__init__(boards)
        self._from = doubted_from

    def read(self, frame):
        reading = super().read(frame)
        if frame.index >= self._from:
            reading.p[D3] = (0.34, 0.02, 0.02, 0.6, 0.02)
        return reading


@pytest.fixture
def table(store):
    """A table with e4 played and d3 in doubt for long."""
    boards = [board for board in ["." * 49, *boards_of(GAME[:1])] for _ in range(2)]
    known = len(boards)
    boards += boards[-1:] * (DOUBTED_S + 3)
    source = ScriptedSource(len(boards), live=False, hold=known + DOUBTED_S)
    eyes = Eyes(ScriptedStart, lambda _: HalfBlind(boards, known), lambda *_: True)
    with held_table(store, source, eyes) as table:
        yield table


# Each answer in each language and on each screen.
ANSWERS = {
    Reader("it", "phone"): "b",
    Reader("it", "desktop"): ".",
    Reader("en", "phone"): ".",
    Reader("en", "desktop"): "b",
}


@pytest.mark.parametrize(("reader", "kind"), ANSWERS.items(), ids=str)
def test_all_are_told_and_the_referee_says_what_lies_there(visit, table, reader, kind):
    watching = visit(reader)
    page = watching.page
    page.wait_for_selector("#banner .wait")
    words = page.inner_text("#banner .wait")
    assert "d3" in words
    assert {"en": "call the referee", "it": "chiama l'arbitro"}[reader.lang] in words
    assert page.locator('#board [data-mark="cover"][data-hollow="d3"]').count() == 1
    assert not page.is_visible(".doubt")
    watching.log_in()
    page.wait_for_selector(".doubt img")
    watching.until("document.querySelector('.doubt img').naturalWidth > 0")
    assert page.locator(".doubt button").count() == 5
    watching.shoot("doubt", full=reader.screen == "phone")
    assert watching.barriers() == []
    page.click(f".doubt [value='{kind}']")
    card = page.locator("#cards [data-event=vouch]")
    card.wait_for()
    # Not before the answer is in: what comes after it are the last pictures.
    table.source.go.set()
    page.wait_for_selector(".doubt", state="detached")
    assert "Ida" in card.inner_text()
    assert "d3" in card.inner_text()
    # From now on the eyes' doubt about d3 stops nothing.
    table.join()
    state = table.state("en")
    assert state["moves"] == {"b": ["e4", "d3"], ".": ["e4"]}[kind]
    assert not state["status"]["doubt"]


def test_the_picture_of_a_hollow_has_it_in_the_middle(painted):
    image, calibration = painted
    picture = Picture()
    assert picture.around(calibration, D3) is None
    picture.keep(Frame(image, 0, 0.0))
    assert picture.around(None, D3) is None
    for hollow in (0, D3, 48):
        black = np.zeros_like(image)
        centre = tuple(round(v) for v in calibration.hollows_px[hollow])
        cv2.circle(black, centre, 3, (0, 255, 0), -1)
        picture.keep(Frame(black, hollow + 1, hollow + 1.0))
        crop = cv2.imdecode(np.frombuffer(picture.around(calibration, hollow), np.uint8), 1)
        assert crop.shape == (HOLLOW_PX, HOLLOW_PX, 3)
        # Pure green is painted on that hollow alone; the ring, which is yellow, has red too.
        green = (crop[:, :, 1] > 120) & (crop[:, :, 2] < 60)
        y, x = (where.mean() for where in green.nonzero())
        assert np.hypot(x - HOLLOW_PX / 2, y - HOLLOW_PX / 2) < 4


def test_a_hollow_out_of_the_picture_is_not_shown(painted):
    image, calibration = painted
    picture = Picture()
    picture.keep(Frame(image[:50, :50], 0, 0.0))
    assert picture.around(calibration, D3) is None


@pytest.mark.parametrize("name", ["h1", "a8", "d", "d44", "D3"])
def test_an_unknown_hollow_is_told(finished, store, name):
    client = create_app(House(store, {"table": finished(GAME[:1])})).test_client()
    answer = client.get(f"/api/camera/{name}.jpg")
    assert answer.status_code == 404
    assert "a1 to g7" in answer.get_json()["detail"]
    assert client.get("/api/camera/d3.jpg").mimetype == "image/jpeg"
