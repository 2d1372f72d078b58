import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { BenchAcademy } from './bench-academy.ts';
import { inTurns } from './load.ts';
import type { Row } from './report.ts';

type Call = { url: string; headers: Record<string, string>; body: string };

/**
 * Sends each call once, four at a time, because Stripe also sends events concurrently.
 * @returns the 99th percentile of the response times, in milliseconds
 */
async function p99Of(calls: readonly Call[]): Promise<number> {
  const waits: number[] = [];
  const remaining = [...calls];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let call = remaining.pop(); call; call = remaining.pop()) {
        const started = performance.now();
        const response = await fetch(call.url, { method: 'POST', headers: call.headers, body: call.body });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${call.url} returned ${response.status}`);
        waits.push(performance.now() - started);
      }
    }),
  );
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

/**
 * Measures how long the academy takes to acknowledge an event of Stripe, compared with two inserts in one transaction
 * by the minimal server at `bareUrl`.
 */
export async function measureWebhooks(
  bench: BenchAcademy,
  bareUrl: string,
  pace: { rounds: number; events: number },
): Promise<Row> {
  const signer = new Stripe('sk_test_unused', { telemetry: false });
  const event = (): Call => {
    const body = JSON.stringify({
      id: `evt_${randomBytes(12).toString('hex')}`,
      object: 'event',
      type: 'product.updated',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: { id: 'prod_bench', object: 'product' } },
    });
    const signature = signer.webhooks.generateTestHeaderString({
      payload: body,
      secret: bench.webhookSecret,
    });
    return {
      url: `${bench.academy.url}/api/stripe/webhook`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    };
  };
  const insert = (): Call => ({ url: `${bareUrl}/inserts`, headers: {}, body: '' });
  const many = (make: () => Call, amount = pace.events) => Array.from({ length: amount }, make);
  // Warm-up.
  await Promise.all([p99Of(many(event, 100)), p99Of(many(insert, 100))]);
  const seen = await inTurns(pace.rounds, {
    academy: () => p99Of(many(event)),
    bare: () => p99Of(many(insert)),
  });
  return {
    path: 'Webhook acknowledged, p99',
    reference: 'two inserts in one transaction, p99',
    academy: `${seen.academy.toFixed(1)} ms`,
    bare: `${seen.bare.toFixed(1)} ms`,
    ratio: seen.academy / seen.bare,
    target: { atMost: 4 },
  };
}
