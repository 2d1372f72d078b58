import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Academy } from './academy.ts';

const charge = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  customer: z.string().nullable(),
  receipt_url: z.string().nullable(),
});
const list = z.object({ data: z.array(charge) });
const disputes = z.object({ data: z.array(z.object({ id: z.string() })) });

type SandboxCharge = z.infer<typeof charge>;

/** Simulates events at Stripe and the bank, through the sandbox's development page and API. */
export type SandboxControls = {
  /** Advances the sandbox's clock, which bills renewals. */
  pass(days: number): Promise<void>;
  declineNextRenewal(): Promise<void>;
  dispute(chargeId: string): Promise<void>;
  /** Lets the academy win the newest dispute. */
  winDispute(): Promise<void>;
  /** The last 100 charges, newest first. */
  charges(): Promise<SandboxCharge[]>;
};

export function sandboxOf(academy: Academy): SandboxControls {
  const port = Number(readFileSync(path.join(academy.dataDir, 'stripe-sandbox.port'), 'utf8'));
  const url = `http://localhost:${port}`;

  async function act(action: string, fields: Record<string, string>): Promise<void> {
    const response = await fetch(`${url}/sandbox/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(`the sandbox returned ${response.status} to ${action}`);
  }
  async function read(resource: string): Promise<unknown> {
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    return (await fetch(`${url}/v1/${resource}?limit=100`, { headers })).json();
  }

  return {
    pass: (days) => act('clock', { days: String(days) }),
    declineNextRenewal: () => act('fail-renewal', { count: '1' }),
    dispute: (id) => act('dispute', { id }),
    async winDispute() {
      const [newest] = disputes.parse(await read('disputes')).data;
      await act('close-dispute', { id: newest?.id ?? '', outcome: 'won' });
    },
    charges: async () => list.parse(await read('charges')).data,
  };
}
