"""A picture laid upon another: what is exact, what is left out, and what can't be told."""

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, WIDE, as_labelled, bare, known, nodes_of, recorded

from vision.camera.geometry import pose_of
from vision.camera.projection import Projection, distort, undistort
from vision.errors import BoardNotFoundError
from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame
from vision.watching.registration import Flattening, Pair, redrawn
from vision.watching.relocate import relocate
from vision.watching.starts import BUMPED

NODES = nodes_of(REAL_QUEEN)
KNOCKS = {"right": (0.05, 0, 0), "up": (0, 0.04, 0), "twist": (0.01, 0.01, 0.1)}


def turned(pose, turn):
    """3 x 3, straight pixels before to those after the camera turned about its own middle."""
    matrix = pose.lens.matrix
    return matrix @ cv2.Rodrigues(np.array(turn, float))[0] @ np.linalg.inv(matrix)


def seen_after(view, change, before_px):
    flat = undistort(before_px, view.distortion, view.image_size)
    q = np.column_stack([flat, np.ones(len(flat))]) @ change.T
    return distort(q[:, :2] / q[:, 2:], view.distortion, view.image_size)


def knocked(view, change, image):
    """What the camera shows then: exact for all that there is, however high or far.

    To a thousandth of a pixel: worked out at every eighth and laid straight between those.
    """
    height, width = image.shape[:2]
    now = np.stack(np.meshgrid(np.arange(0, width + 8, 8), np.arange(0, height + 8, 8)), axis=2)
    some = seen_after(view, np.linalg.inv(change), now.reshape(-1, 2).astype(float))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / 8
    at = cv2.remap(some.reshape(now.shape).astype(np.float32), x, y, cv2.INTER_LINEAR)
    shown = cv2.remap(
        image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101
    )
    return shown.astype(np.uint8)


@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013", "s015"])
@pytest.mark.parametrize("index", [2, 4], ids=["marbles", "hand"])
@pytest.mark.parametrize("knock", KNOCKS)
def test_a_recorded_board_is_found_again_with_a_hand_over_it_too(name, index, knock):
    r = recorded(name)
    pose = as_labelled(r, r.images[0]).pose
    view, change = pose.projection, turned(pose, KNOCKS[knock])
    found = relocate(r.images[0], pose, knocked(view, change, r.images[index]), REAL_QUEEN)
    right = seen_after(view, change, view(NODES))
    pitch_px = np.linalg.norm(r.hollows_px[24] - r.hollows_px[25])
    assert found.moved
    assert np.linalg.norm(found.projection(NODES) - right, axis=1).max() < 0.05 * pitch_px


def flattening(setup, pitch_px=18.0):
    return Flattening.of(known(setup).pose, REAL_QUEEN, pitch_px, BUMPED.far)


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
@pytest.mark.parametrize("step", [(1, 0), (0, -1), (0.5, 0.5)], ids=str)
def test_a_board_a_step_farther_has_its_nodes_there(setup, step):
    flat = flattening(setup)
    there = flat.moved(flat.stepped(np.eye(3), np.array(step)))
    assert np.abs(there(NODES) - known(setup).projection(NODES + np.array(step))).max() < 1e-6
    assert flat.apart(np.eye(3), flat.stepped(np.eye(3), np.array(step))) == pytest.approx(
        np.hypot(*step), rel=0.4
    )


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
def test_a_motion_is_told_by_half_of_the_board_and_bends_nothing(setup):
    flat, pose = flattening(setup), known(setup).pose
    change = turned(pose, (0.02, -0.03, 0.06))
    truth = flat.to_flat @ change @ np.linalg.inv(flat.to_flat)
    rows, columns = flat.board
    half = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
    half[:, : half.shape[1] // 2] = True
    # Exact in one corner, and bent: a hundredth of a pitch in the seen half, much in the other.
    bent = truth @ (np.eye(3) + np.array([[0, 0, 0], [0, 0, 0], [2e-5, 0, 0]]))
    assert flat.apart(flat.rigid(bent / bent[2, 2], half), truth) < flat.apart(bent, truth)
    assert flat.apart(flat.rigid(truth / truth[2, 2], half), truth) < 1e-3


def test_too_little_in_common_moves_nothing():
    flat = flattening(PLAIN)
    rows, columns = flat.board
    nothing = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
    warp = np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1.0]])
    assert (flat.rigid(warp, nothing) == warp).all()
    blank = Pair.of(flat, bare(PLAIN).image_bgr, np.zeros_like(bare(PLAIN).image_bgr))
    assert (blank.exact(warp) == warp).all()
    assert blank.likeness(warp) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
def test_the_picture_of_the_board_as_it_would_look(setup):
    image, view = bare(setup).image_bgr, known(setup).projection
    same = redrawn(image, view, view)
    assert np.abs(same.astype(int) - image).mean() < 1
    change = turned(known(setup).pose, (0.01, 0.02, 0.03))
    now = Projection(change @ view.homography, view.distortion, view.image_size)
    inside = np.s_[100:-100, 100:-100]
    there, expected = redrawn(image, view, now), knocked(view, change, image)
    assert np.abs(there.astype(int) - expected)[inside].mean() < 1


def test_a_board_bumped_to_and_fro_is_as_sharp_as_it_was():
    """Drawn anew from what was drawn before it would be blurred more every time."""
    pose, image = known(PLAIN).pose, bare(PLAIN).image_bgr
    reader = Reader(known(PLAIN))
    rng, time_s = np.random.default_rng(1), 0.0
    for k in range(9):
        change = turned(pose, (0.03 * (k % 2), -0.02 * (k % 2), 0.04 * (k % 2)))
        seen = knocked(pose.projection, change, image)
        for _ in range(5):
            time_s += 0.3
            noisy = np.clip(seen + rng.normal(0, 1, seen.shape), 0, 255).astype(np.uint8)
            reading = reader.read(Frame(noisy, round(10 * time_s), time_s))
        right = seen_after(pose.projection, change, pose.projection(NODES))
        away = np.linalg.norm(reader.pose.projection(NODES) - right, axis=1).max()
        assert away < 0.03 * PLAIN.camera.pitch_px, k
        assert reading.labels() == "." * 49
        assert reading.p[:, 0].min() > 0.9
    drawn = cv2.Laplacian(reader._bare_bgr, cv2.CV_32F)[100:-100, 100:-100]
    once = redrawn(image, pose.projection, reader.pose.projection)
    assert (
        np.abs(drawn).mean()
        > 0.9 * np.abs(cv2.Laplacian(once, cv2.CV_32F))[100:-100, 100:-100].mean()
    )


def test_a_lattice_without_an_end_is_nowhere_for_sure():
    """A cloth of dots is like itself a step aside: that is not guessed."""
    y, x = np.mgrid[0:720, 0:960]
    dots = 60 * (np.cos(2 * np.pi * x / 60) + np.cos(2 * np.pi * y / 60)) ** 2 / 4
    cloth = np.repeat((100 + dots)[..., None], 3, axis=2).astype(np.uint8)
    over = np.array([[60, 0, 300], [0, -60, 540], [0, 0, 1.0]])
    pose = pose_of(Projection(over, 0.0, (960, 720)))
    with pytest.raises(BoardNotFoundError):
        relocate(cloth, pose, np.roll(cloth, 25, axis=1), REAL_QUEEN)
