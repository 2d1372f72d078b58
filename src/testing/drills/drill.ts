import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The functions that a drill uses. A failed expectation is printed. The drill continues, but ends as failed. */
export type Drill = {
  /** A temporary folder for this drill, removed at its end. */
  folder: string;
  /** Registers a cleanup function. All of them run at the end in reverse order, regardless of the result. */
  atEnd(cleanUp: () => unknown): void;
  say(line: string): void;
  expectAtMost(what: string, value: number, limit: number): void;
  expectAtLeast(what: string, value: number, limit: number): void;
  expectSame(what: string, value: unknown, expected: unknown): void;
};

/**
 * Runs a drill and exits the process, with code 0 if all expectations were met and the cleanup succeeded, otherwise
 * with 1.
 * @param minutes - time limit, after which the drill fails
 * @param body - resolves with the result as one line
 */
export async function runDrill(minutes: number, body: (drill: Drill) => Promise<string>): Promise<never> {
  const name = path.basename(process.argv[1] ?? 'drill', '.ts');
  const folder = await mkdtemp(path.join(os.tmpdir(), `academy-${name}-`));
  // The account that runs the embedded Postgres needs access to the subfolders.
  await chmod(folder, 0o711);
  const cleanUps: (() => unknown)[] = [];
  let failures = 0;

  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const expect = (isMet: boolean, message: string) => {
    if (isMet) return;
    failures += 1;
    say(`FAILED ${message}`);
  };
  const drill: Drill = {
    folder,
    say,
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
    expectAtMost: (what, value, limit) =>
      expect(value <= limit, `${what}: ${round(value)} instead of at most ${round(limit)}`),
    expectAtLeast: (what, value, limit) =>
      expect(value >= limit, `${what}: ${round(value)} instead of at least ${round(limit)}`),
    expectSame: (what, value, expected) =>
      expect(
        JSON.stringify(value) === JSON.stringify(expected),
        `${what}: ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`,
      ),
  };

  const { promise: overdue, reject: giveUp } = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp(new Error(`not done after ${minutes} minutes`)), minutes * 60_000);
  // An unhandled rejection also ends the drill as failed. The cleanup still runs.
  process.on('unhandledRejection', giveUp);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => giveUp(new Error(`stopped by ${signal}`)));
  try {
    const result = await Promise.race([body(drill), overdue]);
    say(`${failures === 0 ? 'PASSED' : `${failures} FAILED`} ${name}: ${result}`);
  } catch (error) {
    failures += 1;
    say(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
  for (const cleanUp of cleanUps.reverse()) {
    try {
      await cleanUp();
    } catch (error) {
      say(`could not clean up: ${error}`);
      failures += 1;
    }
  }
  await rm(folder, { recursive: true, force: true });
  process.exit(failures === 0 ? 0 : 1);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The 99th percentile of the durations; NaN for an empty list. */
export function p99Of(requests: readonly { ms: number }[]): number {
  const sorted = requests.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

/** How often each status occurs, such as `12 × 200, 3 × 503`. */
export function counted(statuses: readonly (number | string)[]): string {
  return [...new Set(statuses)]
    .toSorted()
    .map((status) => `${statuses.filter((each) => each === status).length} × ${status}`)
    .join(', ');
}
