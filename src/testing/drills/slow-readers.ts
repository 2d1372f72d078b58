import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiskStorage } from '../../server/storage/disk-storage.ts';
import { admin, openAcademy } from '../e2e/academy.ts';

/**
 * `npm run drill -- slow-readers`: fifty readers take a film of 1 GB at 200 kB/s each, then leave in the middle
 * (KYC-16). Prints memory, open files and the median of another call before, during and after; exits with 1 when one of
 * them is not as it was. Linux only: it reads /proc.
 */
const mebibyte = 1024 * 1024;
const filmBytes = 1024 * mebibyte;
const readers = 50;
const bytesPerTick = 20_000;
const tickMs = 100;
const readingMs = 20_000;

const academy = await openAcademy();
let failed = false;
try {
  const cookie = await signIn();
  const sessionId = await createSession(cookie);
  await placeFilm(sessionId);
  const video = `${academy.url}/api/coaching/sessions/${sessionId}/video`;

  // The first calls open connections to the database that stay.
  await medianOfCalls(cookie);
  const before = { ...resources(), median: await medianOfCalls(cookie) };
  const open = await Promise.all(
    Array.from({ length: readers }, (_, index) => openReader(video, cookie, index)),
  );
  await sleep(readingMs / 2);
  const during = { ...resources(), median: await medianOfCalls(cookie) };
  await sleep(readingMs / 2);
  const atTheEnd = { ...resources(), median: await medianOfCalls(cookie) };
  const read = open.map((reader) => reader.leave());
  await sleep(3_000);
  const after = { ...resources(), median: await medianOfCalls(cookie) };

  for (const [when, values] of Object.entries({ before, during, atTheEnd, after })) {
    print(`${when}: ${JSON.stringify(values)}`);
  }
  const megabytes = read.reduce((sum, bytes) => sum + bytes, 0) / mebibyte;
  print(`${readers} readers took ${megabytes.toFixed(0)} MB in ${readingMs / 1000} s`);
  const growth = during.rssMegabytes - before.rssMegabytes;
  const ratio = during.median / before.median;
  print(`memory grew by ${growth} MB, the other call took ${ratio.toFixed(2)} times as long`);
  // Buffers of each reader, and not what it has read.
  expectAtMost('memory per reader in MB', growth / readers, 3);
  expectAtMost('growth while they read in MB', atTheEnd.rssMegabytes - during.rssMegabytes, 30);
  expectAtMost('films that nobody had open', readers - during.films, 0);
  expectAtMost('films that stay open', after.films, 0);
  expectAtMost('readers that got nothing', read.filter((bytes) => bytes === 0).length, 0);
} finally {
  await academy.remove();
}
process.exitCode = failed ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function expectAtMost(what: string, value: number, limit: number): void {
  if (value <= limit) return;
  failed = true;
  print(`${what}: ${value}, expected at most ${limit}`);
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${academy.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!answer.ok) throw new Error(`sign-in failed: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function call(method: string, path: string, cookie: string, body: unknown): Promise<unknown> {
  const answer = await fetch(academy.url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** A session whose film is a small file so far. */
async function createSession(cookie: string): Promise<number> {
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    Buffer.from('ftypisom'),
    Buffer.from([0, 0, 2, 0]),
  ]);
  const grant = await call('POST', '/api/objects/upload', cookie, {
    purpose: 'session_video',
    contentType: 'video/mp4',
    size: head.length,
    filename: 'drill.mp4',
  });
  const { uploadURL, headers } = grant as { uploadURL: string; headers: Record<string, string> };
  const sent = await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(head) });
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}`);
  const product = await call('POST', '/api/admin/products', cookie, {
    type: 'session',
    productNumber: 99,
    title: 'Drill',
    price: 1999,
    videoPath: uploadURL,
  });
  return (product as { id: number }).id;
}

/** Puts the large film in the place of the small one, in the store itself: sending it is another drill's matter. */
async function placeFilm(sessionId: number): Promise<void> {
  const store = createDiskStorage({
    root: `${academy.dataDir}/objects`,
    baseUrl: () => academy.url,
    secret: randomBytes(32),
  });
  const [film] = await Array.fromAsync(store.list('videos/'));
  if (!film) throw new Error(`session ${sessionId} has no film`);
  const chunk = randomBytes(mebibyte);
  function* chunks() {
    for (let written = 0; written < filmBytes; written += mebibyte) yield chunk;
  }
  await store.write(film.key, Readable.from(chunks()), { contentType: 'video/mp4' });
}

type Reader = { leave(): number };

async function openReader(address: string, cookie: string, index: number): Promise<Reader> {
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const start = Math.floor((filmBytes / readers) * index);
  const request = http
    .get(address, { headers: { cookie, range: `bytes=${start}-` }, agent: false }, resolve)
    .on('error', reject);
  const answer = await promise;
  if (answer.statusCode !== 206) throw new Error(`a reader was answered ${answer.statusCode}`);
  const timer = setInterval(() => {
    const chunk: unknown = answer.read(Math.min(bytesPerTick, Math.max(answer.readableLength, 1)));
    if (chunk instanceof Uint8Array) bytes += chunk.length;
  }, tickMs);
  return {
    leave() {
      clearInterval(timer);
      request.destroy();
      return bytes;
    },
  };
}

function resources(): { rssMegabytes: number; films: number; files: number } {
  const status = readFileSync(`/proc/${academy.pid()}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  const folder = `/proc/${academy.pid()}/fd`;
  const files = readdirSync(folder);
  const films = files.filter((name) => targetOf(`${folder}/${name}`).includes('/objects/videos/'));
  return { rssMegabytes: Math.round(kilobytes / 1024), films: films.length, files: files.length };
}

/** What an open file is; one that was closed in this moment is nothing. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** Milliseconds of the middle one of 200 calls that ask the database. */
async function medianOfCalls(cookie: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const start = performance.now();
    const answer = await fetch(`${academy.url}/api/user`, { headers: { cookie } });
    await answer.text();
    times.push(performance.now() - start);
  }
  return Math.round((times.sort((a, b) => a - b)[100] ?? 0) * 100) / 100;
}
