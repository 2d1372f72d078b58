import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Who moved less since the stop is not on the way to an end. */
const leastBytes = 5_000;

/** When who does not move is cut off, and when all are. */
export type EndingTimes = { idleMs: number; lastMs: number };

/**
 * Closes connections that outlast the server's stop: transfers of files may continue for eight seconds, idle ones are
 * closed after five; the rest of the fifteen seconds is for the rest of the stop. A file that is cut off is shorter
 * than its announced length, so the client notices.
 * @returns a function to call when the server stops
 */
export function endConnections(
  server: Server,
  { idleMs, lastMs }: EndingTimes = { idleMs: 5_000, lastMs: 8_000 },
): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const movedBy = (socket: Socket) => socket.bytesRead + socket.bytesWritten;

  return () => {
    const before = new Map([...open].map((socket) => [socket, movedBy(socket)]));
    setTimeout(() => {
      for (const socket of open) {
        if (movedBy(socket) - (before.get(socket) ?? 0) < leastBytes) socket.destroy();
      }
    }, idleMs).unref();
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, lastMs).unref();
  };
}
