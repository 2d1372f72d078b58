import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { translated } from './file-errors.ts';

describe('file system errors', () => {
  // /dev/full (Linux) fails every write with a real ENOSPC.
  test.runIf(process.platform === 'linux')('a full disk has the code `full`', async () => {
    const handle = await open('/dev/full', 'w');
    await expect(translated(() => handle.write(Buffer.from('x')))).rejects.toMatchObject({ code: 'full' });
    await handle.close();
  });

  test('other errors remain unchanged', async () => {
    const own = new TypeError('not a file');
    await expect(translated(() => Promise.reject(own))).rejects.toBe(own);
  });
});
