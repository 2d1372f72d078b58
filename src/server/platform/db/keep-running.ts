import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

type Supervisor = {
  /** Stops watching; call it before the embedded Postgres is stopped. */
  stop(): Promise<void>;
};

export type KeepRunningOptions = {
  isRunning(): Promise<boolean>;
  start(): Promise<unknown>;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** The pause between two checks, and the maximum pause between two start attempts. */
  pausesMs?: { check: number; maxRestart: number };
};

/**
 * Restarts the embedded Postgres if it ended unexpectedly, for example because the disk is full or memory runs out.
 * Until it is back, requests that need the database get 503. An external Postgres is not watched.
 */
export function keepRunning({ isRunning, start, log, pausesMs }: KeepRunningOptions): Supervisor {
  const { check, maxRestart } = pausesMs ?? { check: 1_000, maxRestart: 30_000 };
  const stopping = new AbortController();

  async function pauseFor(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  }

  async function watch(): Promise<void> {
    let pause = check;
    for (;;) {
      await pauseFor(pause);
      if (stopping.signal.aborted) return;
      if (await isRunning()) {
        pause = check;
        continue;
      }
      log.error('the embedded Postgres exited unexpectedly and is being restarted');
      try {
        await start();
        log.warn('the embedded Postgres runs again');
        pause = check;
      } catch {
        // The error may quote Postgres's output, which can contain user data.
        log.error('the embedded Postgres does not start: see its log, postgres/server.log');
        pause = Math.min(pause * 2, maxRestart);
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
