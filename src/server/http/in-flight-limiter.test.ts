import { describe, expect, it } from 'vitest';
import { type Client, createInFlightLimiter } from './in-flight-limiter.ts';

const greedy = { id: 'greedy', isShared: false };
const other = { id: 'other', isShared: false };

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
  let clients = 0;
  /** Admits up to `wanted` requests of one call, each of another client by default. @returns how many were admitted */
  const admit = (wanted: number, only?: Client) => {
    for (let count = 0; count < wanted; count += 1) {
      clients += 1;
      const client = only ?? { id: `client ${clients}`, isShared: false };
      if (limiter.rejection(client) !== undefined) return count;
      open.push(limiter.begin(client, 1));
    }
    return wanted;
  };
  const finish = (count: number) => {
    for (const end of open.splice(0, count)) end();
  };
  /** Completes `doneInEach` requests in each of `tenths` tenths of a second, while many more arrive. */
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
    // Twice the limit, because the server is not saturated.
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

  it('admits from one client only its share of the limit, and the rest from others', () => {
    const { server, limiter, admit } = openLimiter();
    server.saturated = true;
    expect(admit(1_000, greedy)).toBe(50);
    expect(limiter.rejection(greedy)).toBe('client');
    expect(limiter.rejection(other)).toBeUndefined();
    expect(admit(1_000)).toBe(100);
    expect(limiter.rejection(other)).toBe('server');
  });

  it('admits two thirds of the limit from an address, and does not count its long requests', () => {
    const { server, limiter, admit } = openLimiter();
    const address = { id: '203.0.113.7', isShared: true };
    server.saturated = true;
    expect(admit(1_000, address)).toBe(100);
    expect(limiter.rejection(other)).toBeUndefined();
    server.clock += 1_000;
    expect(admit(1_000, address)).toBe(100);
  });

  it('counts each call of a batch for the client, and the batch as one request for the server', () => {
    const { server, limiter, admit } = openLimiter();
    server.saturated = true;
    const ends = Array.from({ length: 5 }, () => {
      expect(limiter.rejection(greedy)).toBeUndefined();
      return limiter.begin(greedy, 10);
    });
    expect(limiter.rejection(greedy)).toBe('client');
    expect(admit(1_000)).toBe(145);
    ends[0]?.();
    expect(limiter.rejection(greedy)).toBeUndefined();
  });

  it('does not count against others what a client sent before the limit fell', () => {
    const { server, limiter, admit, work } = openLimiter();
    work(30, 0);
    server.saturated = false;
    server.clock += 1_000;
    expect(admit(90, greedy)).toBe(90);
    server.saturated = true;
    expect(limiter.limit()).toBe(20);
    expect(limiter.rejection(greedy)).toBe('client');
    expect(admit(1_000)).toBe(14);
  });

  it('counts the long requests of a session for that session only', () => {
    const { server, limiter, admit, finish } = openLimiter();
    server.saturated = true;
    expect(admit(1_000, greedy)).toBe(50);
    server.clock += 1_000;
    expect(limiter.rejection(greedy)).toBe('client');
    expect(admit(150)).toBe(150);
    finish(1);
    expect(admit(1_000, greedy)).toBe(0);
    finish(200);
    expect(admit(1_000, greedy)).toBe(limiter.limit() / 3);
  });

  it('ignores long requests, which wait for other services, and counts no request twice', () => {
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
