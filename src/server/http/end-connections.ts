import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection counts as idle if it has transferred fewer bytes than this since the server was stopped. */
const minBytes = 5_000;

/**
 * Milliseconds from the stop of the server until idle connections are closed (`idleMs`), and until all other
 * connections are closed (`allMs`).
 */
export type EndingTimes = { idleMs: number; allMs: number };

/**
 * Closes connections that outlast the server's stop: by default, idle connections after five seconds, and all others
 * after eight. The rest of the shutdown needs time, too, and the process exits after fifteen seconds at the latest. A
 * client notices that a file was cut off, because the file is shorter than its `Content-Length`.
 * @returns a function to call when the server stops
 */
export function endConnections(
  server: Server,
  { idleMs, allMs }: EndingTimes = { idleMs: 5_000, allMs: 8_000 },
): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const bytesTransferred = (socket: Socket) => socket.bytesRead + socket.bytesWritten;

  return () => {
    const before = new Map([...open].map((socket) => [socket, bytesTransferred(socket)]));
    setTimeout(() => {
      for (const socket of open) {
        if (bytesTransferred(socket) - (before.get(socket) ?? 0) < minBytes) socket.destroy();
      }
    }, idleMs).unref();
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, allMs).unref();
  };
}
