import type { BenchAcademy } from './bench-academy.ts';
import { inTurns, type Load, sendLoad, visitorMark } from './load.ts';
import type { Row } from './report.ts';

/** The number of requests, which are sent one after another. */
const calls = 200;

/** @returns the 95th percentile of the durations that the server reports, in milliseconds */
async function p95Of(url: string, cookie: string): Promise<number> {
  const waits: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const response = await fetch(url, { headers: { cookie } });
    await response.arrayBuffer();
    const waited = /^total;dur=([\d.]+)$/.exec(response.headers.get('server-timing') ?? '')?.[1];
    if (!response.ok || waited === undefined) throw new Error(`${url} returned ${response.status}`);
    waits.push(Number(waited));
  }
  return waits.toSorted((one, other) => one - other)[Math.floor(calls * 0.95)] ?? Number.NaN;
}

/** Measures the queries of a student with thousands of drills, and visitors' answers to the hand of the day. */
export async function measurePractice(
  bench: BenchAcademy,
  bareUrl: string,
  pace: { rounds: number; seconds: number },
): Promise<Row[]> {
  const { academy, student } = bench;
  const pages = [
    ['Drills due, and decks', 'drills.practice', 20],
    ['Map of leaks', 'leaks.map', 30],
  ] as const;
  const rows: Row[] = [];
  for (const [path, procedure, bar] of pages) {
    const url = `${academy.url}/trpc/${procedure}`;
    // The first measurement is a warm-up.
    await p95Of(url, student.cookie);
    const waited = await p95Of(url, student.cookie);
    rows.push({
      path: `${path}, p95`,
      reference: 'the longest acceptable time on the server',
      academy: `${waited.toFixed(1)} ms`,
      bare: `${bar} ms`,
      ratio: waited / bar,
      target: { atMost: 1 },
    });
  }
  return [...rows, await measureAnswers(academy.url, bareUrl, pace)];
}

async function measureAnswers(
  url: string,
  bareUrl: string,
  pace: { rounds: number; seconds: number },
): Promise<Row> {
  const load = (url: string): Load => ({
    url,
    method: 'POST',
    connections: 32,
    // `visitorMark` gives each request another IP address, so that no rate limit applies.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${visitorMark}::1` },
    body: JSON.stringify({ day: new Date().toISOString().slice(0, 10), choice: 1 }),
  });
  const answer = load(`${url}/trpc/daily.answer`);
  const bare = load(`${bareUrl}/answer`);
  await Promise.all([sendLoad(answer, 2), sendLoad(bare, 2)]);
  const seen = await inTurns(pace.rounds, {
    academy: async () => (await sendLoad(answer, pace.seconds)).perSecond,
    bare: async () => (await sendLoad(bare, pace.seconds)).perSecond,
  });
  return {
    path: 'Hand of the day, answers of visitors',
    reference: 'fastify + pg, one insert',
    academy: `${Math.round(seen.academy)} /s`,
    bare: `${Math.round(seen.bare)} /s`,
    ratio: seen.academy / seen.bare,
    target: { atLeast: 0.15 },
  };
}
