import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that has transferred fewer bytes than this since the server's stop counts as idle. */
const minBytes = 5_000;

/** Milliseconds from the server's stop until idle connections are closed, and until all others are. */
export type EndingTimes = { idleMs: number; allMs: number };

/**
 * Closes connections that outlast the server's stop: by default, idle connections after five seconds, and all others
 * after eight, because the rest of the shutdown takes time too, and the process exits after fifteen at the latest. A file
 * that is cut off is shorter than its announced length, so the client notices.
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
