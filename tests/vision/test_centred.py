"""Where in its cell the hollow lies: the dent tells, however alike engraved lines are."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, bare, known, nodes_of, recorded

from vision.errors import BoardNotFoundError, NotFound
from vision.finding import find_board as finding
from vision.finding import sides, sure
from vision.finding.ends import Lines
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN


@pytest.fixture(autouse=True)
def made_up_boards_mirror_nothing(monkeypatch):
    """What a faked search offers is not to be looked for in the picture."""
    search, ask = finding.search, finding._not_the_mirrored

    def asked(scene, found, *others):
        return ask(scene, found, *others) if finding.search is search else found

    monkeypatch.setattr(finding, "_not_the_mirrored", asked)


def offered(offset, alike, outside, dent, clear=1.0, rim=0.2):
    view = known(PLAIN).projection.after(np.eye(2), np.array(offset, float))
    return Board(view, np.full(49, alike), outside, dent, rim, clear)


def offering(monkeypatch, boards):
    """The search offers these, each way of looking the same; what lies there is not asked."""
    monkeypatch.setattr(sure, "LOPSIDED", -1.0)
    monkeypatch.setattr(finding, "search", lambda *_: boards)
    monkeypatch.setattr(finding, "look_about", lambda scene, _, look: look(scene, False))


HOLLOWS = offered((0, 0), 0.73, 0.23, 0.66)
# As a dark picture of a board with engraved boxes offered them: of the better score.
LINES = offered((0.38, 0.1), 0.88, 0.09, 0.43, rim=0.34)
FAINTER = offered((0.38, 0.1), 0.8, 0.09, 0.43, rim=0.34)
BESIDE = offered((4, 0), 0.9, 0.5, 0.7)
FAINT = offered((0.2, 0.2), 0.3, 0.15, 0.9)
# As a board of pale wood with engraved diagonals offered them: half a row is off the lines.
CROSSED = offered((0, 0), 0.65, 0.32, 0.343, 0.0524)
BETWEEN = offered((0.49, -0.2), 0.42, 0.24, 0.352, 0.0547)


@pytest.mark.parametrize(
    ("boards", "right"),
    [
        pytest.param([LINES, HOLLOWS], HOLLOWS, id="lines and hollows"),
        pytest.param([HOLLOWS, FAINTER], HOLLOWS, id="hollows and fainter lines"),
        pytest.param([HOLLOWS, BESIDE], HOLLOWS, id="something beside, more like dents"),
        pytest.param([HOLLOWS, FAINT], HOLLOWS, id="nothing much, most like dents"),
        pytest.param([CROSSED, BETWEEN], CROSSED, id="hollows and as good dents, cells less alike"),
        pytest.param([HOLLOWS], HOLLOWS, id="alone"),
    ],
)
def test_the_place_most_like_dents_of_the_best_lattice(monkeypatch, boards, right):
    assert boards == sorted(boards, key=lambda board: -board.score)
    offering(monkeypatch, boards)
    found = finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
    assert (found.dent, found.outside) == (right.dent, right.outside)


# As a board with rings painted about its hollows offered them, before it was found: both looked
# as good, and the better one was wrong.
AS_GOOD = offered((0.2, -0.08), 0.73, 0.23, 0.65)


# As deep hollows under painted lines, steeply seen, offered them, counted from another corner.
NEARLY_AS_GOOD = replace(
    offered((0.2, -0.08), 0.65, 0.23, 0.63),
    projection=known(PLAIN).projection.after(np.array([[0, 1], [1, 0]]), np.array([0.2, -0.08])),
)


@pytest.mark.parametrize(
    "boards",
    [[HOLLOWS, AS_GOOD], [AS_GOOD, HOLLOWS], [HOLLOWS, NEARLY_AS_GOOD]],
    ids=["right", "wrong", "nearly"],
)
def test_of_two_places_as_good_none_is_told(monkeypatch, boards):
    offering(monkeypatch, boards)
    with pytest.raises(BoardNotFoundError, match="where in their cells") as told:
        finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
    assert told.value.reason is NotFound.ASIDE


@pytest.mark.parametrize(
    "other", [offered((0.04, 0.02), 0.73, 0.23, 0.65), offered((0.2, -0.08), 0.6, 0.23, 0.5)]
)
def test_one_hardly_aside_or_much_less_like_hollows_is_no_rival(monkeypatch, other):
    offering(monkeypatch, [HOLLOWS, other])
    assert finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN).dent == HOLLOWS.dent


@pytest.mark.parametrize(("offset", "told"), [((0, 0), True), ((0.17, 0.17), False)])
def test_about_the_middle_of_hollows_what_is_seen_is_symmetrical(monkeypatch, offset, told):
    least = sure.LOPSIDED
    offering(monkeypatch, [replace(HOLLOWS, projection=offered(offset, 1, 0, 1).projection)])
    monkeypatch.setattr(sure, "LOPSIDED", least)
    if told:
        assert finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN).dent == HOLLOWS.dent
    else:
        with pytest.raises(BoardNotFoundError) as refused:
            finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
        assert refused.value.reason is NotFound.ASIDE


# As boards with boxes offered them: a row of hollows can't be seen, or most lie in a shadow.
HIDDEN_ROW = offered((-0.3, 0.7), 0.85, 0.85, 0.66)
IN_SHADOW = offered((0.2, 0.2), 0.55, 0.55, 0.6)
BESIDE_IT = offered((0.2, 1.2), 0.55, 0.55, 0.65)


@pytest.fixture
def looked_at(monkeypatch):
    """Find a board where the search offers these, each with its lines."""

    def find(*offers):
        lines = {id(board): Lines(*line) for board, line in offers}
        of_view = {id(board.projection): lines[id(board)] for board, _ in offers}
        offering(monkeypatch, [board for board, _ in offers])
        monkeypatch.setattr(sure, "lines_of", lambda _, view, *__: of_view[id(view)])
        return finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)

    return find


def test_crossings_of_lines_are_no_board_where_dents_are_elsewhere(looked_at):
    crossings = (LINES, (0.9, 0.0))
    looked_at(crossings)
    with pytest.raises(BoardNotFoundError) as refused:
        looked_at(crossings, (HIDDEN_ROW, (0.3, 0.0)))
    assert refused.value.reason is NotFound.ENDS


def test_the_dents_are_the_board_where_they_end_with_it(looked_at):
    """Though hollows in the shadow make the crossings more alike."""
    offers = [(LINES, (0.9, 0.0)), (BESIDE_IT, (0.1, 0.7)), (IN_SHADOW, (0.7, 0.0))]
    assert looked_at(*offers).dent == IN_SHADOW.dent


def test_a_border_of_faint_hollows_is_not_left_out_for_clearer_cells(looked_at):
    """As a board of laths offered them: a row aside the cells are more alike, but don't end."""
    aside = offered((0, 1), 0.5, 0.21, 0.308)
    hollows = offered((0, 0), 0.45, 0.325, 0.363)
    assert aside.score > sure.SURE > hollows.score
    assert looked_at((aside, (0.08, 0.25)), (hollows, (0.6, 0.02))).dent == hollows.dent
    for lines in ((0.3, 0.0), (0.6, 0.5)):  # a line that is none of the board's, or one beyond
        with pytest.raises(BoardNotFoundError):
            looked_at((aside, (0.08, 0.25)), (hollows, lines))


