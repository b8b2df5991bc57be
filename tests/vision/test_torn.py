"""A look at a picture file's two ends: whole files pass, cut and foreign ones don't."""

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import PICTURES, Slides
from vision.sources.torn import torn

IMAGE = np.random.default_rng(1).integers(0, 255, (90, 120, 3), dtype=np.uint8)


def packed(ending):
    return cv2.imencode(ending, IMAGE)[1].tobytes()


@pytest.mark.parametrize("ending", sorted(PICTURES))
def test_whole_pictures_pass(tmp_path, ending):
    path = tmp_path / f"picture{ending}"
    path.write_bytes(packed(ending))
    assert not torn(path)


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.001, 0.3, 0.9, 0.999])
def test_cut_pictures_do_not(tmp_path, ending, share):
    path, data = tmp_path / f"picture{ending}", packed(ending)
    path.write_bytes(data[: int(len(data) * share)])
    assert torn(path)


@pytest.mark.parametrize("data", [b"", b"\xff\xd8", b"words, no picture", b"\x00" * 5000])
def test_what_is_no_picture_does_not(tmp_path, data):
    path = tmp_path / "picture.jpg"
    path.write_bytes(data)
    assert torn(path)


def test_notes_behind_the_end_are_allowed(tmp_path):
    path = tmp_path / "picture.jpg"
    path.write_bytes(packed(".jpg") + b"\x00" * 500)
    assert not torn(path)


def test_a_recording_with_a_cut_picture_is_refused_before_it_begins(tmp_path):
    for name in ("0.jpg", "1.jpg", "2.jpg"):
        (tmp_path / name).write_bytes(packed(".jpg"))
    (tmp_path / "2.jpg").write_bytes(packed(".jpg")[:-500])
    with pytest.raises(SourceError, match=r"2\.jpg is not a picture, or broken"):
        Slides(tmp_path)
