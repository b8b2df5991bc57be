"""Boards with marbles on them: registered by the bare hollows, never a row off."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Hand, Look, Take
from synthetic_setups import BOXES, PLAIN, WIDE, as_labelled, known, nodes_of, picture, recorded

from calibration.occupied import from_occupied_board, imagined
from vision.camera.geometry import discs
from vision.camera.projection import fit_projection
from vision.camera.sampling import Sampler, View, logs_of
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.lattice import lattices
from vision.finding.refine import Board
from vision.finding.search import FEWEST_POINTS, STEP_PX
from vision.joining import crowded
from vision.joining.crowded import find_crowded_board
from vision.joining.settled import Settled
from vision.measuring.sizes import LIKELY_RADII
from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame

NODES = nodes_of(REAL_QUEEN)
SIXTEEN = "b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b"
SETUPS = {"plain": PLAIN, "boxes": BOXES}
ROUND = np.pad(np.full((7, 7), 0.9), 1)  # all hollows look alike, and nothing around them does


def miss(board, hollows_px):
    """Farthest hollow from its place, over the pitch."""
    pitch = np.linalg.norm(np.diff(hollows_px.reshape(7, 7, 2), axis=1), axis=2).mean()
    return np.linalg.norm(board.projection(NODES) - hollows_px, axis=1).max() / pitch


def offered(monkeypatch, view):
    """The search offers this one; it takes seconds and is tested elsewhere."""
    board = Board(view, np.full(49, 0.5), 0.1, 0.5, 0.18)
    monkeypatch.setattr(crowded, "search", lambda *_: [board])
    # Other ways of looking would offer the very same board.
    monkeypatch.setattr(crowded, "look_about", lambda scene, _, look, __: look(scene, False))


def moved(view, offset):
    return view.after(np.eye(2), np.array(offset, float))


@pytest.mark.few(4)
@pytest.mark.parametrize("offset", [(0, 0), (0.2, -0.1), (-0.15, 0.2), (1, 0)], ids=str)
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_a_board_offered_aside_settles(monkeypatch, setup, offset):
    shown = picture(setup, Take(SIXTEEN, seed=4))
    offered(monkeypatch, moved(known(setup).projection, offset))
    assert miss(find_crowded_board(shown.image_bgr, REAL_QUEEN), shown.hollows_px) < 0.1


@pytest.mark.few(7)
@pytest.mark.parametrize("offset", [(0, 0), (0.2, 0.15)], ids=str)
@pytest.mark.parametrize("taken", [True, False], ids=["under way", "bare"])
@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013"])
def test_recorded_boards_settle(monkeypatch, name, taken, offset):
    """Where marbles lie they tell where the hollows are; where none do nothing else may."""
    r = recorded(name)
    image = r.images[2 if taken else 0]
    size = (image.shape[1], image.shape[0])
    offered(monkeypatch, moved(fit_projection(NODES, r.hollows_px, size).projection, offset))
    assert miss(find_crowded_board(image, REAL_QUEEN), r.hollows_px) < 0.1


@pytest.mark.few(5)
@pytest.mark.parametrize("offset", [(2, 0), (0, -3), (0.5, 0.5), (4, 4)], ids=str)
@pytest.mark.parametrize(
    ("setup", "take"),
    [
        (PLAIN, Take(SIXTEEN)),
        (PLAIN, Take(SIXTEEN, hand=Hand((640, 330)))),
        # A strong shadow across it hides as many hollows again.
        (WIDE, Take(SIXTEEN, seed=4)),
    ],
    ids=["plain", "hand", "shadow"],
)
def test_what_is_far_off_is_refused_or_put_right(monkeypatch, setup, take, offset):
    shown = picture(setup, take)
    offered(monkeypatch, moved(known(setup).projection, offset))
    try:
        board = find_crowded_board(shown.image_bgr, REAL_QUEEN)
    except BoardNotFoundError:
        return
    assert miss(board, shown.hollows_px) < 0.1


@pytest.mark.parametrize("grey", [0, 120, 255])
def test_nothing_is_no_board(monkeypatch, grey):
    offered(monkeypatch, known(PLAIN).projection)
    with pytest.raises(BoardNotFoundError):
        find_crowded_board(np.full((720, 1280, 3), grey, np.uint8), REAL_QUEEN)


def test_noise_is_no_board(monkeypatch):
    offered(monkeypatch, known(PLAIN).projection)
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    with pytest.raises(BoardNotFoundError):
        find_crowded_board(noise, REAL_QUEEN)


@pytest.mark.parametrize(("grain", "spots"), [(0, False), (20, True)], ids=["clean", "noisy"])
def test_in_noise_it_is_looked_for_by_spots_as_well(monkeypatch, grain, spots):
    """On a board in the dusk they led to it, rims and crossings did not."""
    image = np.random.default_rng(2).normal(120, grain, (720, 1280, 3))
    seen = []
    board = Board(known(PLAIN).projection, np.full(49, 0.5), 0.1, 0.5, 0.18)
    monkeypatch.setattr(crowded, "search", lambda scene, *_: seen.append(scene.spots) or [board])
    monkeypatch.setattr(crowded, "_sure_one", refused_as_unlike)
    with pytest.raises(BoardNotFoundError):
        find_crowded_board(np.clip(image, 0, 255).astype(np.uint8), REAL_QUEEN)
    assert seen[0] is False
    assert any(seen) == spots


def refused_as_unlike(*_):
    raise BoardNotFoundError("no", NotFound.UNLIKE)


def test_a_board_that_does_not_seem_to_end_there_is_refused_for_that(monkeypatch):
    shown = picture(PLAIN, Take(SIXTEEN))
    offered(monkeypatch, known(PLAIN).projection)
    find_crowded_board(shown.image_bgr, REAL_QUEEN)
    monkeypatch.setattr(Settled, "ends", False)
    with pytest.raises(BoardNotFoundError) as refused:
        find_crowded_board(shown.image_bgr, REAL_QUEEN)
    assert refused.value.reason is NotFound.ENDS


def test_a_game_under_way_is_found_and_read():
    """The whole way once: search, settle, imagine the board bare, read the same picture."""
    r = recorded("s004")
    calibration = from_occupied_board(r.images[2], REAL_QUEEN)
    assert miss(calibration, r.hollows_px) < 0.1
    assert calibration.confidence > 0.9
    reading = Reader(calibration).read(Frame(r.images[2], 0, 0.0))
    taken = np.array(list(r.labels[2])) != "."
    told = np.array(list(reading.labels())) != "."
    sure = ~reading.covered & (reading.p.max(axis=1) > 0.9)
    assert sure.mean() > 0.9
    assert (taken == told)[sure].all()


TWENTY = "b2bw2/b1wwb2/1b1bw2/1w1wb2/bw1bb2/w5w/6b"


@pytest.mark.parametrize("second", [(32, 60, 150), (200, 160, 120)], ids=["blue", "woodlike"])
@pytest.mark.parametrize("placement", [SIXTEEN, TWENTY], ids=["sixteen", "twenty"])
def test_the_bare_board_is_imagined_without_any_marble(placement, second):
    setup = replace(PLAIN, looks=(PLAIN.looks[0], Look(second, gloss=0.1)))
    calibration, shown = known(setup), picture(setup, Take(placement, seed=4))
    joined = imagined(replace(calibration, bare_bgr=shown.image_bgr))
    view = View(calibration.pose, calibration.spec)
    small, large = (discs(calibration.pose, calibration.spec, r, 0.18) for r in (0.28, 0.385))
    sampler = Sampler(view, small, large, (0.28, 0.385))
    every = np.arange(49)
    seen, true = (
        logs_of(sampler.first(view(image), every))[:, : sampler.core]
        for image in (joined.bare_bgr, calibration.bare_bgr)
    )
    # A marble left standing differs more, however like the wood it is.
    assert np.abs(seen - true).mean(axis=(0, 1, 3)).max() < 0.09


def test_lattices_of_marbles_alone_are_looked_into(monkeypatch):
    """Where hollows are too faint to be seen one by one: eleven of these lie beside each other."""
    calibration, shown = known(PLAIN), picture(PLAIN, Take(SIXTEEN))
    taken = np.array(list(shown.labels)) != "."
    seen = discs(calibration.pose, REAL_QUEEN, 0.28, 0.18).centres_px[taken]
    grown = max(map(len, lattices(seen, STEP_PX)))
    assert grown < FEWEST_POINTS  # of a bare board's hollows, many more are asked for
    asked = []
    monkeypatch.setattr(crowded, "search", lambda *given: asked.append(given[2].fewest) or [])
    with pytest.raises(BoardNotFoundError):
        find_crowded_board(shown.image_bgr, REAL_QUEEN)
    assert asked[0] <= grown


@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013"])
def test_a_recorded_board_is_imagined_in_each_hollows_own_light(name):
    """The lamp's direction changes across the board, and the dents' light and dark with it."""
    r = recorded(name)
    calibration = as_labelled(r, r.images[2])
    joined = imagined(calibration)
    of_board = View(calibration.pose, REAL_QUEEN)
    outlines = (discs(calibration.pose, REAL_QUEEN, radius, 0.18) for radius in LIKELY_RADII)
    sampler = Sampler(of_board, *outlines, LIKELY_RADII)
    taken = np.flatnonzero(np.array(list(r.labels[2])) != ".")
    seen, true = (
        logs_of(sampler.first(of_board(image), taken))[:, : sampler.core]
        for image in (joined.bare_bgr, r.images[0])
    )
    away = (seen - true) - np.median(seen - true, axis=(1, 3), keepdims=True)
    assert np.abs(away).mean(axis=(0, 1, 3)).max() < 0.045


@pytest.mark.parametrize("name", ["s012", "s015"])
def test_what_a_hand_hides_is_not_taken_for_wood(name):
    """Its picture would be part of the imagined board, and a marble under it read as bare."""
    r = recorded(name)
    calibration = as_labelled(r, r.images[4])
    calibration = imagined(calibration)
    reading = Reader(calibration).read(Frame(r.images[4], 0, 0.0))
    taken, told = (np.array(list(labels)) != "." for labels in (r.labels[4], reading.labels()))
    sure = ~reading.covered & (reading.p.max(axis=1) > 0.9)
    assert (taken == told)[sure].all()
    assert reading.covered[r.covered[4]].mean() > 0.75
    # And the next picture is read as if there had been no hand.
    told = np.array(list(Reader(calibration).read(Frame(r.images[2], 0, 0.0)).labels())) != "."
    assert (told == (np.array(list(r.labels[2])) != ".")).mean() > 0.9


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
def test_hollows_close_to_a_dark_edge_are_hollows(monkeypatch, setup):
    """Bars in the cells of the borders: unlike the others' cells, and the dents are there."""
    shown = picture(setup, Take("7/1w3b1/2w4/1b1bw2/2bw3/1w3b1/7"))
    view = known(setup).projection
    image = shown.image_bgr.copy()
    for a, b in ((-0.48, -0.28), (6.28, 6.48)):
        for k in range(7):
            for box in ([(a, k - 0.4), (b, k + 0.4)], [(k - 0.4, a), (k + 0.4, b)]):
                (x0, y0), (x1, y1) = box
                corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)
                cv2.fillConvexPoly(image, view(corners).round().astype(np.int32), (60, 80, 95))
    offered(monkeypatch, view)
    assert miss(find_crowded_board(image, REAL_QUEEN), shown.hollows_px) < 0.06