def test_a_somewhat_clearer_dent_elsewhere_is_not_enough(looked_at):
    """As a dark board with engraved lines in the dusk offered them."""
    hollows = offered((0, 0), 0.74, 0.43, 0.339, 0.1041)
    between = offered((-0.47, 0.21), 0.53, 0.36, 0.436, 0.0502)
    assert looked_at((hollows, (0.724, 0.03)), (between, (0.835, 0.165))).dent == hollows.dent


# As a pale board with engraved lines and diagonals offered them, in a picture by a path tracer:
# dark triangles between the lines look more like dents than its faint hollows do.
FAINT_HOLLOWS = offered((0, 0.08), 0.71, 0.264, 0.347, 0.08, rim=0.14), (0.707, 0.0)
TRIANGLES = offered((0.16, 0.45), 0.52, 0.364, 0.49, 0.04, rim=0.26), (0.412, 0.0)


def test_faint_hollows_in_rims_of_their_own_are_the_board_and_no_triangles_are(looked_at):
    assert looked_at(FAINT_HOLLOWS, TRIANGLES).dent == FAINT_HOLLOWS[0].dent


@pytest.mark.parametrize(
    ("rim", "dent"), [(0.34, 0.49), (0.14, 0.6)], ids=["no rim but lines", "far clearer dents"]
)
def test_crossings_of_lines_are_not(looked_at, rim, dent):
    crossings, lines = FAINT_HOLLOWS
    dents = replace(TRIANGLES[0], dent=dent, rim=0.2)
    offers = [(replace(crossings, rim=rim), lines), (dents, TRIANGLES[1])]
    assert looked_at(*offers).dent == dent


