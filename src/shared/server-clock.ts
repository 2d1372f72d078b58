import { minuteMs } from './durations.ts';

/** A smaller difference between the clocks of the device and the server may be due to the time that a response took. */
const toleranceMs = minuteMs;

/** How far the clock of this device is behind the server's, in milliseconds. Always 0 on the server. */
let behindMs = 0;

/**
 * Measures how far this device's clock is behind. Ignores a response that took a minute or longer, for example because
 * the device slept.
 * @param time - the server's time in milliseconds, from the response that has just arrived; ignored if not a number
 * @param askedAt - when this device sent the request, by its own clock
 */
export function noteServerTime(time: number, askedAt: number): void {
  const now = Date.now();
  if (Number.isNaN(time) || Math.abs(now - askedAt) >= toleranceMs) return;
  const difference = time - now;
  behindMs = Math.abs(difference) < toleranceMs ? 0 : difference;
}

/** The server's time in milliseconds, also on a device whose clock is wrong. Use it for deadlines and today's date. */
export const serverNow = (): number => Date.now() + behindMs;

export const serverDate = (): Date => new Date(serverNow());
