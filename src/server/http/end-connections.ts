import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that transferred less since the stop counts as idle. */
const leastBytes = 5_000;

/** When idle connections are closed, and when all are. */
export type EndingTimes = { idleMs: number; lastMs: number };

/**
 * Closes connections that outlast the server's stop: transfers of files may continue for eight seconds, idle ones are
 * closed after five. The rest of the fifteen seconds is for the other shutdown steps. A file that is cut off is shorter
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