@pytest.mark.parametrize(("stripes", "sure"), [(0.3, True), (0.6, True), (0.95, False)])
def test_cells_that_only_change_one_way_are_no_hollows(stripes, sure):
    """As those of a striped cloth over part of the board."""
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    assert Settled(board, 4, stripes, ROUND, 1.0, 0.0, True).sure is sure


@pytest.mark.parametrize(
    ("name", "dent", "lying", "between", "sure"),
    [
        ("hollows, and marbles in them", 0.6, 3.0, 0.2, True),
        ("hollows, and nowhere any marble", 0.6, 1.0, 0.2, True),
        ("lines that cross, and the marbles lie elsewhere", 0.6, 0.3, 0.2, False),
        ("faint hollows, and marbles in them", 0.31, 3.0, 0.2, True),
        ("something as faint, which no marble bears out", 0.31, 1.0, 0.2, False),
        ("every second hollow", 0.6, 3.0, 0.95, False),
    ],
)
def test_marbles_tell_hollows_from_what_looks_like_them(name, dent, lying, between, sure):
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, dent, 0.2)
    assert Settled(board, 4, 0.3, ROUND, lying, between, True).sure is sure, name


@pytest.mark.parametrize(
    ("name", "bare", "marbles", "sure"),
    [
        ("marbles in six of seven", 1, 6, True),
        ("marbles in some, a hand's shadow on others", 1, 2, True),
        ("wood without hollows, and one that happens to be like them", 1, 0, False),
        ("wood and a tray, a marble of which happens to be like them", 1, 1, False),
    ],
)
@pytest.mark.parametrize("turned", range(4))
def test_a_border_of_neither_hollows_nor_marbles_is_none(name, bare, marbles, sure, turned):
    """The window lies one aside, as it does where a row of the board is out of the picture."""
    ring = ROUND.copy()
    ring[1, 1 + bare : -1] = 0
    lying = np.zeros((7, 7), bool)
    lying[0, 7 - marbles :] = True
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    ring, lying = np.rot90(ring, turned), np.rot90(lying, turned)
    settled = Settled(board, 4, 0.3, ring, 3.0, 0.2, True, marbles=lying.ravel())
    assert settled.sure is sure, name