# As a green board with lines over its faint hollows offered them: parts of the cells between the
# lines, of which one looks as much like a hollow as the other, though not as much like a board.
BETWEEN_LINES = offered((-0.24, 0.24), 0.67, 0.18, 0.475, 0.028, rim=0.33)
ANOTHER = offered((0.26, -0.27), 0.61, 0.31, 0.503, 0.027, rim=0.34)
# As pale wood with boxes and wide mirroring hollows offered them, in a picture by a path tracer.
MIDDLE_OF_BOXES = offered((0, 0), 0.55, 0.177, 0.646, 0.02, rim=0.24)
CORNERS_OF_BOXES = offered((-0.24, -0.25), 0.93, 0.619, 0.428, 0.07, rim=0.31)
CELLS_ON = offered((1.26, -1.27), 0.61, 0.31, 0.503, 0.027, rim=0.34)


@pytest.mark.parametrize("another", [ANOTHER, CELLS_ON], ids=["beside", "cells on"])
@pytest.mark.parametrize("rim", [0.33, 0.09])
def test_of_parts_between_lines_none_is_told(looked_at, another, rim):
    best = replace(BETWEEN_LINES, rim=rim)
    with pytest.raises(BoardNotFoundError) as refused:
        looked_at((best, (0.51, 0.0)), (another, (0.22, 0.2)))
    assert refused.value.reason is NotFound.ASIDE


@pytest.mark.parametrize(
    ("best", "another"),
    [
        pytest.param(BETWEEN_LINES, replace(ANOTHER, dent=0.25), id="half as much like one"),
        pytest.param(BETWEEN_LINES, replace(ANOTHER, alike=np.full(49, 0.5)), id="less alike"),
        pytest.param(replace(BETWEEN_LINES, rim=0.2), ANOTHER, id="in a rim of its own"),
        pytest.param(MIDDLE_OF_BOXES, CORNERS_OF_BOXES, id="a plain dent"),
    ],
)
def test_what_stands_out_is(looked_at, best, another):
    assert looked_at((best, (0.51, 0.0)), (another, (0.22, 0.2))).dent == best.dent


@pytest.mark.parametrize("dent", [0.475, 0.2], ids=["another looks as much like one", "no dent"])
@pytest.mark.parametrize(
    ("rim", "share", "told"), [(0.25, 0.8, True), (0.25, 0.7, False), (0.09, 0.8, False)]
)
def test_what_is_the_same_all_the_way_round_is_a_hollow(
    looked_at, monkeypatch, dent, rim, share, told
):
    """As a white board whose hollows have a line round them, and deep pits on a chequered board."""
    monkeypatch.setattr(sure, "ringed", lambda *_: share)
    best = replace(BETWEEN_LINES, dent=dent, rim=rim)
    offers = (best, (0.51, 0.0)), (replace(ANOTHER, dent=dent), (0.22, 0.2))
    if told:
        assert looked_at(*offers).dent == dent
    else:
        with pytest.raises(BoardNotFoundError):
            looked_at(*offers)


