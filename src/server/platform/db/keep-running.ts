import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export type RunningTask = {
  /** Stops watching; call it before the embedded Postgres is stopped. */
  stop(): Promise<void>;
};

export type KeepRunningOptions = {
  isRunning(): Promise<boolean>;
  start(): Promise<unknown>;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Between two checks, and the longest between two start attempts. */
  pausesMs?: { look: number; longest: number };
};

/**
 * Restarts the embedded Postgres if it ended unexpectedly, for example because of a full disk or lack of memory. A
 * Postgres that is a system service has an init system for that. Until it is back, every call returns 503.
 */
export function keepRunning({ isRunning, start, log, pausesMs }: KeepRunningOptions): RunningTask {
  const { look, longest } = pausesMs ?? { look: 1_000, longest: 30_000 };
  const stopping = new AbortController();

  async function pauseFor(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  }

  async function watch(): Promise<void> {
    let pause = look;
    for (;;) {
      await pauseFor(pause);
      if (stopping.signal.aborted) return;
      if (await isRunning()) {
        pause = look;
        continue;
      }
      log.error('the embedded Postgres exited unexpectedly and is being restarted');
      try {
        await start();
        log.warn('the embedded Postgres runs again');
        pause = look;
      } catch {
        // The error may quote Postgres's output, which can contain user data.
        log.error('the embedded Postgres does not start: see its log, postgres/server.log');
        pause = Math.min(pause * 2, longest);
      }
    }
  }

  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await watched;
    },
  };
}
