import { afterEach, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from './durations.ts';
import { noteServerTime, serverDate, serverNow } from './server-clock.ts';

const deviceTime = Date.parse('2026-11-30T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(Date.now(), Date.now());
});

it.each([
  ['10 minutes slow', 10 * minuteMs],
  ['a day fast', -dayMs],
  ['a year slow', 365 * dayMs],
])('a device whose clock is %s uses the time of the server', (_name, difference) => {
  vi.useFakeTimers({ now: deviceTime });
  noteServerTime(deviceTime + difference, deviceTime);
  expect(serverNow()).toBe(deviceTime + difference);
  vi.advanceTimersByTime(minuteMs);
  expect(serverDate()).toEqual(new Date(deviceTime + difference + minuteMs));
});

it('a missing server time is ignored, and a device whose clock is less than a minute off uses its own clock', () => {
  vi.useFakeTimers({ now: deviceTime });
  noteServerTime(deviceTime - dayMs, deviceTime);
  noteServerTime(Number.NaN, deviceTime);
  expect(serverNow()).toBe(deviceTime - dayMs);
  noteServerTime(deviceTime - 30_000, deviceTime);
  expect(serverNow()).toBe(deviceTime);
});

it('a response that arrives only after the device has slept does not change the time', () => {
  vi.useFakeTimers({ now: deviceTime });
  const sentByServer = deviceTime + 1_000;
  vi.setSystemTime(deviceTime + 2 * dayMs);
  noteServerTime(sentByServer, deviceTime);
  expect(serverNow()).toBe(deviceTime + 2 * dayMs);
});