@pytest.mark.parametrize(("share", "told"), [(0.95, True), (0.85, False)])
def test_what_has_a_line_all_the_way_round_is_a_hollow(looked_at, monkeypatch, share, told):
    """Though lines cross in it, so that little of it is the same all the way round."""
    monkeypatch.setattr(sure, "circled", lambda *_: share)
    offers = (BETWEEN_LINES, (0.51, 0.0)), (ANOTHER, (0.22, 0.2))
    if told:
        assert looked_at(*offers).dent == BETWEEN_LINES.dent
    else:
        with pytest.raises(BoardNotFoundError):
            looked_at(*offers)


# As wide hollows in a low sun offered them beside their shaded half.
IN_THE_SUN = offered((0, 0), 0.915, 0.29, 0.373, 0.311, rim=0.31)
SHADED_HALF = offered((0.1, 0.03), 0.965, 0.29, 0.37, 0.182, rim=0.23)


@pytest.mark.parametrize(
    ("whole", "half", "dent", "told"),
    [
        pytest.param(0.31, 0.23, 0.37, True, id="within"),
        pytest.param(0.31, 0.27, 0.37, False, id="reaching out of it"),
        pytest.param(0.26, 0.23, 0.37, False, id="hardly wider"),
        pytest.param(0.34, 0.23, 0.37, False, id="maybe between lines"),
        pytest.param(0.31, 0.23, 0.43, False, id="more of a dent"),
    ],
)
def test_a_part_of_the_hollow_itself_is_no_other_place(
    looked_at, monkeypatch, whole, half, dent, told
):
    monkeypatch.setattr(sides, "shown_round", lambda *_: 0.4)
    clear = SHADED_HALF.clear * (SHADED_HALF.dent / dent) ** 4  # as much like a hollow
    best = replace(IN_THE_SUN, rim=whole)
    other = replace(SHADED_HALF, rim=half, dent=dent, clear=clear)
    offers = (other, (0.94, 0.0)), (best, (0.94, 0.0))
    if told:
        assert looked_at(*offers).dent == best.dent
    else:
        with pytest.raises(BoardNotFoundError) as refused:
            looked_at(*offers)
        assert refused.value.reason is NotFound.ASIDE


@pytest.mark.parametrize(("shown", "told"), [(0.5, True), (0.3, False)])
def test_what_is_as_wide_as_any_is_no_circle_between_lines_if_it_shows_all_round(
    looked_at, monkeypatch, shown, told
):
    monkeypatch.setattr(sides, "shown_round", lambda *_: shown)
    offers = (SHADED_HALF, (0.94, 0.0)), (replace(IN_THE_SUN, rim=0.34), (0.94, 0.0))
    if told:
        assert looked_at(*offers).dent == IN_THE_SUN.dent
    else:
        with pytest.raises(BoardNotFoundError):
            looked_at(*offers)


# As wide glossy hollows on a chessboard offered a lamp's image and its shade beside them; and what
# looks like that in the next cell.
IMAGE = offered((0, 0), 0.75, 0.35, 0.66, 0.09, rim=0.23)
GLOSSY = offered((-0.12, 0.02), 0.74, 0.37, 0.31, 0.08, rim=0.34)
NEXT = offered((0.9, 0), 0.66, 0.66, 0.48, 0.05, rim=0.17)


