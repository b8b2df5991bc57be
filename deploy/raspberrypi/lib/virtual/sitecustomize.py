"""Lets the real picamera2 run on libcamera's virtual camera. Only for check.sh; never installed.

Python imports this by itself when its folder is on PYTHONPATH. What a machine without
a Raspberry Pi lacks is put in place, and nothing else: the companion calls plain
``Picamera2()``, and its frames come through picamera2's own event loop and requests.

1. ``pykms`` and ``pidng`` (preview windows, raw files) are empty modules.
2. Buffers are memory files instead of DMA heaps; NV12 gets the second plane that the
   virtual camera writes.
3. The virtual camera has no raw modes: its video format stands in for one.
4. It delivers as fast as it can: each frame is held back until it is due.
5. It says that its pictures are of limited range (16 to 235, Rec709) and writes them as
   JPEG has them, 0 to 255: they are made what it says, or all contrast would be stretched.

While the file that VIRTUAL_STALL names is there, frames are lost on their way to
picamera2, as when the ribbon cable comes off.
"""

import mmap
import os
import sys
import time
import types

FRAMES_A_SECOND = float(os.environ.get("VIRTUAL_RATE", "10"))
STALL = os.environ.get("VIRTUAL_STALL", "")
_LOST = []

# Of luma and of chroma, ITU-R BT.601, 2.5.
_LUMA = bytes(round(16 + 219 * v / 255) for v in range(256))
_CHROMA = bytes(round(128 + 224 * (v - 128) / 255) for v in range(256))


class _Anything(types.ModuleType):
    """A module that has every name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything(name)

    def __call__(self, *_args, **_kwargs):
        return self


for _name in ("pykms", "pidng", "pidng.camdefs", "pidng.core"):
    sys.modules[_name] = _Anything(_name)

import libcamera  # noqa: E402
import picamera2.picamera2  # noqa: E402
from picamera2.allocators import DmaAllocator  # noqa: E402


class _NoSync:
    """Memory files are in order at all times."""

    def __init__(self, allocator, buffer, write):  # noqa: ARG002  # as picamera2 calls it
        self._memory = allocator.mapped_buffers.get(buffer)

    def __enter__(self):
        return self._memory

    def __exit__(self, *_):
        pass


class MemoryAllocator(DmaAllocator):
    """Buffers in memory files."""

    def __init__(self):
        self.mapped_buffers, self.mapped_buffers_used = {}, {}
        self.frame_buffers, self.open_fds, self.libcamera_fds = {}, [], []
        self.dmaHeap = None  # the name that the base class closes
        self.sync = _NoSync
        self._due_s = 0.0

    def allocate(self, libcamera_config, _use_case):
        """Buffers for every stream, anew."""
        self.close()
        for stream_config in libcamera_config:
            buffers = [self._buffer(stream_config) for _ in range(stream_config.buffer_count)]
            self.frame_buffers[stream_config.stream] = buffers

    def acquire(self, buffers):
        """A frame is complete: wait until it is due."""
        super().acquire(buffers)
        for buffer in buffers.values():
            self._limit(buffer)
        now = time.monotonic()
        time.sleep(max(0.0, self._due_s - now))
        self._due_s = max(now, self._due_s) + 1 / FRAMES_A_SECOND

    def _limit(self, buffer):
        memory, luma = self.mapped_buffers[buffer], buffer.planes[0].length
        memory[:luma] = memory[:luma].translate(_LUMA)
        memory[luma:] = memory[luma:].translate(_CHROMA)

    def _buffer(self, stream_config):
        size = stream_config.frame_size
        file = os.memfd_create("frame")
        os.ftruncate(file, size)
        luma = stream_config.stride * stream_config.size.height
        parts = [(0, luma), (luma, size - luma)]
        planes = []
        for offset, length in parts:
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        for plane in buffer.planes:
            self.mapped_buffers_used[plane.fd] = False
        self.libcamera_fds.append(buffer.planes[0].fd)
        self.open_fds.append(file)
        self.mapped_buffers[buffer] = mmap.mmap(file, size)
        return buffer


def _raw_modes(self):
    config = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording]).at(0)
    size = (config.size.width, config.size.height)
    return [{"format": str(config.pixel_format), "size": size}]


def _handle_request(self, flushid=None, _whole=picamera2.picamera2.CameraManager.handle_request):
    if STALL and os.path.exists(STALL):
        # libcamera still knows them: they may be lost, but must not be freed.
        _LOST.extend(self.cms.get_ready_requests())
    else:
        _whole(self, flushid)


picamera2.picamera2.CameraManager.handle_request = _handle_request
picamera2.picamera2.DmaAllocator = MemoryAllocator
picamera2.picamera2.Picamera2._get_raw_modes = _raw_modes
