import { describe, expect, it } from 'vitest';
import { confirmPayment, type PaymentCalls } from './confirm-payment.ts';

type Completion = Awaited<ReturnType<PaymentCalls['completePurchase']>>;
type Verification = Awaited<ReturnType<PaymentCalls['verifySubscription']>>;

/** The error that a failed tRPC call throws: `data` contains the error code. */
function rejection(code: string): Error {
  return Object.assign(new Error(code), { data: { code, httpStatus: 400 } });
}
const noConnection = new TypeError('Failed to fetch');

const paid: Completion = { success: true, status: 'completed', productId: 1 };
function unpaid(status: Completion['status']): Completion {
  return { success: false, status };
}
const receipt = { productName: 'River Decisions', productType: 'pdf', amountCents: 1299 };

/** Runs the flow with a fake clock. `completions` are returned in turn; the last one repeats. */
async function confirm(completions: (Completion | Error)[], verification: Verification | Error) {
  const calls: string[] = [];
  const waits: number[] = [];
  let time = 0;
  let completionIndex = 0;
  const respond = <T>(name: string, value: T | Error | undefined): Promise<T> => {
    calls.push(name);
    if (value === undefined) throw new Error(`no response for ${name}`);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  };
  const outcome = await confirmPayment(
    {
      completePurchase: () => {
        const value = completions[Math.min(completionIndex, completions.length - 1)];
        completionIndex += 1;
        return respond('complete', value);
      },
      verifySubscription: () => respond('verify', verification),
      checkoutSession: () =>
        respond('receipt', {
          metadata: { productName: receipt.productName, productType: receipt.productType },
          amount_total: receipt.amountCents,
        }),
    },
    {
      signal: new AbortController().signal,
      now: () => time,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        time += milliseconds;
      },
    },
  );
  return { outcome, calls, waits, time };
}

const noSubscription: Verification = { success: false, plan: null, status: 'unpaid' };
const subscribed = { success: true, plan: 'gold', status: 'active' } as const;

describe('confirmPayment', () => {
  it('a completed purchase is confirmed immediately', async () => {
    const { outcome, calls, waits } = await confirm([paid], noSubscription);
    expect(outcome).toEqual({ kind: 'purchase', receipt, awaitsContent: false, productId: 1 });
    expect(calls).toEqual(['complete', 'receipt']);
    expect(waits).toEqual([0]);
  });

  it('the purchase of a product without content is reported as awaiting its content', async () => {
    const { outcome } = await confirm([{ ...paid, awaitsContent: true }], noSubscription);
    expect(outcome).toEqual({ kind: 'purchase', receipt, awaitsContent: true, productId: 1 });
  });

  it('polls immediately, after 1 second, after 2 more and then every 3 seconds, until the payment is settled', async () => {
    const open = unpaid('open');
    const { outcome, waits } = await confirm(
      [open, unpaid('processing'), noConnection, open, paid],
      noSubscription,
    );
    expect(outcome.kind).toBe('purchase');
    expect(waits).toEqual([0, 1_000, 2_000, 3_000, 3_000]);
  });

  it('a delayed payment is reported as processing after 30 seconds, not as failed', async () => {
    const { outcome, calls, time } = await confirm([unpaid('processing')], noSubscription);
    expect(outcome).toEqual({ kind: 'processing', receipt });
    expect(calls).not.toContain('verify');
    expect(time).toBeGreaterThan(26_000);
    expect(time).toBeLessThanOrEqual(30_000);
  });

  it('a membership whose bank debit is still in progress is reported as processing', async () => {
    const processing = { ...noSubscription, status: 'processing' } as const;
    const { outcome } = await confirm([unpaid('not_a_purchase')], processing);
    expect(outcome).toEqual({ kind: 'processing', receipt });
  });

  it('a Checkout Session that belongs to no purchase is checked as a subscription', async () => {
    const { outcome, calls } = await confirm([unpaid('not_a_purchase')], subscribed);
    expect(outcome).toEqual({ kind: 'subscription', plan: 'gold', receipt });
    expect(calls).toEqual(['complete', 'verify', 'receipt']);
  });

  it('a membership that was paid for and has ended is reported at once, not as a failed payment', async () => {
    const ended: Verification = { ...noSubscription, wasActive: true };
    const { outcome, time } = await confirm([unpaid('not_a_purchase')], ended);
    expect(outcome).toEqual({ kind: 'inactive', receipt });
    expect(time).toBe(0);
  });

  it.each(['expired', 'failed'] as const)('reports that a payment has %s', async (status) => {
    const { outcome, calls } = await confirm([unpaid(status)], noSubscription);
    expect(outcome).toEqual({ kind: 'failed', reason: status });
    expect(calls).toEqual(['complete', 'verify']);
  });

  it('a payment that is still open after 30 seconds is reported as not made', async () => {
    const { outcome, time } = await confirm([unpaid('open')], rejection('not_found'));
    expect(outcome).toEqual({ kind: 'failed', reason: 'open' });
    expect(time).toBeGreaterThan(26_000);
  });

  it.each(['held', 'refunded'] as const)('reports no access if the payment is %s', async (status) => {
    const { outcome, calls } = await confirm([unpaid(status)], subscribed);
    expect(outcome).toEqual({ kind: status });
    expect(calls).toEqual(['complete']);
  });

  it('without a connection, polls for 30 seconds and then reports an unknown outcome', async () => {
    const { outcome, time } = await confirm([noConnection], noConnection);
    expect(outcome).toEqual({ kind: 'unverified' });
    expect(time).toBeGreaterThan(26_000);
  });

  it('reports an unknown outcome when the purchase check fails and there is no subscription', async () => {
    const { outcome } = await confirm([rejection('payments_unavailable')], noSubscription);
    expect(outcome).toEqual({ kind: 'unverified' });
  });

  it('an unknown Checkout Session is reported without polling', async () => {
    const { outcome, waits } = await confirm([rejection('not_found')], rejection('not_found'));
    expect(outcome).toEqual({ kind: 'unknown_session' });
    expect(waits).toEqual([0]);
  });

  it.each([
    ['an expired payment', unpaid('expired')],
    ['no Checkout Session', rejection('not_found')],
  ])(
    'keeps polling if the purchase check finds %s, but the subscription cannot be checked',
    async (_what, purchase) => {
      const { outcome, time } = await confirm([purchase], noConnection);
      expect(outcome).toEqual({ kind: 'unverified' });
      expect(time).toBeGreaterThan(26_000);
    },
  );

  it.each([
    ['found no Checkout Session', rejection('not_found')],
    ['got no response', noConnection],
    ['could not reach Stripe', rejection('payments_unavailable')],
  ])('finds a subscription immediately although the purchase check %s', async (_what, purchase) => {
    const { outcome, calls } = await confirm([purchase], subscribed);
    expect(outcome).toEqual({ kind: 'subscription', plan: 'gold', receipt });
    expect(calls).toEqual(['complete', 'verify', 'receipt']);
  });

  it('stops polling when the user’s login session has ended', async () => {
    const { outcome, calls } = await confirm([rejection('not_signed_in')], noSubscription);
    expect(outcome).toEqual({ kind: 'signed_out' });
    expect(calls).toEqual(['complete']);
  });

  it('rethrows the error of a call that fails after the flow was aborted', async () => {
    const controller = new AbortController();
    const call = () => {
      controller.abort();
      return Promise.reject(noConnection);
    };
    const flow = confirmPayment(
      { completePurchase: call, verifySubscription: call, checkoutSession: call },
      { signal: controller.signal, wait: () => Promise.resolve() },
    );
    await expect(flow).rejects.toBe(noConnection);
  });
});