@pytest.mark.parametrize(
    ("shown", "about", "found"),
    [
        pytest.param(0.7, 0.5, GLOSSY, id="a rim all round, and the middle of what is seen"),
        pytest.param(0.3, 0.5, IMAGE, id="no rim all round"),
        pytest.param(0.7, 0.1, IMAGE, id="not the middle"),
    ],
)
def test_what_a_whole_hollow_is_seen_about_is_a_part_of_it(
    looked_at, monkeypatch, shown, about, found
):
    class Seen:
        offset, beside = np.zeros(2), False

        def rules_out(self, _):
            return False

        def about(self, place):
            return about if np.hypot(*place) > 0.05 else 0.2

    monkeypatch.setattr(sides, "shown_round", lambda *_: shown)
    monkeypatch.setattr(sure, "symmetry_of", lambda *_: Seen())
    offers = (IMAGE, (0.4, 0.0)), (GLOSSY, (0.37, 0.0)), (NEXT, (0.1, 0.6))
    assert looked_at(*offers).dent == found.dent


# As black hollows in the dusk, half filled by mirrored windows, offered it beside their dark half.
WHOLE = offered((0, 0), 0.61, 0.26, 0.497, 0.043, rim=0.19)


@pytest.mark.parametrize(("nearer", "doubted"), [(1, True), (0.75, True), (0.5, False)])
def test_half_a_hollow_is_another_place_where_it_is_as_far_off_as_none_may_be(
    looked_at, nearer, doubted
):
    dark = offered((0.12 * nearer, -0.04 * nearer), 0.6, 0.26, 0.562, 0.035, rim=0.2)
    offers = (dark, (0.56, 0.0)), (WHOLE, (0.56, 0.0))
    if doubted:
        with pytest.raises(BoardNotFoundError) as refused:
            looked_at(*offers)
        assert refused.value.reason is NotFound.ASIDE
    else:
        assert looked_at(*offers).dent == dark.dent


@pytest.mark.parametrize("how", ["turning", "smooth"])
@pytest.mark.parametrize(
    ("rim", "dent", "doubted"),
    [(0.33, 0.475, True), (0.33, 0.65, False), (0.2, 0.475, False)],
    ids=["part of a cell", "plain dent", "rim of its own"],
)
def test_where_cells_may_differ_it_must_be_plain(monkeypatch, how, rim, dent, doubted):
    """As a board with diagonals at every second hollow offered it, and nothing else."""
    best, scene = replace(BETWEEN_LINES, rim=rim, dent=dent), Scene.of(bare(PLAIN).image_bgr)
    monkeypatch.setattr(sure, "lines_of", lambda *_: Lines(0.64, 0.0))
    monkeypatch.setattr(sure, "LOPSIDED", -1.0)
    assert sure.sure_one(scene, [best], REAL_QUEEN) is best
    changed = replace(scene, **{how: True})
    if doubted:
        with pytest.raises(BoardNotFoundError) as refused:
            sure.sure_one(changed, [best], REAL_QUEEN)
        assert refused.value.reason is NotFound.ASIDE
    else:
        assert sure.sure_one(changed, [best], REAL_QUEEN) is best


@pytest.mark.parametrize(
    ("dent", "corners"), [(0.59, 0.428), (0.646, 0.49)], ids=["less plain", "others as plain"]
)
def test_a_dent_less_plain_does_not(looked_at, dent, corners):
    best, another = (replace(MIDDLE_OF_BOXES, dent=dent), replace(CORNERS_OF_BOXES, dent=corners))
    with pytest.raises(BoardNotFoundError) as refused:
        looked_at((best, (0.71, 0.0)), (another, (0.757, 0.0)))
    assert refused.value.reason is NotFound.ASIDE


def refusing(reasons):
    """Looks that refuse one after the other, and what was asked."""
    asked = []

    def look(*of):
        asked.append(of)
        raise BoardNotFoundError("no", reasons[len(asked) - 1])

    return look, asked


def test_where_one_look_shows_two_places_no_other_is_believed(monkeypatch):
    look, asked = refusing([NotFound.ENDS, NotFound.ASIDE])
    with pytest.raises(BoardNotFoundError) as refused:
        finding.look_about(Scene.of(bare(PLAIN).image_bgr), REAL_QUEEN, look)
    assert refused.value.reason is NotFound.ASIDE
    for first in (NotFound.ENDS, NotFound.UNLIKE):
        look, asked = refusing([first, NotFound.ASIDE])
        monkeypatch.setattr(finding, "sure_one", look)
        with pytest.raises(BoardNotFoundError) as refused:
            finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
        assert refused.value.reason is NotFound.ASIDE
        assert len(asked) == 2


