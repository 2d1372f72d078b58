import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeOldEntries } from './cached-folder.ts';

it('removeOldEntries removes all but the most recently used entries', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-cache-'));
  for (const [day, name] of ['old', 'newer', 'older', 'new'].entries()) {
    const used = new Date(2026, 0, name === 'older' ? 1 : 10 + day);
    await fs.mkdir(path.join(folder, name));
    await fs.utimes(path.join(folder, name), used, used);
  }
  await removeOldEntries(folder, 2);
  expect((await fs.readdir(folder)).toSorted()).toEqual(['new', 'newer']);
  await fs.rm(folder, { recursive: true });
});
