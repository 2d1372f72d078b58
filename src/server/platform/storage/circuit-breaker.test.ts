import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hourMs } from '../../../shared/durations.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

class Outage extends Error {}
class Open extends Error {}

function breaker() {
  const clock = { now: 0 };
  const circuit = createCircuitBreaker({
    failures: 3,
    coolDownMs: 1_000,
    isFailure: (error) => error instanceof Outage,
    whenOpen: () => new Open(),
    now: () => clock.now,
  });
  const fail = () => circuit.run(() => Promise.reject(new Outage()));
  return { circuit, clock, fail };
}

test('the circuit opens after consecutive failures and lets one probe through after the cool-down', async () => {
  const { circuit, clock, fail } = breaker();
  for (let i = 0; i < 3; i += 1) await expect(fail()).rejects.toThrow(Outage);
  let tried = false;
  await expect(
    circuit.run(async () => {
      tried = true;
    }),
  ).rejects.toThrow(Open);
  expect(tried).toBe(false);

  clock.now = 1_000;
  const slow = Promise.withResolvers<string>();
  const probe = circuit.run(() => slow.promise);
  await expect(circuit.run(async () => 'second')).rejects.toThrow(Open);
  slow.resolve('recovered');
  expect(await probe).toBe('recovered');
  expect(await circuit.run(async () => 'third')).toBe('third');
});

test('a failed probe restarts the cool-down', async () => {
  const { clock, fail } = breaker();
  for (let i = 0; i < 3; i += 1) await expect(fail()).rejects.toThrow(Outage);
  clock.now = 1_000;
  await expect(fail()).rejects.toThrow(Outage);
  clock.now = 1_999;
  await expect(fail()).rejects.toThrow(Open);
  clock.now = 2_000;
  await expect(fail()).rejects.toThrow(Outage);
});

test('an error that is not an outage restarts the count of consecutive failures', async () => {
  const { circuit, fail } = breaker();
  await expect(fail()).rejects.toThrow(Outage);
  await expect(fail()).rejects.toThrow(Outage);
  await expect(circuit.run(() => Promise.reject(new TypeError()))).rejects.toThrow(TypeError);
  await expect(fail()).rejects.toThrow(Outage);
  expect(await circuit.run(async () => 'done')).toBe('done');
});

test('a clock that is set back does not keep the circuit open', async () => {
  const wallClock = vi.spyOn(Date, 'now');
  const circuit = createCircuitBreaker({
    failures: 1,
    coolDownMs: 20,
    isFailure: () => true,
    whenOpen: () => new Open(),
  });
  await expect(circuit.run(() => Promise.reject(new Outage()))).rejects.toThrow(Outage);
  wallClock.mockReturnValue(Date.now() - hourMs);
  await sleep(40);
  expect(await circuit.run(async () => 'recovered')).toBe('recovered');
});
