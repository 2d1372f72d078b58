import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import argon2 from 'argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { createHashProcess } from './hash-process.ts';

const cost = { memoryCost: 1024, timeCost: 2 };
const { compute, pid } = createHashProcess();

function runningPid(): number {
  const id = pid();
  if (id === undefined) throw new Error('no process is running');
  return id;
}

afterAll(() => process.kill(runningPid(), 'SIGKILL'));

describe('the hash process', () => {
  it('hashes and verifies like argon2', async () => {
    const result = await compute({ kind: 'hash', password: 'a long password', ...cost });
    const hash = 'hash' in result ? result.hash : '';
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,(p=1,t=2|t=2,p=1)\$/);
    expect(await argon2.verify(hash, 'a long password')).toBe(true);
    expect(await compute({ kind: 'verify', hash, password: 'a long password' })).toMatchObject({
      matches: true,
    });
    expect(await compute({ kind: 'verify', hash, password: 'another' })).toMatchObject({ matches: false });
  });

  it('has a lower priority than the server', () => {
    expect(os.getPriority(runningPid())).toBe(Math.min(19, os.getPriority() + 10));
  });

  it("reports argon2's errors, and continues", async () => {
    await expect(compute({ kind: 'verify', hash: 'no hash', password: 'any' })).rejects.toThrow();
    await expect(compute({ kind: 'hash', password: 'x', ...cost })).resolves.toHaveProperty('hash');
  });

  it('restarts after it was killed, and repeats the hashes that were running', async () => {
    const first = runningPid();
    const slow = Array.from({ length: 4 }, () =>
      compute({ kind: 'hash', password: 'x', memoryCost: 65_536, timeCost: 10 }),
    );
    await sleep(20);
    process.kill(first, 'SIGKILL');
    for (const result of await Promise.all(slow)) expect(result).toHaveProperty('hash');
    expect(runningPid()).not.toBe(first);
  });

  it('restarts after it was killed while idle', async () => {
    const first = runningPid();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => pid()).toBeUndefined();
    await expect(compute({ kind: 'hash', password: 'x', ...cost })).resolves.toHaveProperty('hash');
    expect(runningPid()).not.toBe(first);
  });
});
