import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'academy-assets-'));
  await writeFile(path.join(folder, 'page.js'), script);
  await writeFile(path.join(folder, 'small.css'), 'a{}');
  await writeFile(path.join(folder, 'font.woff2'), Buffer.alloc(2_000));
});
afterEach(() => rm(folder, { recursive: true }));

it('writes complete compressed copies of large text files, and no other files', async () => {
  await compressAssets(folder);

  expect((await readdir(folder)).sort()).toEqual([
    'font.woff2',
    'page.js',
    'page.js.br',
    'page.js.gz',
    'small.css',
  ]);
  const copy = (name: string) => readFile(path.join(folder, name));
  expect(brotliDecompressSync(await copy('page.js.br')).toString()).toBe(script);
  expect(gunzipSync(await copy('page.js.gz')).toString()).toBe(script);
});

it('adds the copies that an interrupted run did not write, and keeps the existing copies', async () => {
  await compressAssets(folder);
  const writtenAt = (await stat(path.join(folder, 'page.js.gz'))).mtimeMs;
  await writeFile(path.join(folder, 'other.js'), script);

  await compressAssets(folder);

  expect(await readdir(folder)).toContain('other.js.gz');
  expect((await stat(path.join(folder, 'page.js.gz'))).mtimeMs).toBe(writtenAt);
});
