"""JPEGs that were cut short and closed all the same are refused, and no whole picture is."""

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import demo_recording, read_picture
from vision.sources.cut_short import cut_short
from vision.sources.jpeg_marks import END, SCAN, marks

PHOTO = cv2.imread(str(sorted(demo_recording().glob("*.jpg"))[40]))[:408, :603]
CLOSED = b"\xff\xd9"
WAYS = {
    "as usual": [],
    "small": [cv2.IMWRITE_JPEG_QUALITY, 20],
    "large": [cv2.IMWRITE_JPEG_QUALITY, 100],
    "colours not halved": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111],
    "own tables": [cv2.IMWRITE_JPEG_OPTIMIZE, 1],
    "restarts": [cv2.IMWRITE_JPEG_RST_INTERVAL, 3],
    "progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
}


def packed(image, way="as usual"):
    return cv2.imencode(".jpg", image, WAYS[way])[1].tobytes()


def unpacked(data):
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def places(data):
    """Where the first scan begins, and the end mark."""
    (first, *_), (end,) = ([at for mark, at in marks(data) if mark == kind] for kind in (SCAN, END))
    return first, end - len(CLOSED)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98])
@pytest.mark.parametrize("way", [way for way in WAYS if way != "progressive"])
@pytest.mark.parametrize("channels", [1, 3], ids=["grey", "colours"])
def test_a_picture_cut_anywhere_is_told(way, share, channels):
    data = packed(PHOTO[..., :channels], way)
    first, end = places(data)
    cut = first + 10 + int((end - first) * share)
    for end in range(cut, cut + 8):
        short = data[:end] + CLOSED
        assert cut_short(short, unpacked(short)), end


@pytest.mark.parametrize("share", [0.05, 0.2, 0.4, 0.6])
def test_a_progressive_picture_lacks_its_last_scans(share):
    data = packed(PHOTO, "progressive")
    first, end = places(data)
    short = data[: first + int((end - first) * share)] + CLOSED
    assert cut_short(short, unpacked(short))


def test_a_cut_between_restarts_or_behind_half_a_byte_pair_is_told():
    data = packed(PHOTO, "restarts")
    first, end = places(data)
    pairs = [at for at in range(first + 20, end - 500) if data[at] == 0xFF]
    restarts = [at for at in pairs if 0xD0 <= data[at + 1] <= 0xD7]
    filled = [at for at in pairs if data[at + 1] == 0]
    assert restarts
    assert filled
    for at in (*restarts[::40], *filled[::10]):
        for short in (data[:at] + CLOSED, data[: at + 1] + CLOSED, data[: at + 2] + CLOSED):
            assert cut_short(short, unpacked(short)), at


def test_a_piece_lost_from_the_middle_is_told():
    data = packed(PHOTO)
    lacking = data[: len(data) // 3] + data[len(data) // 2 :]
    assert cut_short(lacking, unpacked(lacking))


def with_grey(region):
    image = PHOTO.copy()
    image[region] = 128
    return image


WHOLE = {
    "photo": PHOTO,
    "lower half grey": with_grey(np.s_[200:]),
    "right half grey": with_grey(np.s_[:, 300:]),
    "one grey pixel": with_grey(np.s_[-1, -1]),
    "all grey": with_grey(np.s_[:]),
    "one pixel": PHOTO[:1, :1],
    "one grey pixel alone": with_grey(np.s_[:])[:1, :1],
}


@pytest.mark.parametrize("behind", [b"", b"\x00" * 300 + b"\xff\xd9 film"], ids=["", "a film"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("which", WHOLE)
def test_no_whole_picture_is_refused_however_grey(which, way, behind):
    for channels in (1, 3):
        data = packed(WHOLE[which][..., :channels], way) + behind
        assert not cut_short(data, unpacked(data))


def test_a_picture_that_was_turned_is_told_too():
    data = packed(PHOTO)
    _, end = places(data)
    short = data[: end // 2] + CLOSED
    notes = (
        b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    )
    turned = short[:2] + notes + short[2:]
    assert unpacked(turned).shape == (603, 408, 3)
    assert cut_short(turned, unpacked(turned))


@pytest.mark.parametrize("ending", [".png", ".bmp", ".webp"])
def test_other_kinds_are_not_asked(ending):
    image = WHOLE["all grey"]
    assert not cut_short(cv2.imencode(ending, image)[1].tobytes(), image)


def test_whoever_reads_such_a_picture_is_told_what_to_mend(tmp_path):
    data = packed(PHOTO)
    (tmp_path / "half.jpg").write_bytes(data[: len(data) // 2] + CLOSED)
    with pytest.raises(SourceError, match=r"half\.jpg is not all of a picture.*copy it again"):
        read_picture(tmp_path / "half.jpg")
    (tmp_path / "half.jpg").write_bytes(data)
    assert read_picture(tmp_path / "half.jpg").shape == PHOTO.shape
