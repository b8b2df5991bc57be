"""Calibrating from a stream's beginning: the bare board, then the trays."""

import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Hand, Take, full_trays
from synthetic_setups import PLAIN, POSITION, found, frames, picture

from calibration import start as start_module
from calibration.occupied import imagined
from calibration.start import StartUp
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.unwanted import check_wanted

GLOVE = Hand((640, 330), rgb=(60, 90, 170))


@pytest.fixture(autouse=True)
def searched_once(monkeypatch):
    """Searching takes seconds: the board is found once for all tests."""
    same = picture(PLAIN, Take()).image_bgr

    def from_bare_board(image, spec):
        if image.shape == same.shape and np.abs(image.astype(int) - same).mean() < 3:
            return found(PLAIN)
        raise BoardNotFoundError("no board found", NotFound.NOTHING)

    monkeypatch.setattr(start_module, "from_bare_board", from_bare_board)


def images(setup, *takes):
    return [picture(setup, take).image_bgr for take in takes]


def feed(start, pictures, each=4):
    return [start.feed(frame) for frame in frames(*pictures, each=each)]


def test_bare_board_then_trays():
    start = StartUp()
    assert start.waiting_for == "bare-board"
    answers = feed(start, images(PLAIN, Take()))
    assert answers == [None] * 4
    assert start.waiting_for == "trays"
    index = frames(*images(PLAIN, Take(), full_trays()), each=4)[4:]
    done = [start.feed(frame) for frame in index]
    calibration = next(answer for answer in done if answer is not None)
    assert calibration.series.known.all()
    assert calibration.colours[0] != calibration.colours[1]


def test_a_recordings_six_frames_a_picture_are_enough():
    start = StartUp()
    answers = feed(start, images(PLAIN, Take(), full_trays()), each=6)
    assert any(answer is not None for answer in answers)


def test_a_video_may_show_the_bare_board_for_long():
    start = StartUp()
    shown = images(PLAIN, Take(), full_trays())
    answers = feed(start, [shown[0]] * 20, each=1)
    assert answers == [None] * 20
    answers = feed(start, [shown[1]] * 6, each=1)
    calibration = next(answer for answer in answers if answer is not None)
    assert calibration.series.known.all()


def test_without_trays_the_first_marble_starts_the_game():
    start = StartUp()
    answers = feed(start, images(PLAIN, Take(), Take("7/7/7/3w3/7/7/7", seed=1)))
    calibration = answers[-1] or next(filter(None, answers))
    assert not calibration.series.known.any()
    assert calibration.colours is None


def test_a_hand_is_waited_out():
    start = StartUp()
    shown = images(PLAIN, Take(), Take(hand=GLOVE, seed=1))
    assert feed(start, shown) == [None] * 8
    assert start.waiting_for == "trays"


def test_moving_pictures_are_not_settled():
    start = StartUp()
    rng = np.random.default_rng(1)
    jumping = [np.roll(images(PLAIN, Take())[0], rng.integers(5, 60), axis=1) for _ in range(6)]
    assert feed(start, jumping, each=1) == [None] * 6
    assert start.waiting_for == "bare-board"


def test_what_is_no_board_is_said_and_the_board_may_still_come():
    start = StartUp()
    wall = np.full((720, 1280, 3), 120, np.uint8)
    feed(start, [wall])
    assert start.waiting_for == "nothing"
    numbered = frames(wall, *images(PLAIN, Take(), full_trays()), each=6)[6:]
    answers = [start.feed(frame) for frame in numbered]
    assert any(answer is not None for answer in answers)


def test_a_camera_that_changes_its_size_is_looked_through_anew():
    start = StartUp()
    (shown,) = images(PLAIN, Take())
    answers = feed(start, [shown, np.full((480, 640, 3), 120, np.uint8)], each=6)
    assert answers == [None] * 12
    assert (start.board, start.waiting_for) == (None, "nothing")
    back = frames(*images(PLAIN, Take(), full_trays()), each=6)
    assert any(start.feed(frame) is not None for frame in back)


