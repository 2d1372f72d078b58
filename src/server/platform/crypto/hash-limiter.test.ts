import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors.ts';
import { createHashLimiter, type HashLimiter } from './hash-limiter.ts';

/** The longest time that a hash should wait for its turn. */
const timeoutMs = 400;

/** A limiter with a fake clock, whose hashes end when the test says so. */
function openLimiter() {
  let clock = 0;
  const limiter = createHashLimiter(timeoutMs, () => clock);
  const running: (() => void)[] = [];
  const hash = () => new Promise<void>((resolve) => running.push(resolve));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    limiter,
    hash,
    running,
    settle,
    /** Ends `count` running hashes one after another. The clock advances by `milliseconds` before each end. */
    async finish(count: number, milliseconds: number) {
      for (let done = 0; done < count; done += 1) {
        clock += milliseconds;
        running.shift()?.();
        await settle();
      }
    },
  };
}

function rejectionsOf(outcomes: readonly PromiseSettledResult<unknown>[]): DomainError[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof DomainError ? [outcome.reason] : [],
  );
}

async function rejectedNow(limiter: HashLimiter, hash: () => Promise<void>): Promise<boolean> {
  const outcome = await Promise.race([
    limiter.run(hash).then(
      () => 'done',
      () => 'rejected',
    ),
    new Promise((resolve) => setImmediate(() => resolve('taken'))),
  ]);
  return outcome === 'rejected';
}

describe('the limiter of password hashes', () => {
  it('runs two hashes at a time, queues 24, and rejects all others immediately with a retry time', async () => {
    const { limiter, hash, running, finish } = openLimiter();
    const all = Promise.allSettled(Array.from({ length: 200 }, () => limiter.run(hash)));
    expect(running).toHaveLength(2);
    expect(limiter.load()).toEqual({ running: 2, waiting: 24 });
    expect(limiter.isFull()).toBe(true);
    await finish(26, 25);
    const rejections = rejectionsOf(await all);
    expect(rejections).toHaveLength(174);
    expect(rejections[0]).toMatchObject({ code: 'busy', retryAfterSeconds: 3 });
    expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
    expect(limiter.isFull()).toBe(false);
  });

  it('shortens the queue when hashes take long, but never below eight', async () => {
    const { limiter, hash, finish } = openLimiter();
    for (let turn = 0; turn < 30; turn += 1) {
      void limiter.run(hash);
      await finish(1, 50);
    }
    // At 50 ms each and two at a time, 16 hashes start within 400 ms.
    for (let taken = 0; taken < 2 + 16; taken += 1) expect(await rejectedNow(limiter, hash)).toBe(false);
    expect(await rejectedNow(limiter, hash)).toBe(true);
    await finish(18, 10_000);
    for (let taken = 0; taken < 2 + 8; taken += 1) expect(await rejectedNow(limiter, hash)).toBe(false);
    expect(await rejectedNow(limiter, hash)).toBe(true);
    await finish(10, 1);
  });

  it('reserves places for two running and 24 waiting hashes, and frees each place after success or failure', async () => {
    const { limiter } = openLimiter();
    const tasks: PromiseWithResolvers<void>[] = [];
    const begin = () =>
      limiter.reserve(() => {
        const task = Promise.withResolvers<void>();
        tasks.push(task);
        return task.promise;
      });
    const all = Promise.allSettled(Array.from({ length: 100 }, begin));
    expect(tasks).toHaveLength(26);
    for (const [index, { resolve, reject }] of tasks.entries()) {
      if (index % 2 === 0) resolve();
      else reject(new Error('a wrong password'));
    }
    expect(rejectionsOf(await all)).toHaveLength(74);
    expect(limiter.isFull()).toBe(false);
    await expect(limiter.reserve(async () => 'in')).resolves.toBe('in');
  });

  it('continues after a failed hash', async () => {
    const { limiter } = openLimiter();
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(async () => 'hashed')).resolves.toBe('hashed');
    expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
  });
});
