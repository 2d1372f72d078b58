import { describe, expect, it } from 'vitest';
import { createInFlightLimiter } from './in-flight-limiter.ts';

/** A limiter whose clock and load the test sets. */
function openLimiter() {
  const server = { clock: 0, saturated: false };
  const limiter = createInFlightLimiter({
    min: 20,
    max: 150,
    timeoutMs: 500,
    isSaturated: () => server.saturated,
    now: () => server.clock,
  });
  const open: (() => void)[] = [];
  /** Tries to admit `wanted` requests, each with `calls` calls. @returns the number of admitted requests */
  const admit = (wanted: number, calls = 1) => {
    let count = 0;
    for (; count < wanted && !limiter.isFull(calls); count += 1) open.push(limiter.begin(calls));
    return count;
  };
  const finish = (count: number) => {
    for (const end of open.splice(0, count)) end();
  };
  /**
   * Lets `tenths` tenths of a second pass, and completes `doneInEach` requests in each of them, while many more arrive.
   */
  const work = (tenths: number, doneInEach: number) => {
    server.saturated = true;
    for (let tenth = 0; tenth < tenths; tenth += 1) {
      admit(1_000);
      finish(doneInEach);
      server.clock += 100;
    }
  };
  return { server, limiter, open, admit, finish, work };
}

describe('the in-flight limiter', () => {
  it('admits as many requests as complete within half a second, however many arrive', () => {
    const { limiter, work, admit, finish, open } = openLimiter();
    work(30, 12);
    expect(limiter.limit()).toBeGreaterThanOrEqual(57);
    expect(limiter.limit()).toBeLessThanOrEqual(63);
    finish(open.length);
    expect(admit(1_000)).toBe(limiter.limit());
  });

  it('drops to the minimum when nothing completes, and rises again with throughput', () => {
    const { limiter, work } = openLimiter();
    work(30, 0);
    expect(limiter.limit()).toBe(20);
    work(40, 25);
    expect(limiter.limit()).toBeGreaterThanOrEqual(120);
    work(40, 200);
    expect(limiter.limit()).toBe(150);
  });

  it('does not mistake low demand for slowness', () => {
    const { server, limiter, admit, finish } = openLimiter();
    for (let second = 0; second < 60; second += 1) {
      admit(1);
      finish(1);
      server.clock += 1_000;
    }
    expect(limiter.limit()).toBe(150);
    // Twice the limit is admitted, because the server is not saturated.
    expect(admit(1_000)).toBe(300);
  });

  it('while the server is not saturated, rejects no request until twice the maximum is in flight', () => {
    const { server, admit } = openLimiter();
    expect(admit(200)).toBe(200);
    server.saturated = true;
    expect(admit(1)).toBe(0);
    server.saturated = false;
    expect(admit(1_000)).toBe(100);
  });

  it('counts each call of a batch, and keeps places free for smaller requests while batches keep arriving', () => {
    const { server, admit, finish } = openLimiter();
    server.saturated = true;
    expect(admit(1_000, 10)).toBe(14);
    expect(admit(1_000, 3)).toBe(2);
    expect(admit(1_000)).toBe(4);
    finish(20);
    expect(admit(1_000)).toBe(150);
  });

  it('measures the throughput in calls, and counts each call of a batch', () => {
    const { server, limiter, admit, finish } = openLimiter();
    server.saturated = true;
    for (let tenth = 0; tenth < 30; tenth += 1) {
      admit(1_000, 10);
      finish(2);
      server.clock += 100;
    }
    // Two batches of ten calls in a tenth of a second are a hundred calls in half a second.
    expect(limiter.limit()).toBeGreaterThanOrEqual(95);
    expect(limiter.limit()).toBeLessThanOrEqual(105);
  });

  it('ignores long requests, which wait for other services, and counts the end of a request only once', () => {
    const { server, limiter, admit, open } = openLimiter();
    server.saturated = true;
    expect(admit(1_000)).toBe(150);
    server.clock += 1_000;
    expect(admit(1_000)).toBe(limiter.limit());
    const [first] = open.splice(-1);
    first?.();
    first?.();
    expect(admit(1_000)).toBe(1);
  });
});
