import type Stripe from 'stripe';
import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { createStripe } from '../../server/payments/stripe/stripe-client.ts';
import type { Db } from '../../server/platform/db/database.ts';
import type { Answer } from './visitor.ts';

type World = {
  db: Db;
  sandbox: StripeSandbox;
  stripeUrl: string;
  /** How many there are in all. */
  total: number;
  refundByAdmin(input: object): Promise<Answer>;
};

type Misfortunes = {
  /** Does what is due by this share of the storm. */
  upTo(share: number): Promise<void>;
  /** The banks decide over what is still open, but for a few. */
  settleOpen(): void;
  counts: Readonly<Record<string, number>>;
};

/** Payments go back in every way there is: refunds by the admin and at Stripe, disputes and inquiries of every end. */
export function createMisfortunes({ db, sandbox, stripeUrl, total, refundByAdmin }: World): Misfortunes {
  const stripe = createStripe({ secretKey: 'sk_test_sandbox', apiUrl: stripeUrl });
  const counts = {
    'refunds at Stripe': 0,
    'refunds by the admin': 0,
    'refunds that came back': 0,
    disputes: 0,
    inquiries: 0,
  };
  let done = 0;

  const refund = async (charge: Stripe.Charge, isWhole: boolean) => {
    await stripe.refunds.create({
      charge: charge.id,
      ...(!isWhole && { amount: Math.ceil(charge.amount / 3) }),
    });
    counts['refunds at Stripe'] += 1;
  };
  const works: readonly ((charge: Stripe.Charge) => Promise<void>)[] = [
    (charge) => refund(charge, true),
    (charge) => refund(charge, false),
    async (charge) => {
      const made = await stripe.refunds.create({ charge: charge.id });
      sandbox.failRefund(made.id);
      counts['refunds that came back'] += 1;
    },
    async (charge) => {
      sandbox.dispute(charge.id);
      counts.disputes += 1;
    },
    async (charge) => {
      const dispute = sandbox.dispute(charge.id, 'product_not_received', { isInquiry: true });
      if (Math.random() < 0.5) sandbox.escalateInquiry(dispute.id);
      counts.inquiries += 1;
    },
    (charge) => byAdmin(charge),
  ];

  /** Where the academy knows of the payment already; otherwise there is nothing that the admin could click. */
  async function byAdmin(charge: Stripe.Charge): Promise<void> {
    const payment = await db
      .selectFrom('billing_payments')
      .select(['id', 'amount_cents'])
      .where('payment_intent_id', '=', String(charge.payment_intent))
      .where('status', '=', 'paid')
      .where('purchase_id', 'is not', null)
      .executeTakeFirst();
    if (!payment) return;
    const isWhole = Math.random() < 0.7;
    const answer = await refundByAdmin({
      paymentId: payment.id,
      amountCents: isWhole ? payment.amount_cents : Math.ceil(payment.amount_cents / 2),
      reason: 'Asked for it in the storm',
      endAccess: isWhole,
      endRenewal: false,
      expectedRefundedCents: 0,
    }).catch(() => undefined);
    // A server that is down, or was killed meanwhile, is part of it.
    if (answer?.status === 200) counts['refunds by the admin'] += 1;
  }

  async function one(): Promise<void> {
    const untouched = sandbox
      .charges()
      .filter((charge) => charge.status === 'succeeded' && !charge.disputed && charge.amount_refunded === 0);
    const charge = untouched[Math.floor(Math.random() * untouched.length)];
    const work = works[done % works.length];
    if (charge && work) await work(charge);
    done += 1;
    const open = sandbox.disputes().filter(({ status }) => status === 'needs_response');
    if (open.length > 3) decide(open[0]);
  }

  function decide(dispute: Stripe.Dispute | undefined): void {
    if (dispute) sandbox.closeDispute(dispute.id, Math.random() < 0.5 ? 'won' : 'lost');
  }

  let queue: Promise<void> = Promise.resolve();
  return {
    counts,
    upTo(share) {
      queue = queue.then(async () => {
        while (done < total * share) await one();
      });
      return queue;
    },
    settleOpen() {
      for (const dispute of sandbox.disputes().slice(2)) {
        if (dispute.status === 'needs_response') decide(dispute);
        else if (dispute.status === 'warning_needs_response')
          sandbox.closeDispute(dispute.id, 'warning_closed');
      }
    },
  };
}