@pytest.mark.parametrize(("told", "sides", "sure"), [(46, 3, True), (45, 3, False), (40, 4, True)])
def test_where_a_side_is_out_of_view_all_hollows_must_be_told(told, sides, sure):
    ring = ROUND.copy()
    ring[2:4, 2:8] = 0
    lying = np.ones(49, bool)
    lying[[8, 9, 10, 11, 12, 13, 15, 16, 17][: 49 - told]] = False
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    assert Settled(board, sides, 0.3, ring, 3.0, 0.2, True, marbles=lying).sure is sure


@pytest.mark.parametrize(("marbles", "sure"), [(20, True), (4, True), (3, False), (0, False)])
def test_not_all_the_inner_hollows_may_be_hidden_by_nobody_knows_what(marbles, sure):
    """As where a lens that is none lays the border rows right and the rows between them not."""
    ring = ROUND.copy()
    ring[2:6, 2:7] = 0
    lying = np.zeros((7, 7), bool)
    lying[1:5, 1:6] = np.arange(20).reshape(4, 5) < marbles
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    settled = Settled(board, 4, 0.3, ring, 3.0, 0.2, True, marbles=lying.ravel())
    assert settled.sure is sure


@pytest.mark.parametrize(
    ("name", "lying", "rival", "sure"),
    [
        ("marbles plainly elsewhere in the cells", 1.0, 2.8, False),
        ("a little clearer elsewhere", 1.0, 1.5, True),
        ("clear here, and clearer elsewhere", 2.4, 3.0, True),
    ],
)
def test_marbles_elsewhere_refute_a_place(name, lying, rival, sure):
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    settled = Settled(board, 4, 0.3, ROUND, lying, 0.2, True, rival)
    assert settled.sure is sure, name


