import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { admin } from '../e2e/academy.ts';
import { type Drill, NotHere, runDrill } from './drill.ts';
import { anyAddress, join, secure, sendDocument, signIn } from './student.ts';
import { openSurroundings } from './surroundings.ts';
import { openVisitor, textAt, type Visitor, valueAt, wanted } from './visitor.ts';

/**
 * `npm run drill -- disk-full`: files on a disk of 20 MB, filled up by uploads. Needs Linux and the right to
 * mount; `src/server/http/disk-faults.test.ts` does the same with errors that are put in. A full disk is 507, keeps
 * nothing half-written, harms nothing that was there, and is over as soon as there is room.
 */

const run = promisify(execFile);
const megabyte = 1024 * 1024;

await runDrill(5, async (drill) => {
  const surroundings = await openSurroundings(drill);
  const server = await surroundings.startServer();
  const objects = path.join(server.dataDir, 'objects');
  await mountSmallDisk(drill, objects);

  const owner = openVisitor(anyAddress());
  wanted(await signIn(owner, server.url, admin.email, admin.password), 200, 'the admin');
  const student = await join(server.url);
  const kept: { url: string; hash: string }[] = [];
  const statuses: number[] = [];
  while (statuses.length < 30 && !statuses.includes(507)) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4 * megabyte)]);
    const { status, url } = await sendFile(owner, server.url, bytes);
    statuses.push(status);
    if (status === 200) kept.push({ url, hash: createHash('sha256').update(bytes).digest('hex') });
  }
  drill.expectSame('the upload that found no room', statuses.at(-1), 507);
  drill.expectAtLeast('uploads before', kept.length, 3);

  // Down to the last block, so that small files find no room either.
  const filler = path.join(objects, 'filler');
  await fillUp(filler);
  const document = await sendDocument(student, server.url).catch((error: unknown) => String(error));
  drill.expectSame('a small upload', /answered 507/.test(document), true);
  const ready = await openVisitor().call(server.url, { method: 'GET', path: '/readyz' });
  drill.expectSame('/readyz', [ready.status, textAt(ready.body, 'checks', 'storage')], [503, 'failing']);
  const answers: number[] = [];
  for (const path of [
    '/healthz',
    '/api/products',
    '/',
    '/api/user',
    '/api/goals?from=2026-01-01&to=2026-01-31',
  ]) {
    answers.push((await student.call(server.url, { method: 'GET', path })).status);
  }
  drill.expectSame(
    'what needs no files',
    answers,
    answers.map(() => 200),
  );
  await join(server.url);
  drill.expectSame('files that are left', await contents(objects), kept.map(({ hash }) => hash).toSorted());

  await fs.rm(filler);
  const again = await openVisitor().call(server.url, { method: 'GET', path: '/readyz' });
  drill.expectSame('/readyz when there is room', again.status, 200);
  const sent = await sendDocument(student, server.url);
  drill.expectSame(
    'the same upload when there is room',
    (await secure(student, server.url, sent)).status,
    200,
  );
  drill.expectSame('500s', server.output().match(/procedure failed/g)?.length ?? 0, 0);

  return `${kept.length} files of 4 MB kept whole, then 507 and nothing half-written; the rest of the academy answered; room again: works at once`;
});

/** Puts a disk of its own in the place of a folder. */
async function mountSmallDisk(drill: Drill, folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=0700', 'tmpfs', folder]);
  } catch {
    throw new NotHere('this account may not mount a small disk');
  }
  // The server that is removed afterwards may hold a file open for a moment yet.
  drill.atEnd(() => run('umount', ['--lazy', folder]));
}

async function sendFile(
  owner: Visitor,
  address: string,
  bytes: Buffer,
): Promise<{ status: number; url: string }> {
  const asked = await owner.call(address, {
    method: 'POST',
    path: '/api/objects/upload',
    body: { purpose: 'product', contentType: 'application/pdf', size: bytes.length, filename: 'drill.pdf' },
  });
  // Without room the academy may refuse before a byte is sent.
  if (asked.status === 507) return { status: 507, url: '' };
  const url = textAt(wanted(asked, 200, 'the upload address').body, 'uploadURL');
  const headers = valueAt(asked.body, 'headers') as Record<string, string>;
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  await answer.arrayBuffer();
  return { status: answer.status, url };
}

async function fillUp(file: string): Promise<void> {
  const handle = await fs.open(file, 'w');
  try {
    for (let size = megabyte; size >= 512; ) {
      try {
        await handle.appendFile(Buffer.alloc(size, 1));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await handle.close();
  }
}

/** Hashes of the files as they were sent: what is stored begins with a head of the store's own. */
async function contents(folder: string): Promise<string[]> {
  const hashes: string[] = [];
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'filler') continue;
    const bytes = await fs.readFile(path.join(entry.parentPath, entry.name));
    const from = bytes.indexOf('%PDF-1.7');
    hashes.push(
      createHash('sha256')
        .update(bytes.subarray(Math.max(0, from)))
        .digest('hex'),
    );
  }
  return hashes.toSorted();
}
