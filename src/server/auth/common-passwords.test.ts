import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { isCommonPassword, readOnce } from './common-passwords.ts';

const test = setUpTestApp();

/** Passwords from breaches. Their length and characters alone do not show that they are common. */
const breached = [
  'minecraft',
  'Wolverine',
  '1qaz2wsx3edc',
  'manchester',
  'fktrcfylh',
  'letmein2',
  'gateway1',
];

describe('common passwords', () => {
  it('the list is read once; after a failure, the next call reads it again', async () => {
    const failure = new Error('EMFILE: too many open files');
    const read = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue('the list');
    const list = readOnce(read);
    await expect(list()).rejects.toBe(failure);
    expect(await Promise.all([list(), list()])).toEqual(['the list', 'the list']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([...breached, 'texasholdem', '121212', 'PASSWORD'])('recognizes %s as common', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse battery', 'kdpwrtmq8vzx', ''])(
    'does not recognize "%s" as common',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('a visitor who sends the first three digits of a hash gets the other digits of all common passwords’ hashes that begin with these three', async () => {
    const digest = (password: string) => createHash('sha256').update(password).digest('hex').slice(0, 12);
    const listHashes = (beginning: string) => test.caller(null).security.commonPasswords({ beginning });
    const hash = digest('minecraft');
    const found = await listHashes(hash.slice(0, 3));
    expect(found).toContain(hash.slice(3));
    expect(found.length).toBeLessThan(60);
    const unknown = digest('kdpwrtmq8vzx');
    expect(await listHashes(unknown.slice(0, 3))).not.toContain(unknown.slice(3));
    for (const wrong of ['', 'ab', 'abcd', 'xyz', 'ABC']) {
      await expect(listHashes(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});