@pytest.mark.parametrize("towards", [(3.08, 3.0), (3.3, 2.85)], ids=["nudged", "pushed"])
def test_a_board_pushed_while_its_trays_are_filled_is_followed(towards):
    start = StartUp()
    pushed = replace(PLAIN, camera=replace(PLAIN.camera, target=towards))
    filled = picture(pushed, full_trays(seed=2))
    answers = feed(start, [*images(PLAIN, Take()), filled.image_bgr], each=6)
    calibration = next(filter(None, answers))
    assert calibration.series.known.all()
    assert calibration.trays is not None
    miss = np.linalg.norm(calibration.hollows_px - filled.hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.05


def test_a_board_carried_away_is_looked_for_again():
    start = StartUp()
    answers = feed(start, [*images(PLAIN, Take()), np.full((720, 1280, 3), 120, np.uint8)], each=6)
    assert answers == [None] * 12
    back = frames(*images(PLAIN, Take(), full_trays()), each=6)
    assert any(start.feed(frame) is not None for frame in back)


def test_trays_are_not_learned_while_a_hand_is_over_the_board():
    start = StartUp()
    shown = images(PLAIN, Take(), replace(full_trays(), hand=GLOVE), full_trays())
    answers = feed(start, shown, each=6)
    assert answers[:12] == [None] * 12
    assert any(answer is not None for answer in answers[12:])


@pytest.mark.parametrize("seed", range(3))
def test_two_things_of_one_colour_beside_the_board_are_no_trays(seed):
    """Arms, say, at rest on either side of it."""
    start, rng = StartUp(), np.random.default_rng(seed)
    (shown,) = images(PLAIN, Take())
    beside = shown.copy()
    left, right = (found(PLAIN).projection(np.array([[x, 3.0]]))[0] for x in (-2.0, 8.0))
    for x, y in np.rint([left, right]).astype(int):
        blobs = 4 * cv2.GaussianBlur(rng.normal(0, 60, (300, 80, 3)), (0, 0), 4)
        beside[y - 150 : y + 150, x - 40 : x + 40] = np.clip(np.add(blobs, [120, 150, 200]), 0, 255)
    assert feed(start, [shown, beside], each=6) == [None] * 12
    assert start.waiting_for == "trays"


def test_a_game_under_way_without_trays_full_is_joined():
    start = StartUp()
    answers = feed(start, images(PLAIN, Take(), Take(POSITION, tray=(10, 9), seed=1)))
    assert any(answer is not None for answer in answers)


@pytest.fixture
def slowly(monkeypatch):
    """Looking for the board takes until this is set."""
    at_last, at_once = threading.Event(), start_module.from_bare_board

    def from_bare_board(image, spec):
        at_last.wait(2)
        return at_once(image, spec)

    monkeypatch.setattr(start_module, "from_bare_board", from_bare_board)
    yield at_last
    at_last.set()


def until_looked(start, image):
    """Frames of a scene that go on until it has been looked through."""
    for frame in frames(*[image] * 400, each=1):
        assert start.feed(frame) is None
        if start.waiting_for != "looking":
            return
        threading.Event().wait(0.01)


@pytest.mark.parametrize(("shown", "then"), [(PLAIN, "trays"), (None, "nothing")])
def test_a_camera_goes_on_while_the_board_is_looked_for(slowly, shown, then):
    wall = np.full((720, 1280, 3), 120, np.uint8)
    image = wall if shown is None else images(shown, Take())[0]
    start = StartUp()
    start.live = True
    assert feed(start, [image], each=6) == [None] * 6
    assert start.waiting_for == "looking"
    slowly.set()
    until_looked(start, image)
    assert start.waiting_for == then


def test_corners_told_while_the_board_is_looked_for_stand(slowly):
    (image,) = images(PLAIN, Take())
    board = found(PLAIN)
    corners = board.projection(np.array([[0, 6], [6, 6], [6, 0], [0, 0]], float))
    start = StartUp()
    start.live = True
    feed(start, [np.full((720, 1280, 3), 120, np.uint8)])
    start.take_corners(frames(image, each=1)[0], corners)
    told = start.board
    slowly.set()
    feed(start, [image], each=8)
    assert start.board is told
    assert start.waiting_for == "trays"


@pytest.mark.parametrize("pushed", [False, True])
def test_trays_that_are_full_when_corners_are_told_are_learned_from(pushed):
    bare_there, full = images(PLAIN, Take(), full_trays())
    start = StartUp()
    feed(start, [bare_there])
    corners = found(PLAIN).projection(np.array([[0, 6], [6, 6], [6, 0], [0, 0]], float))
    if pushed:  # then nobody has seen how it looks there without them
        full, corners = np.roll(full, 40, axis=1), corners + np.array([40, 0])
    start.take_corners(frames(full, each=1)[0], corners)
    assert start.waiting_for == "trays"
    learned = next(filter(None, feed(start, [full], each=6)), None)
    assert (learned is None) == pushed
    assert learned is None or learned.trays is not None


def test_a_search_that_nobody_waits_for_ends(monkeypatch):
    """Else the process would end by force, in the midst of it."""
    begun, ended = threading.Event(), threading.Event()

    def from_bare_board(image, spec):
        begun.set()
        try:
            for _ in range(400):
                check_wanted()
                threading.Event().wait(0.01)
        finally:
            ended.set()

    monkeypatch.setattr(start_module, "from_bare_board", from_bare_board)
    start = StartUp()
    start.live = True
    feed(start, [np.full((720, 1280, 3), 120, np.uint8)])
    assert begun.wait(2)
    start.leave_search()
    assert ended.is_set()
    assert start.waiting_for == "bare-board"


def under_way():
    """What has been told that a game is."""
    start = StartUp()
    start.look_for(under_way=True)
    return start


@pytest.fixture
def joined_once(monkeypatch):
    """The board under its marbles is found at once."""
    monkeypatch.setattr(
        start_module, "from_occupied_board", lambda image, _: with_picture(found(PLAIN), image)
    )


def with_picture(board, image):
    return imagined(replace(board, bare_bgr=image))


def test_a_board_is_found_under_the_marbles_and_waits_for_a_person():
    start = under_way()
    assert start.waiting_for == "under-way"
    shown = picture(PLAIN, Take(POSITION, tray=(10, 9), seed=1))
    # Neither does a marble that is played meanwhile begin anything, nor do trays that are filled.
    later = images(PLAIN, Take("7/7/7/3w3/7/7/7", seed=1), full_trays())
    assert feed(start, [shown.image_bgr, *later], each=6) == [None] * 18
    assert start.waiting_for == "joined"
    miss = np.linalg.norm(start.board.hollows_px - shown.hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.05
    assert (start.board.imagined > 0).sum() >= 8
    assert start.board.colours is None


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (NotFound.NOTHING, "nothing-under-way"), (NotFound.UNLIKE, "unlike-under-way"),
        (NotFound.ENDS, "ends"), (NotFound.ASIDE, "aside"), (NotFound.BLURRED, "blurred"),
        (NotFound.SMALL, "small"), (NotFound.OUT_OF_VIEW, "out-of-view"),
        (NotFound.LOW_LIGHT, "low-light"),
    ],
)  # fmt: skip
def test_why_a_game_is_not_found_is_said_until_it_is_taken_back(monkeypatch, reason, code):
    def refuse(*_):
        raise BoardNotFoundError("no", reason)

    monkeypatch.setattr(start_module, "from_occupied_board", refuse)
    start = under_way()
    (shown,) = images(PLAIN, Take())
    feed(start, [shown])
    assert (start.board, start.waiting_for) == (None, code)
    # After all it is bare: the same scene is looked at again.
    start.look_for(under_way=False)
    assert start.waiting_for == "bare-board"
    feed(start, [shown])
    assert start.waiting_for == "trays"
    assert start.board.imagined is None