def test_where_the_hollows_found_lie_beside_the_marbles_those_tell(monkeypatch):
    """As of half lit hollows, whose dark half passes for the dent."""
    r = recorded("s001")
    size = (r.images[2].shape[1], r.images[2].shape[0])
    aside = moved(fit_projection(NODES, r.hollows_px, size).projection, (0.11, -0.08))
    found = Settled(Board(aside, np.full(49, 0.9), 0.1, 0.6, 0.2), 4, 0.3, ROUND, 3.0, 0.2, True)
    offered(monkeypatch, aside)
    monkeypatch.setattr(crowded, "settle", lambda *_: found)
    assert miss(find_crowded_board(r.images[2], REAL_QUEEN), r.hollows_px) < 0.1


@pytest.mark.parametrize(
    ("name", "rim", "clear", "dent", "told"),
    [
        ("a hollow of the usual width, faint", 0.18, 0.01, 0.4, True),
        ("a wide one, its rim to be seen", 0.32, 0.1, 0.42, True),
        ("a wide one that explains most of what is seen", 0.32, 0.01, 0.65, True),
        ("as wide, faint and rimless: shade, or what marbles leave", 0.32, 0.015, 0.45, False),
    ],
)
def test_what_is_wide_needs_a_rim_or_a_plain_dent(monkeypatch, name, rim, clear, dent, told):
    shown = picture(PLAIN, Take(SIXTEEN, seed=4))
    view = known(PLAIN).projection
    found = Settled(
        Board(view, np.full(49, 0.9), 0.1, dent, rim, clear), 4, 0.3, ROUND, 3.0, 0.2, True
    )
    offered(monkeypatch, view)
    monkeypatch.setattr(crowded, "settle", lambda *_: found)
    if told:
        assert find_crowded_board(shown.image_bgr, REAL_QUEEN).dent == dent, name
        return
    with pytest.raises(BoardNotFoundError) as refused:
        find_crowded_board(shown.image_bgr, REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE, name


@pytest.mark.parametrize(("sides", "ends"), [(4, True), (2, True), (1, False), (0, False)])
def test_a_pattern_that_fills_the_picture_does_not_end(sides, ends):
    board = Board(known(PLAIN).projection, np.full(49, 0.9), 0.1, 0.6, 0.2)
    assert Settled(board, sides, 0.3, ROUND, 1.0, 0.0, True).ends is ends


@pytest.mark.parametrize(
    ("name", "dents", "lying", "first"),
    [
        ("marbles are much clearer about the one", (0.33, 0.35), (4.3, 2.7), True),
        ("about as clear about both", (0.33, 0.35), (2.8, 2.7), False),
        ("no marbles at all", (0.33, 0.35), (1.0, 1.0), False),
        ("the other is far likelier", (0.3, 0.6), (4.3, 2.7), False),
    ],
)
def test_of_two_places_as_likely_the_one_where_marbles_are_clearer(name, dents, lying, first):
    view, alike = known(PLAIN).projection, np.full(49, 0.9)
    one, other = (
        Settled(Board(view, alike, 0.1, dent, 0.2), 4, 0.3, np.ones((9, 9)), clear, 0, True)
        for dent, clear in zip(dents, lying, strict=True)
    )
    assert (one.borne_out > other.borne_out) is first, name


@pytest.mark.parametrize(
    ("name", "apart", "clear", "chosen"),
    [
        ("its rim is clearer", 0.21, 0.073, 1),
        ("its rim is as clear", 0.21, 0.022, 0),
        ("its rim is clearer, but it is the same place", 0.05, 0.073, 0),
    ],
)
def test_of_two_sure_places_a_little_less_likely_one_with_a_clearer_rim_is_taken(
    monkeypatch, name, apart, clear, chosen
):
    """As rendered: lamps mirrored in lacquered hollows, .22 beside them."""
    view, alike, ring = known(PLAIN).projection, np.full(49, 0.9), np.pad(np.ones((7, 7)), 1)
    boards = [
        Board(moved(view, (aside, 0)), alike, 0.1, dent, 0.25, rim)
        for aside, dent, rim in ((0.0, 0.6, 0.022), (apart, 0.5, clear))
    ]
    shown = {id(b): Settled(b, 4, 0.3, ring, 2.5, 0.2, True) for b in boards}
    assert all(each.sure and each.ends for each in shown.values())
    monkeypatch.setattr(crowded, "_settled_and_moved", lambda _, board, __: shown[id(board)])
    monkeypatch.setattr(crowded, "check_sharp", lambda *_: None)
    monkeypatch.setattr(crowded, "by_paint", lambda *_: None)
    monkeypatch.setattr(crowded, "where_marbles_lie", lambda _, board, __: board)
    assert crowded._sure_one(None, boards, REAL_QUEEN) is boards[chosen], name
