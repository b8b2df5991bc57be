"""Recordings and cameras as streams of frames, and what is wrong with them in one line."""

import os
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import (
    FRAMES_HELD,
    CutShortError,
    Slides,
    demo_recording,
    open_source,
    read_picture,
    recordings,
)


def image(level, shape=(48, 64)):
    return np.full((*shape, 3), level, np.uint8)


@pytest.fixture
def slides(tmp_path):
    for name, level in (("002.png", 20), ("001.jpg", 10), ("010.bmp", 100)):
        cv2.imwrite(str(tmp_path / name), image(level))
    (tmp_path / "labels.jsonl").write_text("never read")
    (tmp_path / "moves.txt").write_text("never read")
    return tmp_path


@pytest.fixture
def video(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for level in range(10, 110, 10):
        writer.write(image(level))
    writer.release()
    return path


def test_a_folder_shows_each_picture_for_a_second(slides):
    with open_source(f"recording:{slides}", realtime=False) as source:
        frames = list(source)
    assert [frame.index for frame in frames] == [0] * FRAMES_HELD + [1] * FRAMES_HELD + [
        2
    ] * FRAMES_HELD
    levels = [round(float(frame.image_bgr.mean())) for frame in frames[::FRAMES_HELD]]
    assert levels == [10, 20, 100]
    times = [frame.time_s for frame in frames]
    assert times == sorted(times)
    assert [times[k] for k in (0, FRAMES_HELD, 2 * FRAMES_HELD)] == pytest.approx([0, 1, 2])
    assert times[FRAMES_HELD - 1] < 1


def test_pictures_in_a_folder_are_read_only(slides):
    frame = next(iter(open_source(str(slides), realtime=False)))
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0] = 0


def test_in_real_time_it_waits_a_second_a_picture(slides):
    waits = []
    list(Slides(slides, realtime=True, sleep=waits.append))
    assert sum(waits) == pytest.approx(3.0)


def test_not_in_real_time_it_does_not_wait(slides):
    waits = []
    list(Slides(slides, realtime=False, sleep=waits.append))
    assert waits == []


def test_a_folder_can_be_watched_twice(slides):
    source = open_source(str(slides), realtime=False)
    assert len(list(source)) == len(list(source)) == 3 * FRAMES_HELD


def test_a_video_keeps_its_own_pace(video):
    with open_source(f"recording:{video}", realtime=False) as source:
        frames = list(source)
        assert not source.live
    assert [frame.index for frame in frames] == list(range(10))
    assert [frame.time_s for frame in frames] == pytest.approx([k / 20 for k in range(10)])
    assert [float(frame.image_bgr.mean()) for frame in frames] == pytest.approx(
        range(10, 110, 10), abs=3
    )


@pytest.mark.parametrize("kind", ["slides", "video"])
def test_closing_early_ends_the_stream(kind, request):
    with open_source(str(request.getfixturevalue(kind)), realtime=False) as source:
        stream = iter(source)
        assert next(stream).index == 0
        source.close()
        source.close()
        assert list(stream) == []


def film(path, count):
    """A film of noise, so that damage is seen; each kind of file as OpenCV writes it."""
    kind = "MJPG" if path.suffix == ".avi" else "mp4v"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*kind), 20.0, (64, 48))
    noise = np.random.default_rng(1)
    for _ in range(count):
        writer.write(noise.integers(0, 255, (48, 64, 3)).astype(np.uint8))
    writer.release()
    return path


def blanked(path, share):
    """The same file with so much of its middle lost."""
    data = bytearray(path.read_bytes())
    begin, length = len(data) // 2, round(len(data) * share)
    data[begin : begin + length] = bytes(length)
    path.write_bytes(data)
    return path


