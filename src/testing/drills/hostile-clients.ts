import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { registration } from '../http-client.ts';
import { counted, NotHere, percentile, runDrill } from './drill.ts';
import { placeFilm } from './film.ts';
import { anyAddress, sendDocument } from './student.ts';
import { openSurroundings } from './surroundings.ts';
import { openVisitor, textAt, wanted } from './visitor.ts';

/**
 * `npm run drill -- hostile-clients`: 5,000 idle connections, 300 that dribble their headers, 100 that dribble a body and
 * 50 that never read what they asked for, all at once. Then SIGTERM in the middle of an upload and a download.
 * Health must answer meanwhile, slow senders be cut off, and the server end in time.
 */

const counts = { idle: 5_000, headers: 300, bodies: 100, deaf: 50 };

await runDrill(6, async (drill) => {
  const surroundings = await openSurroundings(drill);
  const server = await surroundings.startServer();
  const port = Number(new URL(server.url).port);
  const filmLine = await placeFilm(server, 24);

  const quiet = await healthFor(server.url, 3_000);
  const lines: Line[] = [];
  drill.atEnd(() => {
    for (const { socket } of lines) socket.destroy();
  });
  const open = async (count: number, text: string, reads = true) => {
    const opened: Line[] = [];
    for (let done = 0; done < count; done += 250) {
      const some = Array.from({ length: Math.min(250, count - done) }, () => dial(port, text, reads));
      opened.push(...(await Promise.all(some)));
    }
    lines.push(...opened);
    return opened;
  };
  const started = performance.now();
  const idle = await open(counts.idle, '').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EMFILE') {
      throw new NotHere(`this shell may not open ${counts.idle} files: raise ulimit -n`);
    }
    throw error;
  });
  const headers = await open(counts.headers, 'GET / HTTP/1.1\r\nHost: localhost\r\n');
  const bodies = await open(
    counts.bodies,
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  // Many answers of a large file each, more than all buffers on the way hold.
  const page = await (await fetch(server.url)).text();
  const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '/';
  await open(counts.deaf, `GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20), false);
  const drip = setInterval(() => {
    for (const { socket } of headers) if (!socket.destroyed) socket.write('X-A: 1\r\n');
    for (const { socket } of bodies) if (!socket.destroyed) socket.write(' ');
  }, 1_000);
  drill.atEnd(() => clearInterval(drip));

  const busy = await healthFor(server.url, 10_000);
  const [usual, slowest] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
  // 250 ms, or what a machine that is busy with other things needs anyway.
  drill.expectAtMost('ms of /healthz, p99', slowest, Math.max(250, usual * 5));
  drill.expectAtMost('idle connections that were not taken', counts.idle - idle.filter(isOpen).length, 0);

  const isCut = (all: readonly Line[]) => all.every((line) => !isOpen(line));
  while (!(isCut(headers) && isCut(bodies)) && performance.now() - started < 70_000) await sleep(200);
  const cutAfter = (performance.now() - started) / 1000;
  clearInterval(drip);
  const answered = headers.map(({ heard }) => heard().slice(9, 12)).filter((status) => status !== '408');
  // On a busy machine the end of a connection may overtake what was said on it.
  drill.expectSame('slow headers that were let in', counted(answered.filter((status) => status !== '')), '');
  drill.expectAtMost('slow bodies that are still open', bodies.filter(isOpen).length, 0);

  // A person's upload and somebody's download are under way when the server is told to stop.
  const visitor = openVisitor(anyAddress());
  const body = registration();
  wanted(
    await visitor.call(server.url, { method: 'POST', path: '/api/register', body }),
    201,
    'registration',
  );
  await sendDocument(visitor, server.url);
  const bytes = Buffer.alloc(200_000, 1);
  const asked = await visitor.call(server.url, {
    method: 'POST',
    path: '/api/objects/upload',
    body: { contentType: 'image/jpeg', size: bytes.length },
  });
  const { pathname, search } = new URL(textAt(wanted(asked, 200, 'the upload address').body, 'uploadURL'));
  const { headers: asTold } = asked.body as { headers: Record<string, string> };
  const lineOf = Object.entries(asTold).map(([name, value]) => `${name}: ${value}\r\n`);
  const upload = await dial(
    port,
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n${lineOf.join('')}Content-Length: ${bytes.length}\r\n\r\n`,
  );
  lines.push(upload);
  upload.socket.write(bytes.subarray(0, 1_000));
  const film = await openFilm(filmLine);
  const abandoned = await openFilm(filmLine);
  abandoned.abandon();
  await sleep(500);
  const stopAt = performance.now();
  const ended = server.kill('SIGTERM');
  await sleep(1_000);
  upload.socket.write(bytes.subarray(1_000));
  await upload.closed;
  drill.expectSame('the upload under way', upload.heard().slice(0, 12), 'HTTP/1.1 200');
  film.hurry();
  drill.expectSame('the film that is being taken', await film.end, 'whole');
  const code = await ended;
  const stopped = (performance.now() - stopAt) / 1000;
  drill.expectAtMost('seconds to the end', stopped, 15);
  drill.expectSame('the exit code', code, 0);
  // Who does not read hears nothing either, until it reads on.
  abandoned.hurry();
  drill.expectSame('the film that nobody took any more', await abandoned.end, 'cut short');
  // A body that does not end in time is told as a call that took too long.
  const failures = server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line) && !/"code":"busy"|"not ready"/.test(line));
  drill.expectSame('error lines', failures.length, 0);
  for (const line of failures.slice(0, 2)) drill.say(line.slice(0, 600));

  return (
    `/healthz p99 ${usual.toFixed(0)} ms alone, ${slowest.toFixed(0)} ms with ${counts.idle} idle, ` +
    `${counts.headers} slow headers, ${counts.bodies} slow bodies, ${counts.deaf} that do not read; all slow ones cut ` +
    `off after ${cutAfter.toFixed(0)} s; SIGTERM with all that open: upload and download finished, ended with 0 after ` +
    `${stopped.toFixed(1)} s`
  );
});

