import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { residentMegabytes } from '../resident-memory.ts';
import { measureAdminLists } from './admin-lists.ts';
import { type BenchAcademy, openBenchAcademy } from './bench-academy.ts';
import { measureExports } from './exports.ts';
import { measureReading } from './hand-reading.ts';
import { measureHotPaths } from './hot-paths.ts';
import { sendLoad } from './load.ts';
import { measurePoker } from './poker.ts';
import { measurePractice } from './practice.ts';
import type { ReferenceReady, ReferenceSetup } from './reference-server.ts';
import { type Row, replaceFigures, type Section, writeReport } from './report.ts';
import { measureWebhooks } from './webhooks.ts';

/**
 * `npm run bench [-- --quick --users 1000000 --part hot,admin --only 'tag|dashboard']`: compares the academy with
 * minimal programs or another library. Both are measured in turns on the same machine, so that their ratio depends
 * little on the machine. Where nothing is comparable, the academy is compared with a limit. Updates the figures in
 * docs/performance.md if all parts ran, without `--quick` and `--only`. `--only` is a regular expression for the names
 * of lists and pages of the admin area.
 */
const allParts = ['poker', 'hot', 'webhook', 'practice', 'export', 'admin'];
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    users: { type: 'string', default: '100000' },
    part: { type: 'string', default: allParts.join(',') },
    only: { type: 'string', default: '' },
  },
});
const largeUsers = Math.max(2_000, Number(values.users) || 0);
const smallUsers = 1_000;
const restMs = 10_000;
const parts = values.part.split(',');
const pace = values.quick ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 2 };

const closers: (() => Promise<unknown> | unknown)[] = [];
const printStep = (step: string) => console.warn(step);

async function openReference(bench: BenchAcademy): Promise<ReferenceReady> {
  const child = fork(fileURLToPath(new URL('./reference-server.ts', import.meta.url)));
  closers.push(() => child.disconnect());
  const { id: userId, sidHash, password, passwordHash } = bench.student;
  child.send({
    connection: bench.connection,
    userId,
    sidHash,
    password,
    passwordHash,
    filePath: bench.file.path,
  } satisfies ReferenceSetup);
  const [ready] = (await once(child, 'message')) as [ReferenceReady];
  return ready;
}

/** Measures how long other requests wait while sixteen connections send one login request after another. */
async function measureLoginStorm(bench: BenchAcademy): Promise<Row> {
  const { url } = bench.academy;
  const other = { url: `${url}/api/products`, connections: 4, rate: 100 };
  const body = JSON.stringify({ email: bench.student.email, password: bench.student.password });
  const headers = { 'content-type': 'application/json' };
  const seconds = pace.seconds * 2;
  const idle = await sendLoad(other, seconds);
  const [busy] = await Promise.all([
    sendLoad(other, seconds),
    sendLoad({ url: `${url}/api/login`, method: 'POST', headers, body, connections: 16 }, seconds),
  ]);
  return {
    path: 'Other requests while sixteen connections log in again and again, p99',
    reference: 'the same when idle',
    academy: `${busy.p99.toFixed(1)} ms`,
    bare: `${idle.p99.toFixed(1)} ms`,
    ratio: busy.p99 / idle.p99,
    target: { atMost: 5 },
  };
}

