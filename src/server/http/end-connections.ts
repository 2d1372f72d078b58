import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Who moved less since the stop is not on the way to an end. */
const leastBytes = 5_000;

/** When who does not move is cut off, and when all are. */
export type EndingTimes = { idleMs: number; lastMs: number };

/**
 * What becomes of connections that outlast the server's stop: who still takes or sends a file may go on for eight
 * seconds, who does not move is cut off after five; what is left of the fifteen is for the rest of the stop. A file that
 * is cut off falls short of its announced length, which tells the other end.
 * @returns to be called when the server stops
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