/** Takes a film bit by bit, until it may hurry. `end` tells whether it arrived as long as was announced. */
async function openFilm({ address, cookie }: { address: string; cookie: string }) {
  const { promise: answered, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  http.get(address, { headers: { cookie }, agent: false }, resolve).on('error', reject);
  const answer = await answered;
  const announced = Number(answer.headers['content-length']);
  let taken = 0;
  let pace: 'slow' | 'quick' | 'none' = 'slow';
  answer.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (pace === 'quick') return;
    answer.pause();
    setTimeout(() => pace === 'slow' && answer.resume(), 20).unref();
  });
  const end = new Promise<string>((done) => {
    answer.on('error', () => undefined);
    answer.on('close', () => done(announced > 0 && taken === announced ? 'whole' : 'cut short'));
  });
  return {
    end,
    abandon() {
      pace = 'none';
    },
    hurry() {
      pace = 'quick';
      answer.resume();
    },
  };
}

type Line = { socket: net.Socket; heard: () => string; closed: Promise<unknown> };

async function dial(port: number, text: string, reads = true): Promise<Line> {
  const socket = net.connect(port, 'localhost');
  let heard = '';
  if (reads) socket.on('data', (chunk) => (heard += chunk));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  await once(socket, 'connect');
  // From here on a break is what the other end is expected to do.
  socket.on('error', () => undefined);
  if (text !== '') socket.write(text);
  return { socket, heard: () => heard, closed };
}

function isOpen({ socket }: Line): boolean {
  return !socket.destroyed;
}

/** @returns milliseconds of each call, one every 20 ms */
async function healthFor(address: string, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    const from = performance.now();
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`);
    await answer.arrayBuffer();
    times.push(performance.now() - from);
    await sleep(20);
  }
  return times;
}