/** Start and memory of a process that only loads the libraries, with compiled code cached as for the server. */
async function measureLibraries(): Promise<{ startMs: number; restMegabytes: number | undefined }> {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url));
  const measureOnce = async () => {
    const startedAt = performance.now();
    const child = fork(fileURLToPath(new URL('./libraries-alone.ts', import.meta.url)), {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    await once(child, 'message');
    const startMs = performance.now() - startedAt;
    await sleep(1_000);
    const restMegabytes = residentMegabytes(child.pid ?? 0);
    child.disconnect();
    await once(child, 'exit');
    return { startMs, restMegabytes };
  };
  // The first process fills the cache.
  await measureOnce();
  return measureOnce();
}

async function measureProcess(bench: BenchAcademy, restMegabytes: number | undefined): Promise<Row[]> {
  const libraries = await measureLibraries();
  const reference = 'Node that only loads the same libraries';
  const rows: Row[] = [
    {
      path: 'Start of the server to its first response',
      reference,
      academy: `${Math.round(bench.startMs)} ms`,
      bare: `${Math.round(libraries.startMs)} ms`,
      ratio: bench.startMs / libraries.startMs,
      target: { atMost: 3.5 },
    },
  ];
  if (restMegabytes === undefined || libraries.restMegabytes === undefined) return rows;
  return [
    ...rows,
    {
      path: 'Memory of the server at rest',
      reference,
      academy: `${Math.round(restMegabytes)} MB`,
      bare: `${Math.round(libraries.restMegabytes)} MB`,
      ratio: restMegabytes / libraries.restMegabytes,
      target: { atMost: 1.75 },
    },
  ];
}

async function main(): Promise<void> {
  const sections: Section[] = [];
  if (parts.includes('poker')) {
    printStep('Poker');
    sections.push({ title: 'Poker', rows: [...measurePoker(pace), ...(await measureReading(pace))] });
  }
  if (parts.some((part) => part !== 'poker')) sections.push(...(await measureAcademies()));
  const report = writeReport(sections, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 1024 ** 3)} GB, Node ${process.versions.node.split('.')[0]}`,
    load: os.loadavg()[0] ?? 0,
  });
  console.warn(report);
  if (allParts.every((part) => parts.includes(part)) && !values.quick && values.only === '') {
    const page = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
    await writeFile(page, replaceFigures(await readFile(page, 'utf8'), report));
  }
}

/** The parts that need a running academy. */
async function measureAcademies(): Promise<Section[]> {
  const sections: Section[] = [];
  const adminData = parts.includes('admin');
  const practice = parts.includes('practice');
  printStep(`A small academy of ${smallUsers} users`);
  const small = await openBenchAcademy(smallUsers, printStep, { adminData, practice });
  closers.push(() => small.close());
  // Memory at rest is measured after the startup and the logins of the student and the admin have settled.
  await sleep(restMs);
  const rest = residentMegabytes(small.academy.pid());
  const bare = await openReference(small);
  if (parts.includes('hot')) {
    const rows = await measureHotPaths(small, bare, pace, printStep);
    printStep('Other requests during logins');
    rows.push(await measureLoginStorm(small), ...(await measureProcess(small, rest)));
    sections.push({ title: 'Hot paths', rows });
  }
  if (parts.includes('webhook')) {
    printStep('Webhook');
    const row = await measureWebhooks(small, bare.url, {
      rounds: pace.rounds,
      events: values.quick ? 300 : 1_000,
    });
    sections.push({ title: 'Webhook', rows: [row] });
  }
  if (practice) {
    printStep('Practice');
    sections.push({ title: 'Practice', rows: await measurePractice(small, bare.url, pace) });
  }
  if (parts.includes('export') || adminData) {
    printStep(`A large academy of ${largeUsers} users`);
    const large = await openBenchAcademy(largeUsers, printStep, { adminData });
    closers.push(() => large.close());
    const { academy, connection, adminCookie: cookie } = large;
    if (adminData) {
      printStep('Admin area');
      const rows = await measureAdminLists(
        { url: academy.url, cookie, users: largeUsers },
        { url: small.academy.url, cookie: small.adminCookie, users: smallUsers },
        { rounds: values.quick ? 10 : 40, only: new RegExp(values.only, 'i') },
        printStep,
      );
      sections.push({ title: `Admin area with ${largeUsers.toLocaleString('en')} users`, rows });
    }
    if (parts.includes('export')) {
      printStep('Export');
      const rows = await measureExports(
        { url: academy.url, pid: academy.pid(), cookie, connection },
        pace.rounds,
      );
      sections.push({ title: 'Export', rows });
    }
  }
  return sections;
}

try {
  await main();
} finally {
  for (const close of closers.reverse()) await close();
}
process.exit(process.exitCode ?? 0);
