import fc from 'fast-check';
import type { PaidPlan } from '../../../shared/billing.ts';
import { adminRefundInput } from '../../../shared/refunds.ts';
import { checkRunning } from './money-proof.ts';
import { allOf, day, type Hazard, type MoneyWorld, minute } from './money-world.ts';
import { sessionIdOf } from './purchases.ts';

/** A payment page whose address the buyer was given. */
export type Page = { sessionId: string; product: number | undefined; cents: number };

/** What an onlooker who sees only clicks, pages and money knows. */
export type MoneyModel = {
  pages: Page[];
  /** Cents that left the buyer's account for products, by the prices on the pages. */
  paidForProducts: number;
  /** What the products cost now. */
  prices: number[];
  /** Products of which a refund came back: they may be paid twice, with a word to our staff. */
  muddled: Set<number>;
};

type Card = 'good' | 'declined' | 'delayed' | 'declined_later';

type Action =
  | { do: 'buy'; product: number }
  | { do: 'subscribe'; plan: PaidPlan }
  /** All in one go, as most people do; some close the window at Stripe. */
  | { do: 'order'; product: number; card: Card; returns: boolean }
  | { do: 'join'; plan: PaidPlan; card: Card; returns: boolean }
  | { do: 'pay'; pick: number; card: Card }
  | { do: 'bank_decides'; pick: number; paid: boolean }
  | { do: 'expire'; pick: number }
  | { do: 'come_back'; pick: number; times: number }
  | { do: 'steal_page'; pick: number }
  | { do: 'deliver'; pick: number; copies: number }
  | { do: 'deliver_all'; reversed: boolean }
  | { do: 'lose'; pick: number }
  | { do: 'everything_at_once'; pick: number }
  | { do: 'reconcile' }
  | { do: 'reprice'; product: number; cents: number }
  | { do: 'change_plan'; plan: PaidPlan }
  | { do: 'cancel' | 'resume' }
  | { do: 'wait'; ms: number }
  | { do: 'renewals_fail'; count: number }
  | { do: 'refund'; pick: number; part: 'all' | 'half'; endAccess: boolean; endRenewal: boolean }
  | { do: 'refund_at_stripe'; pick: number; part: 'all' | 'half' }
  | { do: 'refund_comes_back'; pick: number }
  | { do: 'dispute'; pick: number }
  | { do: 'close_dispute'; pick: number; outcome: 'won' | 'lost' };

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  delayed: 'delayed',
  declined_later: '4000000000000341',
} as const;

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}

/** One step of a story: what somebody does, and what goes wrong meanwhile. */
class MoneyStep implements fc.AsyncCommand<MoneyModel, MoneyWorld> {
  readonly #action: Action;
  readonly #hazard: Hazard | undefined;

  constructor(action: Action, hazard: Hazard | undefined) {
    this.#action = action;
    this.#hazard = hazard;
  }

  check({ pages }: Readonly<MoneyModel>): boolean {
    const { do: what } = this.#action;
    const needsPage = ['pay', 'bank_decides', 'expire', 'come_back', 'steal_page', 'everything_at_once'];
    const isLater = what === 'refund' || what === 'dispute' || what === 'change_plan' || what === 'cancel';
    return pages.length > 0 || !(needsPage.includes(what) || isLater);
  }

