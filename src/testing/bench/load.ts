import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./load-client.ts', import.meta.url));

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

/** What the program that asks is told. */
export type LoadOrder = {
  host: string;
  port: number;
  /** The whole request, head and body, as it goes over the line. */
  request: string;
  connections: number;
  seconds: number;
  rate: number | undefined;
};
/** Also of the wrong answers: answers by status. */
export type LoadReport = Answered & { statuses: Record<string, number> };

/**
 * Sends one request again and again for some seconds, from a process of its own.
 * @throws Error when anything but the wanted status came back
 */
export async function press(load: Load, seconds: number, wanted = 200): Promise<Answered> {
  const { hostname, port } = new URL(load.url);
  const client = fork(program);
  client.send({
    host: hostname,
    port: Number(port),
    request: written(load),
    connections: load.connections ?? 50,
    seconds,
    rate: load.rate,
  } satisfies LoadOrder);
  const [report] = (await Promise.race([
    once(client, 'message'),
    once(client, 'exit').then(() => Promise.reject(new Error(`${load.url}: the load broke off`))),
  ])) as [LoadReport];
  const { statuses, ...answered } = report;
  const others = Object.keys(statuses).filter((status) => Number(status) !== wanted);
  if (others.length > 0) {
    throw new Error(`${load.url}: statuses ${JSON.stringify(statuses)}`);
  }
  return answered;
}

/** The request as HTTP/1.1 writes it. */
function written({ url, method = 'GET', headers = {}, body }: Load): string {
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
