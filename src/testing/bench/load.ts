import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./load-client.ts', import.meta.url));

export type Load = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Number of concurrent connections; 50 by default. */
  connections?: number;
  /** Total requests per second; unlimited by default. */
  rate?: number;
};

export type LoadResult = {
  /** Responses per second. */
  perSecond: number;
  /** Percentiles of the time until the response, in milliseconds. */
  p50: number;
  p99: number;
};

/**
 * A placeholder for two groups of an IPv6 address in a header. The load client replaces it with new groups in each
 * request, so that each request counts as another visitor's and no rate limit applies.
 */
export const visitorMark = 'vvvv:vvvv';

/** The instructions for the load client. */
export type LoadOrder = {
  host: string;
  port: number;
  /** The complete request, head and body, as sent. */
  request: string;
  connections: number;
  seconds: number;
  rate: number | undefined;
};
/** `statuses`: the number of responses by status, including unexpected ones. */
export type LoadReport = LoadResult & { statuses: Record<string, number> };

/**
 * Sends one request repeatedly for the given seconds, from a separate process.
 * @throws Error if any response has a status other than `expected`, or if the load client fails
 */
export async function sendLoad(load: Load, seconds: number, expected = 200): Promise<LoadResult> {
  const { hostname, port } = new URL(load.url);
  const client = fork(program);
  client.send({
    host: hostname,
    port: Number(port),
    request: requestText(load),
    connections: load.connections ?? 50,
    seconds,
    rate: load.rate,
  } satisfies LoadOrder);
  const [report] = (await Promise.race([
    once(client, 'message'),
    once(client, 'exit').then(() => Promise.reject(new Error(`${load.url}: the load client exited early`))),
  ])) as [LoadReport];
  const { statuses, ...result } = report;
  const others = Object.keys(statuses).filter((status) => Number(status) !== expected);
  if (others.length > 0) {
    throw new Error(`${load.url}: statuses ${JSON.stringify(statuses)}`);
  }
  return result;
}

/** The request in HTTP/1.1 wire format. */
function requestText({ url, method = 'GET', headers = {}, body }: Load): string {
  const { host, pathname, search } = new URL(url);
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined && method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(body ?? '')}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Runs the measurements in turns, so that other load on the machine affects all of them equally.
 * @returns the median of each measurement
 */
export async function inTurns<Name extends string>(
  rounds: number,
  measurements: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measurements) as Name[];
  const seen = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen.get(name)?.push(await measurements[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
