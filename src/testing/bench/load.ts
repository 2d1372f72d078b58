import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../node_modules/autocannon/autocannon.js', import.meta.url));

export type Load = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Open at once; 50 unless stated. */
  connections?: number;
  /** Requests a second in all; as many as go unless stated. */
  rate?: number;
};

export type Answered = {
  /** Right answers a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

type Report = {
  requests: { average: number };
  latency: { p50: number; p99: number };
  errors: number;
  non2xx: number;
  statusCodeStats: Record<string, { count: number }>;
};

/**
 * Sends one request again and again for some seconds, from a process of its own.
 * @throws Error when anything but the wanted status came back
 */
export async function press(load: Load, seconds: number, wanted = 200): Promise<Answered> {
  const { stdout } = await run(
    process.execPath,
    [
      program,
      '--json',
      ...['--connections', String(load.connections ?? 50)],
      ...['--duration', String(seconds)],
      ...['--method', load.method ?? 'GET'],
      ...Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      ...(load.body === undefined ? [] : ['--body', load.body]),
      ...(load.rate === undefined ? [] : ['--overallRate', String(load.rate)]),
      load.url,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  const others = Object.entries(report.statusCodeStats).filter(([status]) => Number(status) !== wanted);
  if (report.errors > 0 || others.length > 0) {
    throw new Error(
      `${load.url}: ${report.errors} errors, statuses ${JSON.stringify(report.statusCodeStats)}`,
    );
  }
  return { perSecond: report.requests.average, p50: report.latency.p50, p99: report.latency.p99 };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Takes turns, so that whatever else the machine does meets both: medians of each. */
export async function inTurns<Name extends string>(
  rounds: number,
  tries: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(tries) as Name[];
  const seen = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen.get(name)?.push(await tries[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
