"""A look at how a picture file is built: whole files pass, cut and foreign ones don't."""

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import PICTURES, Slides, read_picture
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


FILM = b"\x00\x00\x00\x18ftypmp42" + np.random.default_rng(2).bytes(50_000).replace(b"\xff", b"")


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_film_behind_the_end_is_allowed(tmp_path, ending):
    """A telephone's motion photo: the whole picture, and behind it some seconds of film."""
    path = tmp_path / f"picture{ending}"
    path.write_bytes(packed(ending) + FILM)
    assert not torn(path)
    path.write_bytes(packed(ending)[:-500] + FILM)
    assert torn(path)


@pytest.mark.parametrize("behind", [0, 300])
def test_the_small_picture_in_a_cameras_notes_is_not_its_end(tmp_path, behind):
    small = cv2.imencode(".jpg", IMAGE[:30, :40])[1].tobytes()
    notes = b"\xff\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    data = b"\xff\xd8" + notes + packed(".jpg")[2:]
    path = tmp_path / "picture.jpg"
    path.write_bytes(data)
    assert not torn(path)
    assert read_picture(path).shape == IMAGE.shape
    path.write_bytes(data[: 2 + len(notes) + behind])
    assert torn(path)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 0.99])
def test_a_progressive_picture_is_whole_behind_its_last_scan(tmp_path, share):
    data = cv2.imencode(".jpg", IMAGE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    path = tmp_path / "picture.jpg"
    path.write_bytes(data + FILM)
    assert not torn(path)
    path.write_bytes(data[: int(len(data) * share)])
    assert torn(path)


def test_a_folder_with_motion_photos_is_shown(tmp_path):
    for name in ("0.jpg", "1.jpg"):
        (tmp_path / name).write_bytes(packed(".jpg") + FILM)
    assert {frame.image_bgr.shape for frame in Slides(tmp_path, realtime=False)} == {IMAGE.shape}


def test_a_recording_with_a_cut_picture_is_refused_before_it_begins(tmp_path):
    for name in ("0.jpg", "1.jpg", "2.jpg"):
        (tmp_path / name).write_bytes(packed(".jpg"))
    (tmp_path / "2.jpg").write_bytes(packed(".jpg")[:-500])
    with pytest.raises(SourceError, match=r"2\.jpg is not a picture, or broken"):
        Slides(tmp_path)