def test_a_board_that_was_found_bare_is_forgotten_where_a_game_is_under_way(joined_once):
    start = StartUp()
    feed(start, images(PLAIN, Take()))
    start.look_for(under_way=True)
    assert (start.board, start.waiting_for) == (None, "under-way")
    feed(start, images(PLAIN, Take(POSITION, tray=(10, 9), seed=1)))
    assert start.board.imagined is not None


def test_a_camera_goes_on_while_the_board_is_looked_for_under_the_marbles(monkeypatch):
    at_last, ended = threading.Event(), threading.Event()

    def slowly(image, _):
        try:
            while not at_last.wait(0.01):
                check_wanted()
        finally:
            ended.set()
        return with_picture(found(PLAIN), image)

    monkeypatch.setattr(start_module, "from_occupied_board", slowly)
    (image,) = images(PLAIN, Take(POSITION, tray=(10, 9), seed=1))
    start = under_way()
    start.live = True
    feed(start, [image], each=6)
    assert start.waiting_for == "looking-under-way"
    # Whoever says that it is bare does not wait for that search.
    start.look_for(under_way=False)
    assert ended.is_set()
    start.look_for(under_way=True)
    feed(start, [image], each=6)
    at_last.set()
    for frame in frames(*[image] * 400, each=1):
        start.feed(frame)
        if start.waiting_for != "looking-under-way":
            break
        threading.Event().wait(0.01)
    assert start.waiting_for == "joined"


def test_corners_told_of_a_game_under_way_are_of_a_board_that_is_imagined_bare():
    start = under_way()
    shown = picture(PLAIN, Take(POSITION, tray=(10, 9), seed=1))
    corners = found(PLAIN).projection(np.array([[0, 6], [6, 6], [6, 0], [0, 0]], float))
    start.take_corners(frames(shown.image_bgr, each=1)[0], corners)
    assert start.waiting_for == "joined"
    taken = np.array([label != "." for label in shown.labels])
    assert (start.board.imagined[taken] > 0).all()


def test_a_board_pushed_before_a_person_has_looked_is_followed(joined_once):
    start = under_way()
    game = Take(POSITION, tray=(10, 9), seed=1)
    pushed = replace(PLAIN, camera=replace(PLAIN.camera, target=(3.08, 3.0)))
    moved = picture(pushed, replace(game, seed=2))
    assert feed(start, [*images(PLAIN, game), moved.image_bgr], each=6) == [None] * 12
    miss = np.linalg.norm(start.board.hollows_px - moved.hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.05


def test_the_search_beside_the_frames_ends_though_it_is_a_game_that_is_looked_for():
    """What is found and refused takes half a minute; leaving it may not."""
    start = under_way()
    start.live = True
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (720, 1280, 3), dtype=np.uint8)
    feed(start, [cv2.GaussianBlur(noise, (0, 0), 3)], each=6)
    search = start._search
    start.look_for(under_way=False)
    assert search.done
