import type { ParseRequest, ParseResponse } from '../../client/features/hands/list/parse-messages.ts';
import { readHands } from '../../shared/poker/formats/read-hands.ts';
import { fixtureNames, fixtureText } from '../../shared/poker/testing/read-fixtures.ts';
import type { Row } from './report.ts';

const copies = 100;

/** The fixtures of all rooms, repeated `copies` times. */
const text = Array.from({ length: copies }, () => fixtureNames.map(fixtureText).join('\n\n\n')).join(
  '\n\n\n',
);

/** Hands per second in the fastest of several runs, after a warm-up run. */
async function bestRate(parse: () => Promise<number> | number, rounds: number): Promise<number> {
  await parse();
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const hands = await parse();
    best = Math.max(best, (hands * 1_000) / (performance.now() - start));
  }
  return best;
}

/**
 * Runs the web worker that parses pasted hands, in this process.
 * @returns a function that sends a request to the worker and resolves with the number of hands
 */
async function openWorker(): Promise<(request: ParseRequest) => Promise<number>> {
  let onMessage: ((event: { data: ParseRequest }) => void) | undefined;
  let onResponse: ((response: ParseResponse) => void) | undefined;
  Reflect.set(globalThis, 'self', {
    addEventListener: (_kind: string, listener: typeof onMessage) => {
      onMessage = listener;
    },
    postMessage: (response: ParseResponse) => onResponse?.(structuredClone(response)),
  });
  await import('../../client/features/hands/list/parse-worker.ts');
  return (data) =>
    new Promise((resolve) => {
      onResponse = ({ isDone, total }) => {
        if (isDone) resolve(total);
      };
      onMessage?.({ data });
    });
}

/**
 * Measures, in this process, how fast hand histories of all rooms are parsed by the function that the server uses, and
 * by the worker that parses pasted hands.
 */
export async function measureReading({ rounds }: { rounds: number }): Promise<Row[]> {
  const server = await bestRate(() => [...readHands(text)].length, rounds);
  const worker = await openWorker();
  const pasted = await bestRate(() => worker({ request: 1, text, files: [], account: 'bench' }), rounds);
  const row = (path: string, rate: number, minRate: number): Row => ({
    path,
    reference: 'the lowest acceptable rate',
    academy: Math.round(rate).toLocaleString('en-US'),
    bare: minRate.toLocaleString('en-US'),
    ratio: rate / minRate,
    target: { atLeast: 1 },
  });
  return [
    row('Hands a second, parsed by the server', server, 10_000),
    row('Hands a second, parsed and anonymized by the worker', pasted, 3_000),
  ];
}