  async run(model: MoneyModel, world: MoneyWorld): Promise<void> {
    await perform(this.#action, this.#hazard, model, world);
    // No two things happen in the same second.
    await world.pass(20_000);
    await checkRunning(model, world);
  }

  toString(): string {
    const hazard = this.#hazard ? ` with ${JSON.stringify(this.#hazard)}` : '';
    return `${JSON.stringify(this.#action)}${hazard}`;
  }
}

async function perform(
  action: Action,
  hazard: Hazard | undefined,
  model: MoneyModel,
  world: MoneyWorld,
): Promise<void> {
  const { app, sandbox, buyer, admin } = world;
  const payments = app.caller(buyer).payments;
  const page = 'pick' in action ? at(model.pages, action.pick) : undefined;
  switch (action.do) {
    case 'buy':
    case 'order': {
      const product = world.products[action.product];
      const amount = model.prices[action.product];
      if (!product || amount === undefined) return;
      const input = { productType: product.type, productId: product.id, amount };
      const shown = await world.attempt(hazard, () => payments.createPurchaseSession(input));
      if (!shown) return;
      const opened = showPage(model, { url: shown.url, product: action.product, cents: amount });
      if (action.do !== 'order') return;
      await pay(model, world, opened, action.card);
      if (action.returns) await comeBack(world, opened, hazard, 1);
      return;
    }
    case 'subscribe':
    case 'join': {
      const { plan } = action;
      const shown = await world.attempt(hazard, () => payments.createSubscriptionSession({ plan }));
      if (!shown) return;
      const opened = showPage(model, { url: shown.url, product: undefined, cents: 0 });
      if (action.do !== 'join') return;
      await pay(model, world, opened, action.card);
      if (action.returns) await comeBack(world, opened, hazard, 1);
      return;
    }
    case 'pay':
      if (page) await pay(model, world, page, action.card);
      return;
    case 'bank_decides': {
      if (!page || !isAwaited(world, page)) return;
      sandbox.settleDelayed(page.sessionId, action.paid);
      if (action.paid) model.paidForProducts += page.cents;
      return;
    }
    case 'expire':
      if (page && sessionOf(world, page)?.status === 'open') sandbox.expire(page.sessionId);
      return;
    case 'come_back':
      if (page) await comeBack(world, page, hazard, action.times);
      return;
    case 'steal_page': {
      if (!page) return;
      const stolen = app.caller(world.stranger).payments;
      for (const call of [stolen.completePurchase, stolen.verifySubscription] as const) {
        const answer = await call({ sessionId: page.sessionId }).catch((error: unknown) => error);
        if (!(answer instanceof Error) || answer.message !== 'Payment was not found') {
          throw new Error(`a stolen page answered ${JSON.stringify(answer)}`);
        }
      }
      return;
    }
    case 'deliver': {
      const event = at(world.wire(), action.pick);
      if (event) await world.attempt(hazard, () => world.deliver(event, action.copies));
      return;
    }
    case 'deliver_all': {
      const waiting = action.reversed ? world.wire().reverse() : world.wire();
      await world.attempt(hazard, async () => {
        for (const event of waiting) await world.deliver(event, 1);
      });
      return;
    }
    case 'lose': {
      const event = at(world.wire(), action.pick);
      if (event) world.lose(event.id);
      return;
    }
    case 'everything_at_once': {
      if (page?.product === undefined) return;
      const { sessionId } = page;
      const events = world.wire().filter(({ type }) => type.startsWith('checkout.session.'));
      await world.attempt(hazard, () =>
        allOf<unknown>([
          ...[1, 2, 3].map(() => payments.completePurchase({ sessionId })),
          ...events.map((event) => world.deliver(event, 2)),
        ]),
      );
      return;
    }
    case 'reconcile':
      await world.attempt(hazard, () => world.reconcile());
      return;
    case 'reprice': {
      const id = world.products[action.product]?.id;
      if (id === undefined) return;
      await app.deps.db
        .updateTable('products')
        .set({ price_cents: action.cents })
        .where('id', '=', id)
        .execute();
      model.prices[action.product] = action.cents;
      return;
    }
    case 'change_plan': {
      const { plan } = action;
      await world.attempt(hazard, async () => {
        const { todayCents } = await payments.previewPlanChange({ plan });
        await payments.changePlan({ plan, expectedTodayCents: todayCents });
      });
      return;
    }
    case 'cancel':
      await world.attempt(hazard, () => payments.cancelSubscription());
      return;
    case 'resume':
      await world.attempt(hazard, () => payments.resumeSubscription());
      return;
    case 'wait':
      await world.wait(action.ms);
      return;
    case 'renewals_fail':
      sandbox.failRenewals(action.count);
      return;
    case 'refund': {
      const known = await app.caller(admin).payments.adminPayments({ userId: buyer.userId });
      const payment = at(known.payments, action.pick);
      if (!payment) return;
      const committed = payment.refundedCents + payment.pendingCents;
      const left = payment.amountCents - committed;
      const wanted = action.part === 'all' ? left : Math.floor(left / 2);
      if (wanted < 1) return;
      const input = adminRefundInput.parse({
        paymentId: payment.id,
        amountCents: wanted,
        reason: 'Asked for it',
        endAccess: action.endAccess,
        endRenewal: action.endRenewal,
        expectedRefundedCents: committed,
      });
      const owner = { ...admin, confirmedAt: app.deps.now().toISOString() };
      await world.attempt(hazard, () => app.caller(owner).payments.adminRefund(input));
      return;
    }
    case 'refund_at_stripe': {
      const charge = at(refundableCharges(world), action.pick);
      if (!charge) return;
      const left = charge.amount - charge.amount_refunded;
      await app.deps.stripe.refunds.create({
        charge: charge.id,
        amount: action.part === 'all' ? left : Math.ceil(left / 2),
      });
      return;
    }
    case 'refund_comes_back': {
      const refund = at(
        sandbox.refunds().filter(({ status }) => status === 'succeeded'),
        action.pick,
      );
      if (!refund) return;
      sandbox.failRefund(refund.id);
      const product = model.pages.find(
        (one) => sessionOf(world, one)?.payment_intent === refund.payment_intent,
      );
      if (product?.product !== undefined) model.muddled.add(product.product);
      return;
    }
    case 'dispute': {
      const charge = at(refundableCharges(world), action.pick);
      if (charge) sandbox.dispute(charge.id);
      return;
    }
    case 'close_dispute': {
      const open = sandbox.disputes().filter(({ status }) => status === 'needs_response');
      const dispute = at(open, action.pick);
      if (dispute) sandbox.closeDispute(dispute.id, action.outcome);
    }
  }
}

function showPage(model: MoneyModel, { url, ...what }: Omit<Page, 'sessionId'> & { url: string }): Page {
  const sessionId = sessionIdOf(url);
  const known = model.pages.find((page) => page.sessionId === sessionId);
  if (known) return known;
  const page = { sessionId, ...what };
  model.pages.push(page);
  return page;
}

/** The buyer's click on Pay, at Stripe. Our server hears of it later, or never. */
async function pay(model: MoneyModel, world: MoneyWorld, page: Page, card: Card): Promise<void> {
  const isDelayed = card === 'delayed' && page.product !== undefined;
  const number = card === 'delayed' && !isDelayed ? cards.good : cards[card];
  const { status } = await world.sandbox.pay(page.sessionId, number);
  if (status === 'paid' && page.product !== undefined) model.paidForProducts += page.cents;
}

async function comeBack(world: MoneyWorld, page: Page, hazard: Hazard | undefined, times: number) {
  const payments = world.app.caller(world.buyer).payments;
  const { sessionId } = page;
  const call = () =>
    page.product === undefined
      ? payments.verifySubscription({ sessionId })
      : payments.completePurchase({ sessionId });
  await world.attempt(hazard, () => allOf<unknown>(Array.from({ length: times }, call)));
}

function sessionOf(world: MoneyWorld, { sessionId }: Page) {
  return world.sandbox.sessions().find(({ id }) => id === sessionId);
}

function refundableCharges({ sandbox }: MoneyWorld) {
  return sandbox
    .charges()
    .filter(({ status, disputed, refunded }) => status === 'succeeded' && !disputed && !refunded);
}

function isAwaited(world: MoneyWorld, page: Page): boolean {
  const intent = sessionOf(world, page)?.payment_intent;
  const charge = world.sandbox.charges().findLast(({ payment_intent }) => payment_intent === intent);
  return intent !== null && intent !== undefined && charge?.status === 'pending';
}

/** Most buyers' cards are good. */
const card = fc.constantFrom<Card>('good', 'good', 'good', 'good', 'declined', 'delayed', 'declined_later');
const pick = fc.nat({ max: 7 });
const product = fc.constantFrom(0, 1);
const returns = fc.boolean();
const plan = fc.constantFrom<PaidPlan>('silver', 'gold', 'diamond');

/** An action by its name; the names of the rest are checked against `Action`. */
const named = <Name extends Action['do']>(name: Name): fc.Arbitrary<Name> => fc.constant<Name>(name);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: named('buy'), product }) },
  { weight: 1, arbitrary: fc.record({ do: named('subscribe'), plan }) },
  { weight: 14, arbitrary: fc.record({ do: named('order'), product, card, returns }) },
  { weight: 9, arbitrary: fc.record({ do: named('join'), plan, card, returns }) },
  { weight: 3, arbitrary: fc.record({ do: named('pay'), pick, card }) },
  { weight: 2, arbitrary: fc.record({ do: named('bank_decides'), pick, paid: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: named('expire'), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: named('come_back'), pick, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('steal_page'), pick }) },
  { weight: 4, arbitrary: fc.record({ do: named('deliver'), pick, copies: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: named('deliver_all'), reversed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: named('lose'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: named('everything_at_once'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: named('reconcile') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: named('reprice'), product, cents: fc.constantFrom(1999, 2500, 4550) }),
  },
  { weight: 4, arbitrary: fc.record({ do: named('change_plan'), plan }) },
  { weight: 1, arbitrary: fc.record({ do: named('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: named('resume') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('wait'),
      ms: fc.constantFrom(20 * minute, 3 * day, 16 * day, 25 * day),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('renewals_fail'), count: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: named('refund'),
      pick,
      part: fc.constantFrom('all' as const, 'half' as const),
      endAccess: fc.boolean(),
      endRenewal: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: named('refund_at_stripe'),
      pick,
      part: fc.constantFrom('all' as const, 'half' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: named('refund_comes_back'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: named('dispute'), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: named('close_dispute'),
      pick,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
);

const hazard: fc.Arbitrary<Hazard | undefined> = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), atQuery: fc.nat({ max: 24 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('outage' as const),
      fromCall: fc.nat({ max: 4 }),
      how: fc.constantFrom('refused' as const, 'done_but_500' as const, 'answer_lost' as const),
    }),
  },
);

export const moneySteps = fc.tuple(action, hazard).map((pair) => new MoneyStep(...pair));
