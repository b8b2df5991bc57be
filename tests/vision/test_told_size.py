"""How large a picture says that it is, told from its first bytes, and acted on before the rest."""

import struct

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import PICTURES, read_picture
from vision.sources.told_size import told_size

NOISE = np.random.default_rng(3).integers(0, 255, (37, 211, 3), dtype=np.uint8)


def packed(ending, *options):
    return cv2.imencode(ending, NOISE, options)[1].tobytes()


KINDS = {
    "JPEG": packed(".jpg"),
    "progressive JPEG": packed(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "JPEG with restarts": packed(".jpg", cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
    "PNG": packed(".png"),
    "BMP": packed(".bmp"),
    "WebP": packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 80),
    "WebP without loss": packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
}


def placed(data, at, form, *values):
    """The same file with those numbers there."""
    return data[:at] + struct.pack(form, *values) + data[at + struct.calcsize(form) :]


def wide_webp(data, width, height):
    """With the extended head that notes and alpha need."""
    said = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    return data[:12] + b"VP8X" + struct.pack("<II", 10, 0) + said + data[12:]


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_file_says_is_what_is_in_it(kind):
    assert told_size(KINDS[kind]) == (211, 37)


def test_every_kind_of_picture_in_a_recording_is_known():
    assert all(told_size(packed(ending)) == (211, 37) for ending in PICTURES)


def test_rarer_heads_are_read_too():
    assert told_size(wide_webp(KINDS["WebP"], 5000, 300)) == (5000, 300)
    bmp = KINDS["BMP"]
    assert told_size(placed(bmp, 22, "<i", -37)) == (211, 37)
    assert told_size(placed(bmp, 14, "<IHH", 12, 300, 20)) == (300, 20)
    notes = b"\xff\xff\xe1\x00\x22" + KINDS["JPEG"][:32]
    assert told_size(b"\xff\xd8" + notes + KINDS["JPEG"][2:]) == (211, 37)


@pytest.mark.parametrize(
    "before", [b"\xff\xd0", b"\xff\x01", b"\xff\xff\xe1\x00\x02", b"\xff\xd7\0\0"]
)
def test_what_libjpeg_passes_over_hides_no_size(before):
    data = KINDS["JPEG"][:2] + before + KINDS["JPEG"][2:]
    assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).shape == NOISE.shape
    assert told_size(data) == (211, 37)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"RIFF", b"RIFF    WEBPwhat", b"II*\x00", b"BM" * 20]
)
def test_what_says_nothing_is_not_guessed_at(data):
    assert told_size(data) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_head_cut_anywhere_is_no_trouble(kind):
    for length in range(len(KINDS[kind]) if len(KINDS[kind]) < 4000 else 4000):
        told_size(KINDS[kind][:length])


def as_large(kind, width, height):
    data = KINDS[kind]
    if "JPEG" in kind:
        frame = data.index(b"\xff\xc2" if "progressive" in kind else b"\xff\xc0")
        return placed(data, frame + 5, ">HH", height, width)
    if kind == "PNG":
        return placed(data, 16, ">II", width, height)
    if kind == "BMP":
        return placed(data, 18, "<ii", width, height)
    if kind == "WebP":
        return wide_webp(data, width, height)
    return placed(data, 21, "<I", (width - 1) | (height - 1) << 14)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("size", "said"),
    [((16_000, 16_000), "50 megapixels"), ((7_143, 7_001), "50 megapixels")],
    ids=["huge", "a little too large"],
)
def test_no_room_is_made_for_what_is_too_large(tmp_path, monkeypatch, kind, size, said):
    (tmp_path / "x.jpg").write_bytes(as_large(kind, *size))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(SourceError, match=said):
        read_picture(tmp_path / "x.jpg")


@pytest.mark.parametrize("kind", ["JPEG", "progressive JPEG", "PNG", "BMP"])
@pytest.mark.parametrize("size", [(30_000, 10), (10, 30_000)], ids=["wide", "high"])
def test_no_room_is_made_for_what_is_too_long(tmp_path, monkeypatch, kind, size):
    (tmp_path / "x.jpg").write_bytes(as_large(kind, *size))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(SourceError, match="20,000 pixels"):
        read_picture(tmp_path / "x.jpg")
