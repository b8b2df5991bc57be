"""A real server in this process, and its orderly end."""

import contextlib
import threading

from companion.web.server import listen, make_server


@contextlib.contextmanager
def serving(house, tables, port=0, ends=True):
    """The listener of a server of ``house``; at the end nothing of the server is left.

    ``tables``: their hubs are closed first, since each stream holds a thread; with
    ``ends`` false they stay open, to be served again.
    """
    listener = listen("127.0.0.1", port)
    server = make_server(house, listener)
    server.adj.asyncore_loop_timeout = 0.02  # how soon it notices that it was closed
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield listener
    finally:
        if ends:
            for table in tables:
                table.hub.close()
        server.task_dispatcher.shutdown()
        # No request is answered any more: none of these can take up another file.
        channels = list(server.active_channels.values())
        server.asyncore.close_all(map=server._map)
        thread.join(10)
        assert not thread.is_alive()
        # `close_all` closes the sockets only: a file that was still on its way to
        # a browser would stay open.
        for channel in channels:
            for buffer in channel.outbufs:
                buffer.close()
