import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { translated } from './file-errors.ts';

describe('errors of the file system', () => {
  // /dev/full (Linux) gives a true ENOSPC to every write.
  test.runIf(process.platform === 'linux')('a full disk is `full`', async () => {
    const handle = await open('/dev/full', 'w');
    await expect(translated(() => handle.write(Buffer.from('x')))).rejects.toMatchObject({ code: 'full' });
    await handle.close();
  });

  test('what is not of the file system stays what it is', async () => {
    const own = new TypeError('not a file');
    await expect(translated(() => Promise.reject(own))).rejects.toBe(own);
  });
});