def test_stripes_are_no_board_however_alike_all_cells_are(looked_at, monkeypatch):
    looked_at((HOLLOWS, (0.9, 0.0)))
    image = bare(PLAIN).image_bgr
    pixels = np.indices(image.shape[:2])[::-1].reshape(2, -1).T.astype(float)
    across = HOLLOWS.projection.inverse(pixels).sum(axis=1).reshape(image.shape[:2])
    cloth = np.repeat((120 + 60 * np.sin(2 * np.pi * across))[..., None], 3, axis=2).astype(
        np.uint8
    )
    monkeypatch.setattr(sure, "check_sharp", lambda *_: None)
    with pytest.raises(BoardNotFoundError) as refused:
        finding.find_board(cloth, REAL_QUEEN)
    assert refused.value.reason is NotFound.UNLIKE


def test_a_bare_board_may_fill_the_picture():
    """Cut off just beyond its edge on all sides, as people crop photographs."""
    r = recorded("s004")
    image, pitch = r.images[0], np.linalg.norm(r.hollows_px[1] - r.hollows_px[0])
    low = (r.hollows_px.min(axis=0) - 0.8 * pitch).astype(int)
    high = (r.hollows_px.max(axis=0) + 0.8 * pitch).astype(int)
    cropped = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    found = finding.find_board(cropped, REAL_QUEEN)
    places = found.projection(nodes_of(REAL_QUEEN)) + low
    nearest = np.linalg.norm(places[:, None] - r.hollows_px[None], axis=2).min(axis=0)
    assert nearest.max() < 0.1 * pitch


def test_a_board_with_a_row_of_hollows_hidden_is_refused():
    """The whole way, on a recorded board: wood over the hollows of a row, its lines left."""
    r = recorded("s004")
    image, pitch = r.images[0].copy(), np.linalg.norm(r.hollows_px[1] - r.hollows_px[0])
    over = np.zeros(image.shape[:2], np.uint8)
    for centre in r.hollows_px[-7:].round().astype(int):
        cv2.circle(over, tuple(centre.tolist()), round(0.36 * pitch), 255, -1)
    image = cv2.inpaint(image, over, 3, cv2.INPAINT_TELEA).astype(np.uint8)
    try:
        found = finding.find_board(image, REAL_QUEEN)
    except BoardNotFoundError:
        return
    away = np.linalg.norm(found.projection(nodes_of(REAL_QUEEN)) - r.hollows_px, axis=1)
    assert away.max() < 0.1 * pitch


def test_where_nothing_is_like_a_board_at_all_it_is_said(monkeypatch):
    nothing = offered((0, 0), 0.1, 0.2, 0.05)
    assert nothing.score == 0
    offering(monkeypatch, [nothing])
    with pytest.raises(BoardNotFoundError):
        finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)


# As strong grain leaves a true board: hardly a cell is like the mean one.
GRAINY = offered((0, 0), 0.25, 0.2, 0.9)


def test_a_board_whose_cells_grain_upsets_is_known_by_its_lines(monkeypatch):
    assert GRAINY.score < sure.SURE
    offering(monkeypatch, [GRAINY])
    assert finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN).score == GRAINY.score


@pytest.mark.parametrize("offset", [(1, 0), (-1, 0), (0, 1), (0, -1), (0.5, 0.5)], ids=str)
def test_but_not_beside_them(monkeypatch, offset):
    offering(monkeypatch, [offered(offset, 0.25, 0.2, 0.9)])
    with pytest.raises(BoardNotFoundError):
        finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)


def test_nor_where_it_is_not_like_dents(monkeypatch):
    offering(monkeypatch, [offered((0, 0), 0.25, 0.2, 0.25)])
    with pytest.raises(BoardNotFoundError):
        finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