def cut(path):
    """The same file with its second half lost."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def watched(path):
    """The frames of a recording, and what is said at its end."""
    frames = []
    try:
        with open_source(str(path), realtime=False) as source:
            frames.extend(source)
    except SourceError as error:
        return frames, str(error)
    return frames, ""


DAMAGE = {
    "cut": ("film.avi", cut),
    "cut, its length alone known": ("film.mkv", cut),
    "middle lost": ("film.avi", lambda path: blanked(path, 0.25)),
    "middle lost, reads fail": ("film.mp4", lambda path: blanked(path, 0.25)),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_video_is_shown_and_then_told(tmp_path, damage):
    name, done = DAMAGE[damage]
    frames, said = watched(done(film(tmp_path / name, 100)))
    assert 30 < len(frames) < 90
    assert said == f"only {len(frames)} of 100 pictures of {tmp_path / name} could be read"


@pytest.mark.parametrize("name", ["film.avi", "film.mp4", "film.mkv"])
def test_of_a_whole_video_nothing_is_told(tmp_path, name):
    frames, said = watched(film(tmp_path / name, 100))
    assert (len(frames), said) == (100, "")


def test_behind_a_damaged_picture_a_video_goes_on_in_time(tmp_path):
    frames, said = watched(blanked(film(tmp_path / "film.mp4", 100), 0.01))
    assert (frames[-1].index, said) == (99, "")
    assert 95 <= len(frames) < 100
    assert frames[-1].time_s == pytest.approx(99 / 20)


def test_pictures_lost_for_seconds_are_not_the_end(tmp_path):
    frames, said = watched(blanked(film(tmp_path / "film.mp4", 100), 0.25))
    assert frames[-1].index == 99
    assert "could be read" in said


@pytest.mark.parametrize(("said", "taken"), [(240, 240), (1000, 30)])
def test_a_pace_that_no_camera_has_is_not_believed(tmp_path, said, taken):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), said, (64, 48))
    for level in (10, 200):
        writer.write(image(level))
    writer.release()
    frames, _ = watched(path)
    assert frames[1].time_s == pytest.approx(1 / taken, rel=0.01)


def test_the_demo_is_there_and_named():
    with open_source("recording:demo", realtime=False) as source:
        frame = next(iter(source))
    assert frame.image_bgr.shape == (720, 1280, 3)
    assert str(demo_recording()) in source.name


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("recording:nowhere", "nowhere"),
        ("nowhere.mp4", r"nowhere\.mp4"),
        ("webcam:first", "webcam:0"),
        ("webcam:-1", "webcam"),
        ("webcam:77", "77"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(name, named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=named) as caught:
        open_source(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["._001.jpg", ".hidden.png"])
def test_hidden_files_are_no_pictures(slides, name):
    (slides / name).write_bytes(b"a Mac's notes about 001.jpg")
    assert [path.name for path in Slides(slides).pictures] == ["001.jpg", "002.png", "010.bmp"]


def test_a_folder_named_like_a_picture_is_none(slides):
    (slides / "000.jpg").mkdir()
    assert [path.name for path in Slides(slides).pictures] == ["001.jpg", "002.png", "010.bmp"]


def test_a_link_that_leads_nowhere_is_named(slides):
    (slides / "011.jpg").symlink_to(slides / "gone.jpg")
    with pytest.raises(SourceError, match=r"can't read .*011\.jpg: No such file"):
        open_source(str(slides))


def test_a_pipe_in_a_folder_is_no_picture(slides):
    os.mkfifo(slides / "011.jpg")
    with pytest.raises(SourceError, match=r"011\.jpg is not a picture"):
        open_source(str(slides))


@pytest.fixture
def anybody():
    """What the test does it does without root's rights, to which nothing is shut."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


@pytest.mark.parametrize("shut", ["film.avi", "001.jpg", "shots"])
def test_what_this_user_may_not_read_is_named(slides, video, shut, monkeypatch, request):
    slides.chmod(0o755)
    (slides / "shots").mkdir()
    (slides / shut).chmod(0)
    # From within, for nobody else may pass through the folders that tests are run in.
    monkeypatch.chdir(slides)
    request.getfixturevalue("anybody")
    with pytest.raises(SourceError, match=f"can't read {shut}"):
        open_source("." if shut == "001.jpg" else shut)
    inside = "shots/001.jpg" if shut == "shots" else shut
    with pytest.raises(SourceError, match=f"can't read {inside}"):
        read_picture(Path(inside))
    if shut == "shots":
        with pytest.raises(SourceError, match=f"can't read {inside}"):
            open_source(inside)


def test_a_name_beyond_all_length_is_said():
    with pytest.raises(SourceError, match="File name too long"):
        open_source("x" * 300)


def test_an_empty_folder_is_no_recording(tmp_path):
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "read"), [("001.jpg", 0), ("002.png", 1), ("010.bmp", 2)], ids=["first", "2nd", "3rd"]
)
def test_a_picture_that_can_t_be_read_is_named_when_its_turn_comes(slides, name, read):
    """Broken inside, or gone since the folder was looked over: all before it is shown."""
    shown = []
    with open_source(str(slides), realtime=False) as source:
        (slides / name).unlink()
        with pytest.raises(SourceError, match=name.replace(".", r"\.")) as caught:
            shown.extend(source)
    assert len(shown) == read * FRAMES_HELD
    cut = isinstance(caught.value, CutShortError)
    assert cut == (read > 0)
    assert not cut or (caught.value.read, caught.value.promised) == (read, 3)


def test_a_picture_broken_inside_is_named_too(slides):
    data = (slides / "002.png").read_bytes()
    at = data.index(b"IDAT") + 4
    (slides / "002.png").write_bytes(data[:at] + bytes(20) + data[at + 20 :])
    with (
        open_source(str(slides), realtime=False) as source,
        pytest.raises(CutShortError, match=r"only 1 of 3 .*002\.png"),
    ):
        list(source)


@pytest.mark.parametrize("content", [b"", b"not a film", b"RIFF\x00\x00\x00\x00AVI LIST"])
def test_a_file_that_is_no_video_is_named(tmp_path, content):
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with (
        pytest.raises(SourceError, match=r"film\.mp4"),
        open_source(str(path), realtime=False) as source,
    ):
        list(source)


