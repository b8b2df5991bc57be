"""Whether a calibration is of the board in a picture."""

from types import SimpleNamespace

import numpy as np
import pytest

from calibration.errors import CalibrationError
from companion import fitting
from companion.fitting import fits, load_for_game
from vision.types import BoardSpec


def board(seed, marbles=0):
    """A picture of 49 hollows on grained wood, some with marbles in them."""
    random = np.random.default_rng(seed)
    picture = random.normal(150, 3, (400, 400, 3))
    places = [(60.0 + 46 * (i % 7), 340.0 - 46 * (i // 7)) for i in range(49)]
    places = [(x + 9 * (seed % 3), y - 7 * (seed % 4)) for x, y in places]
    rows, columns = np.mgrid[0:400, 0:400]
    for number, (x, y) in enumerate(places):
        distance = np.hypot(columns - x, rows - y)
        picture[distance < 11] -= 60
        if number < marbles:
            picture[distance < 16] = 40
    return np.clip(picture, 0, 255).astype(np.uint8), np.array(places)


def calibration(seed):
    picture, places = board(seed)
    return SimpleNamespace(bare_bgr=picture, hollows_px=places, rim_px=np.full(49, 11.0))


@pytest.mark.parametrize("marbles", [0, 10, 30])
def test_it_fits_its_own_board_with_marbles_on_it(marbles):
    assert fits(calibration(1), board(1, marbles)[0])


@pytest.mark.parametrize("other", [2, 3, 6])
def test_it_fits_no_board_elsewhere(other):
    assert not fits(calibration(1), board(other)[0])


@pytest.mark.parametrize("shape", [(400, 401, 3), (200, 200, 3)])
def test_it_fits_no_picture_of_another_size(shape):
    assert not fits(calibration(1), np.zeros(shape, np.uint8))


def test_a_black_picture_does_not_fit():
    assert not fits(calibration(1), np.zeros((400, 400, 3), np.uint8))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (BoardSpec(columns=5, rows=6), "5 x 6 hollows"),
        (BoardSpec(kinds="rRgG"), "marbles called rRgG, but Real Queen's are wWbB"),
    ],
)
def test_another_games_board_is_not_for_this_game(monkeypatch, tmp_path, spec, said):
    monkeypatch.setattr(fitting, "load_calibration", lambda _: SimpleNamespace(spec=spec))
    with pytest.raises(CalibrationError, match=rf"club\.json is of .*{said}"):
        load_for_game(tmp_path / "club.json")
