import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between Stripe and the webhook. */
type UnrulyLine = {
  url: string;
  /** What became of the events, and how the webhook answered. */
  events: number;
  lost: number;
  repeated: number;
  late: number;
  statuses: readonly number[];
  /** Resolves when everything that is to arrive has arrived. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const lossRate = 0.1;
const repeatRate = 0.27;
const delayRate = 0.6;
const longestDelayMs = 6_000;
/** A server that is down is asked again, as Stripe does. */
const retryMs = 500;
const mostTries = 120;

/**
 * Takes each event with a 200, so that Stripe never sends it again, and then loses it for ever, sends it several times,
 * or sends it late and behind events that came after it.
 */
export async function openUnrulyLine(target: string): Promise<UnrulyLine> {
  const statuses: number[] = [];
  const underWay = new Set<Promise<void>>();
  const line = { events: 0, lost: 0, repeated: 0, late: 0 };

  async function carry(body: Buffer, headers: IncomingHttpHeaders, delayMs: number): Promise<void> {
    await sleep(delayMs);
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const status = await post(target, body, headers);
      statuses.push(status);
      if (status > 0 && status < 500) return;
      await sleep(retryMs);
    }
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    response.writeHead(200).end();
    line.events += 1;
    if (Math.random() < lossRate) {
      line.lost += 1;
      return;
    }
    const copies = Math.random() < repeatRate ? 2 + Math.floor(Math.random() * 3) : 1;
    if (copies > 1) line.repeated += 1;
    const isLate = Math.random() < delayRate;
    if (isLate) line.late += 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delivery = carry(body, request.headers, isLate ? Math.random() * longestDelayMs : 0);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the line has no port');

  return Object.assign(line, {
    url: `http://127.0.0.1:${address.port}/`,
    statuses,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** @returns the status; 0 without an answer */
async function post(url: string, body: Buffer, headers: IncomingHttpHeaders): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'content-type': 'application/json',
        'stripe-signature': String(headers['stripe-signature']),
      },
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
