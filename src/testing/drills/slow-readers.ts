import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAcademy } from '../e2e/academy.ts';
import { placeFilm } from './film.ts';

/**
 * `npm run drill -- slow-readers`: fifty readers take a film of 1 GB at 200 kB/s each, then leave in the middle.
 * Prints memory, open files and the median of another call before, during and after; exits with 1 when one of
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
  const { address: video, cookie } = await placeFilm(academy, filmBytes / mebibyte);

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
