import http from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../testing/free-port.ts';
import { endConnections } from './end-connections.ts';

const megabyte = 1024 * 1024;
const times = { idleMs: 1_500, allMs: 3_000 };
const piece = Buffer.alloc(64 * 1024, 1);
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

/** Starts a server that answers every request with a video of this size. */
async function openVideoServer(videoBytes: number) {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': videoBytes });
    Readable.from(
      (function* () {
        for (let sent = 0; sent < videoBytes; sent += piece.length) yield piece;
      })(),
    ).pipe(response);
  });
  const end = endConnections(server, times);
  const port = await listen(server);
  cleanups.push(() => server.closeAllConnections());
  return {
    port,
    /** Stops the server. @returns the milliseconds until the last connection was closed */
    async stop(): Promise<number> {
      const from = performance.now();
      end();
      await new Promise((resolve) => server.close(resolve));
      return performance.now() - from;
    },
  };
}

type Pace = 'quick' | 'slow' | 'stalled';

/** Downloads the video at this pace, and disconnects when the video is complete. */
async function openDownload(port: number, videoBytes: number, pace: Pace) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let taken = 0;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  if (pace === 'stalled') socket.pause();
  else {
    socket.on('data', (chunk) => {
      taken += chunk.length;
      if (taken >= videoBytes) socket.destroy();
      else if (pace === 'slow') {
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      }
    });
  }
  cleanups.push(() => socket.destroy());
  return { closed, taken: () => taken, isComplete: () => taken >= videoBytes };
}

describe('connections that are open when the server stops', () => {
  it('stay open until a download is complete', async () => {
    const video = 32 * megabyte;
    const server = await openVideoServer(video);
    const download = await openDownload(server.port, video, 'quick');
    while (download.taken() === 0) await sleep(5);
    await server.stop();
    await download.closed;
    expect(download.isComplete()).toBe(true);
  });

  it('are closed if a download stalls, and at the longer time limit if a download is slow', async () => {
    const video = 4_096 * megabyte;
    const server = await openVideoServer(video);
    const stalled = await openDownload(server.port, video, 'stalled');
    const slow = await openDownload(server.port, video, 'slow');
    while (slow.taken() === 0) await sleep(5);
    expect(await server.stop()).toBeGreaterThanOrEqual(times.allMs - 50);
    expect(stalled.isComplete() || slow.isComplete()).toBe(false);
  });

  it('are closed before the longer time limit if each connection is stalled, idle or sends single bytes', async () => {
    const server = await openVideoServer(4_096 * megabyte);
    await openDownload(server.port, megabyte, 'stalled');
    net.connect(server.port, '127.0.0.1').on('error', () => undefined);
    const sender = net.connect(server.port, '127.0.0.1').on('error', () => undefined);
    sender.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n');
    const timer = setInterval(() => sender.write('X'), 100);
    cleanups.push(() => {
      clearInterval(timer);
      sender.destroy();
    });
    await sleep(300);
    expect(await server.stop()).toBeLessThan(times.allMs);
  });
});
