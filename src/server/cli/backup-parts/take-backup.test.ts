import { promises as fs } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { takeBackup } from './take-backup.ts';

const test = setUpTestApp();

async function backUp(folder: string, more: Partial<Storage> = {}): Promise<unknown> {
  const { pool, storage, now } = test.deps;
  return takeBackup({ pool, store: { ...storage, ...more }, now }, folder);
}

// /dev/full (Linux) fails every write with a real ENOSPC.
it.runIf(process.platform === 'linux')(
  'a backup onto a full disk fails with an error that names the folder',
  async () => {
    const folder = path.join(test.deps.config.dataDir, 'full');
    const read = async () => {
      await fs.appendFile('/dev/full', 'a file of the store');
      return undefined;
    };
    await test.deps.storage.write('products/a', Buffer.from('a'), { contentType: 'application/pdf' });
    await expect(backUp(folder, { read })).rejects.toThrow(
      `The disk of ${folder} is full. Free some space and run the backup into this folder again, or delete the folder and name one on another disk.`,
    );
  },
);

describe('a backup does not follow a symbolic link that was planted in its folder', () => {
  it.each(['users.copy.gz', 'files', path.join('files', 'objects')])('%s', async (name) => {
    const outside = path.join(test.deps.config.dataDir, `outside-${path.basename(name)}`);
    const folder = path.join(test.deps.config.dataDir, `planted-${path.basename(name)}`);
    await fs.mkdir(outside);
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.symlink(outside, path.join(folder, name));
    await expect(backUp(folder)).rejects.toThrow(
      `${folder} contains other files (${name}). Name a new folder for the backup.`,
    );
    expect(await fs.readdir(outside)).toEqual([]);
  });
});
