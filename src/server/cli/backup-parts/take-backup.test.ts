import { promises as fs } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { takeBackup } from './take-backup.ts';

const test = setUpTestApp();

// /dev/full (Linux) fails every write with a real ENOSPC.
it.runIf(process.platform === 'linux')('a backup onto a full disk names the folder', async () => {
  const folder = path.join(test.deps.config.dataDir, 'backup');
  await fs.mkdir(folder);
  await fs.symlink('/dev/full', path.join(folder, 'users.copy.gz'));
  const { pool, storage, now } = test.deps;
  await expect(takeBackup({ pool, store: storage, now }, folder)).rejects.toThrow(
    `The disk of ${folder} is full. Free space and run the backup into this folder again, or delete it and name a folder on another disk.`,
  );
});
