import { describe, expect, it } from 'vitest';
import { createInFlightLimiter } from './in-flight-limiter.ts';

/** A server whose clock and load the test sets. */
function openLimiter() {
  const server = { clock: 0, saturated: false };
  const limiter = createInFlightLimiter({
    least: 20,
    most: 150,
    timeoutMs: 500,
    isSaturated: () => server.saturated,
    now: () => server.clock,
  });
  const open: (() => void)[] = [];
  /** Lets in as many as come, up to `asked`. @returns how many that were */
  const letIn = (asked: number) => {
    let count = 0;
    for (; count < asked && !limiter.isFull(); count += 1) open.push(limiter.begin());
    return count;
  };
  const finish = (count: number) => {
    for (const end of open.splice(0, count)) end();
  };
  /** So many get done in each of so many tenths of a second, while many more are asked for. */
  const work = (tenths: number, doneInEach: number) => {
    server.saturated = true;
    for (let tenth = 0; tenth < tenths; tenth += 1) {
      letIn(1_000);
      finish(doneInEach);
      server.clock += 100;
    }
  };
  return { server, limiter, open, letIn, finish, work };
}

describe('the in-flight limiter', () => {
  it('takes on what gets done in half a second, however many ask', () => {
    const { limiter, work, letIn, finish, open } = openLimiter();
    work(30, 12);
    expect(limiter.limit()).toBeGreaterThanOrEqual(57);
    expect(limiter.limit()).toBeLessThanOrEqual(63);
    finish(open.length);
    expect(letIn(1_000)).toBe(limiter.limit());
  });

  it('goes down to the fewest when nothing gets done, and up again with the pace', () => {
    const { limiter, work } = openLimiter();
    work(30, 0);
    expect(limiter.limit()).toBe(20);
    work(40, 25);
    expect(limiter.limit()).toBeGreaterThanOrEqual(120);
    work(40, 200);
    expect(limiter.limit()).toBe(150);
  });

  it('takes little demand for no sign of slowness', () => {
    const { server, limiter, letIn, finish } = openLimiter();
    for (let second = 0; second < 60; second += 1) {
      letIn(1);
      finish(1);
      server.clock += 1_000;
    }
    expect(limiter.limit()).toBe(150);
    expect(letIn(1_000)).toBe(300);
  });

  it('rejects no call while there is capacity, up to twice the maximum at once', () => {
    const { server, letIn } = openLimiter();
    expect(letIn(200)).toBe(200);
    server.saturated = true;
    expect(letIn(1)).toBe(0);
    server.saturated = false;
    expect(letIn(1_000)).toBe(100);
  });

  it('forgets calls that wait for something else, and counts none twice', () => {
    const { server, limiter, letIn, open } = openLimiter();
    server.saturated = true;
    expect(letIn(1_000)).toBe(150);
    server.clock += 1_000;
    expect(letIn(1_000)).toBe(limiter.limit());
    const [first] = open.splice(-1);
    first?.();
    first?.();
    expect(letIn(1_000)).toBe(1);
  });
});