class TestReadPicture:
    def test_a_picture_is_blue_green_red(self, tmp_path):
        red = image(0)
        red[..., 2] = 200
        cv2.imwrite(str(tmp_path / "red.png"), red)
        assert (read_picture(tmp_path / "red.png") == red).all()

    @pytest.mark.parametrize("depth", ["grey", "alpha", "16 bits"])
    def test_other_kinds_of_pictures_are_made_so(self, tmp_path, depth):
        shapes = {
            "grey": np.full((48, 64), 90, np.uint8),
            "alpha": np.full((48, 64, 4), 90, np.uint8),
            "16 bits": np.full((48, 64, 3), 90 * 257, np.uint16),
        }
        cv2.imwrite(str(tmp_path / "x.png"), shapes[depth])
        seen = read_picture(tmp_path / "x.png")
        assert seen.shape == (48, 64, 3)
        assert seen.dtype == np.uint8
        assert (seen == 90).all()

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\xd8\xff", b"hello", b"\x89PNG\r\n\x1a\n"], ids=repr
    )
    def test_what_is_no_picture_is_named(self, tmp_path, content):
        (tmp_path / "x.jpg").write_bytes(content)
        with pytest.raises(SourceError, match=r"x\.jpg is not a picture, or broken"):
            read_picture(tmp_path / "x.jpg")

    @pytest.mark.parametrize("turn", range(1, 9))
    def test_a_picture_is_upright_however_the_camera_was_held(self, tmp_path, turn):
        """As the orientation in its notes says (Exif 2.3, 4.6.4): mirrored ones, too."""
        upright = image(30)
        upright[:16, :20] = 220
        laid = {
            1: upright,
            2: upright[:, ::-1],
            3: upright[::-1, ::-1],
            4: upright[::-1],
            5: upright.transpose(1, 0, 2),
            6: np.rot90(upright),
            7: upright.transpose(1, 0, 2)[::-1, ::-1],
            8: np.rot90(upright, -1),
        }
        entry = struct.pack("<HHHIHH", 1, 0x112, 3, 1, turn, 0)
        notes = b"Exif\x00\x00II*\x00" + struct.pack("<I", 8) + entry + bytes(4)
        data = cv2.imencode(".jpg", laid[turn], [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
        head = b"\xff\xd8\xff\xe1" + struct.pack(">H", len(notes) + 2) + notes
        (tmp_path / "x.jpg").write_bytes(head + data[2:])
        seen = read_picture(tmp_path / "x.jpg").astype(int)
        assert seen.shape == upright.shape
        assert abs(seen - upright).max() < 12

    def test_a_missing_one_and_a_folder_are_named(self, tmp_path):
        for path in (tmp_path / "none.jpg", tmp_path):
            with pytest.raises(SourceError, match="can't read"):
                read_picture(path)

    @pytest.mark.parametrize("shape", [(1, 20_001), (20_001, 1)], ids=["wide", "high"])
    def test_a_picture_longer_than_can_be_looked_about_in_is_refused(self, tmp_path, shape):
        cv2.imwrite(str(tmp_path / "x.png"), np.zeros((*shape, 3), np.uint8))
        with pytest.raises(SourceError, match="20,000 pixels"):
            read_picture(tmp_path / "x.png")

    @pytest.mark.parametrize("name", ["pipe.jpg", "/dev/zero"])
    def test_what_never_ends_is_no_picture(self, tmp_path, name):
        os.mkfifo(tmp_path / "pipe.jpg")
        with pytest.raises(SourceError, match="is a pipe or a device"):
            read_picture(tmp_path / name)

    def test_a_film_taken_for_a_picture_is_not_read(self, tmp_path, monkeypatch):
        with (tmp_path / "film.jpg").open("wb") as file:
            file.truncate(recordings.MOST_BYTES + 1)  # of nothing, which takes no room on the disk
        monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("read"))
        with pytest.raises(SourceError, match=r"film\.jpg is not a picture"):
            read_picture(tmp_path / "film.jpg")

    def test_too_large_a_picture_is_refused(self, tmp_path, monkeypatch):
        monkeypatch.setattr(recordings, "MOST_PIXELS", 48 * 64 - 1)
        cv2.imwrite(str(tmp_path / "x.png"), image(5))
        with pytest.raises(SourceError, match="megapixels"):
            read_picture(tmp_path / "x.png")

    def test_a_truncated_jpeg_is_broken(self, tmp_path):
        noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8)
        _, packed = cv2.imencode(".jpg", noise)
        (tmp_path / "x.jpg").write_bytes(packed.tobytes()[: len(packed) // 2])
        with pytest.raises(SourceError, match=r"x\.jpg is not a picture, or broken"):
            read_picture(tmp_path / "x.jpg")
