import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors.ts';
import { createHashLanes, type HashLanes } from './hash-lanes.ts';

/** Hashes that end when the test says so, on a clock of its own. */
function openLanes() {
  let clock = 0;
  const lanes = createHashLanes(400, () => clock);
  const open: (() => void)[] = [];
  const hash = () => new Promise<void>((resolve) => open.push(resolve));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    lanes,
    hash,
    open,
    settle,
    /** Ends as many of those under way, each after so long. */
    async finish(count: number, milliseconds: number) {
      for (let done = 0; done < count; done += 1) {
        clock += milliseconds;
        open.shift()?.();
        await settle();
      }
    },
  };
}

function refusalsOf(outcomes: readonly PromiseSettledResult<unknown>[]): DomainError[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof DomainError ? [outcome.reason] : [],
  );
}

async function refusedNow(lanes: HashLanes, hash: () => Promise<void>): Promise<boolean> {
  const outcome = await Promise.race([
    lanes.run(hash).then(
      () => 'done',
      () => 'refused',
    ),
    new Promise((resolve) => setImmediate(() => resolve('taken'))),
  ]);
  return outcome === 'refused';
}

describe('the lanes of password hashes', () => {
  it('run two at a time, let 24 wait, and refuse the others at once with the time to wait', async () => {
    const { lanes, hash, open, finish } = openLanes();
    const all = Promise.allSettled(Array.from({ length: 200 }, () => lanes.run(hash)));
    expect(open).toHaveLength(2);
    expect(lanes.load()).toEqual({ running: 2, waiting: 24 });
    expect(lanes.isFull()).toBe(true);
    await finish(26, 25);
    const refusals = refusalsOf(await all);
    expect(refusals).toHaveLength(174);
    expect(refusals[0]).toMatchObject({ code: 'busy', retryAfterSeconds: 3 });
    expect(lanes.load()).toEqual({ running: 0, waiting: 0 });
    expect(lanes.isFull()).toBe(false);
  });

  it('let fewer wait where a hash takes long, but always some', async () => {
    const { lanes, hash, finish } = openLanes();
    for (let turn = 0; turn < 30; turn += 1) {
      void lanes.run(hash);
      await finish(1, 50);
    }
    for (let taken = 0; taken < 2 + 16; taken += 1) expect(await refusedNow(lanes, hash)).toBe(false);
    expect(await refusedNow(lanes, hash)).toBe(true);
    await finish(18, 10_000);
    for (let taken = 0; taken < 2 + 8; taken += 1) expect(await refusedNow(lanes, hash)).toBe(false);
    expect(await refusedNow(lanes, hash)).toBe(true);
    await finish(10, 1);
  });

  it('give places before any work, as many as will be served, and free them however it ended', async () => {
    const { lanes } = openLanes();
    const works: PromiseWithResolvers<void>[] = [];
    const begin = () =>
      lanes.inLine(() => {
        const work = Promise.withResolvers<void>();
        works.push(work);
        return work.promise;
      });
    const all = Promise.allSettled(Array.from({ length: 100 }, begin));
    expect(works).toHaveLength(26);
    for (const [index, { resolve, reject }] of works.entries()) {
      if (index % 2 === 0) resolve();
      else reject(new Error('a wrong password'));
    }
    expect(refusalsOf(await all)).toHaveLength(74);
    expect(lanes.isFull()).toBe(false);
    await expect(lanes.inLine(async () => 'in')).resolves.toBe('in');
  });

  it('go on after a hash that failed', async () => {
    const { lanes } = openLanes();
    await expect(lanes.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(lanes.run(async () => 'hashed')).resolves.toBe('hashed');
    expect(lanes.load()).toEqual({ running: 0, waiting: 0 });
  });
});
