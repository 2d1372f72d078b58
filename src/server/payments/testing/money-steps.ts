import fc from 'fast-check';
import { adminRefundInput } from '../../../shared/payments/refunds.ts';
import { paymentsOf } from './money.ts';
import { action, fault } from './money-choices.ts';
import type { Action, Card, MoneyModel, Page } from './money-model.ts';
import { checkRunning } from './money-proof.ts';
import { allOf, type Fault, type MoneyWorld } from './money-world.ts';
import { sessionIdOf } from './purchases.ts';
import { renewalFailsCard } from './subscriptions.ts';

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  delayed: 'delayed',
  declined_later: renewalFailsCard,
} as const;

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}

/** One step of a random scenario: an action and an optional fault during it. */
class MoneyStep implements fc.AsyncCommand<MoneyModel, MoneyWorld> {
  readonly #action: Action;
  readonly #fault: Fault | undefined;

  constructor(action: Action, fault: Fault | undefined) {
    this.#action = action;
    this.#fault = fault;
  }

  check({ pages }: Readonly<MoneyModel>): boolean {
    const { do: what } = this.#action;
    const needsPage: readonly Action['do'][] = [
      'pay',
      'settle_delayed',
      'expire',
      'return',
      'open_as_other_user',
      'return_during_webhooks',
      'refund',
      'dispute',
      'send_evidence',
      'change_plan',
      'cancel',
    ];
    return pages.length > 0 || !needsPage.includes(what);
  }

  async run(model: MoneyModel, world: MoneyWorld): Promise<void> {
    await perform(this.#action, this.#fault, model, world);
    // Twenty seconds, so that no two steps have the same second in Stripe's timestamps.
    await world.pass(20_000);
    await checkRunning(model, world);
  }

  toString(): string {
    const fault = this.#fault ? ` with ${JSON.stringify(this.#fault)}` : '';
    return `${JSON.stringify(this.#action)}${fault}`;
  }
}

async function perform(
  action: Action,
  fault: Fault | undefined,
  model: MoneyModel,
  world: MoneyWorld,
): Promise<void> {
  const { app, sandbox, buyer, admin } = world;
  const payments = app.caller(buyer).payments;
  const page = 'pick' in action ? at(model.pages, action.pick) : undefined;
  switch (action.do) {
    case 'buy':
    case 'buy_and_pay': {
      const product = world.products[action.product];
      const amount = model.prices[action.product];
      if (!product || amount === undefined) return;
      const input = { productType: product.type, productId: product.id, amount };
      const checkout = await world.attempt(fault, () => payments.createPurchaseSession(input));
      if (!checkout) return;
      const newPage = openPage(model, { url: checkout.url, product: action.product, cents: amount });
      if (action.do !== 'buy_and_pay') return;
      await pay(model, world, newPage, action.card);
      if (action.returns) await returnToShop(world, newPage, fault, 1);
      return;
    }
    case 'subscribe':
    case 'subscribe_and_pay': {
      const { plan } = action;
      const checkout = await world.attempt(fault, () => payments.createSubscriptionSession({ plan }));
      if (!checkout) return;
      const newPage = openPage(model, { url: checkout.url, product: undefined, cents: 0 });
      if (action.do !== 'subscribe_and_pay') return;
      await pay(model, world, newPage, action.card);
      if (action.returns) await returnToShop(world, newPage, fault, 1);
      return;
    }
    case 'pay':
      if (page) await pay(model, world, page, action.card);
      return;
    case 'settle_delayed': {
      if (!page || !isPaymentPending(world, page)) return;
      sandbox.settleDelayed(page.sessionId, action.paid);
      if (action.paid) model.paidForProducts += page.cents;
      return;
    }
    case 'expire':
      if (page && sessionOf(world, page)?.status === 'open') sandbox.expire(page.sessionId);
      return;
    case 'return':
      if (page) await returnToShop(world, page, fault, action.times);
      return;
    case 'open_as_other_user': {
      if (!page) return;
      const stolen = app.caller(world.otherUser).payments;
      for (const call of [stolen.completePurchase, stolen.verifySubscription] as const) {
        const answer = await call({ sessionId: page.sessionId }).catch((error: unknown) => error);
        if (!(answer instanceof Error) || answer.message !== 'Payment was not found') {
          throw new Error(`a stolen page answered ${JSON.stringify(answer)}`);
        }
      }
      return;
    }
    case 'deliver': {
      const event = at(world.undelivered(), action.pick);
      if (event) await world.attempt(fault, () => world.deliver(event, action.copies));
      return;
    }
    case 'deliver_all': {
      const waiting = action.reversed ? world.undelivered().reverse() : world.undelivered();
      await world.attempt(fault, async () => {
        for (const event of waiting) await world.deliver(event, 1);
      });
      return;
    }
    case 'lose_event': {
      const event = at(world.undelivered(), action.pick);
      if (event) world.lose(event.id);
      return;
    }
    case 'return_during_webhooks': {
      if (page?.product === undefined) return;
      const { sessionId } = page;
      const events = world.undelivered().filter(({ type }) => type.startsWith('checkout.session.'));
      await world.attempt(fault, () =>
        allOf<unknown>([
          ...[1, 2, 3].map(() => payments.completePurchase({ sessionId })),
          ...events.map((event) => world.deliver(event, 2)),
        ]),
      );
      return;
    }
    case 'reconcile':
      await world.attempt(fault, () => world.reconcile());
      return;
    case 'change_price': {
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
      await world.attempt(fault, async () => {
        const { todayCents } = await payments.previewPlanChange({ plan });
        await payments.changePlan({ plan, expectedTodayCents: todayCents });
      });
      return;
    }
    case 'cancel':
      await world.attempt(fault, () => payments.cancelSubscription());
      return;
    case 'resume':
      await world.attempt(fault, () => payments.resumeSubscription());
      return;
    case 'wait':
      await world.wait(action.ms);
      return;
    case 'renewals_fail':
      sandbox.failRenewals(action.count);
      return;
    case 'refund': {
      const payment = at(await paymentsOf(app, admin, buyer.userId), action.pick);
      if (!payment) return;
      const committed = payment.refundedCents + payment.pendingCents;
      const refundable = payment.amountCents - committed;
      const amountCents = action.part === 'all' ? refundable : Math.floor(refundable / 2);
      if (amountCents < 1) return;
      const input = adminRefundInput.parse({
        paymentId: payment.id,
        amountCents,
        reason: 'Asked for it',
        endAccess: action.endAccess,
        endRenewal: action.endRenewal,
        expectedCommittedCents: committed,
      });
      const confirmedAdmin = { ...admin, confirmedAt: app.deps.now().toISOString() };
      await world.attempt(fault, () => app.caller(confirmedAdmin).admin.payments.refund(input));
      return;
    }
    case 'refund_at_stripe': {
      const charge = at(refundableCharges(world), action.pick);
      if (!charge) return;
      const refundable = charge.amount - charge.amount_refunded;
      await app.deps.stripe.refunds.create({
        charge: charge.id,
        amount: action.part === 'all' ? refundable : Math.ceil(refundable / 2),
      });
      return;
    }
    case 'fail_refund': {
      const refund = at(
        sandbox.refunds().filter(({ status }) => status === 'succeeded'),
        action.pick,
      );
      if (!refund) return;
      sandbox.failRefund(refund.id);
      const paidPage = model.pages.find(
        (one) => sessionOf(world, one)?.payment_intent === refund.payment_intent,
      );
      if (paidPage?.product !== undefined) model.withFailedRefund.add(paidPage.product);
      return;
    }
    case 'dispute': {
      const charge = at(
        refundableCharges(world).filter(({ disputed }) => !disputed),
        action.pick,
      );
      if (charge) sandbox.dispute(charge.id, undefined, { isInquiry: action.isInquiry });
      return;
    }
    case 'send_evidence': {
      const { items: known } = await app.caller(admin).admin.payments.disputes({});
      const dispute = at(known, action.pick);
      if (!dispute) return;
      const confirmedAdmin = { ...admin, confirmedAt: app.deps.now().toISOString() };
      const send = () =>
        app
          .caller(confirmedAdmin)
          .admin.payments.sendEvidence({ disputeId: dispute.id, statement: 'They used it.' });
      await world.attempt(fault, () => allOf<unknown>(Array.from({ length: action.admins }, send)));
      return;
    }
    case 'close_dispute': {
      const open = sandbox
        .disputes()
        .filter(({ status }) => status.endsWith('needs_response') || status.endsWith('under_review'));
      const dispute = at(open, action.pick);
      if (!dispute) return;
      if (!dispute.status.startsWith('warning')) sandbox.closeDispute(dispute.id, action.outcome);
      else if (action.outcome === 'won') sandbox.closeDispute(dispute.id, 'warning_closed');
      else sandbox.escalateInquiry(dispute.id);
    }
  }
}

function openPage(model: MoneyModel, { url, ...what }: Omit<Page, 'sessionId'> & { url: string }): Page {
  const sessionId = sessionIdOf(url);
  const known = model.pages.find((page) => page.sessionId === sessionId);
  if (known) return known;
  const page = { sessionId, ...what };
  model.pages.push(page);
  return page;
}

/** The buyer pays at Stripe. The event is delivered later, or never. */
async function pay(model: MoneyModel, world: MoneyWorld, page: Page, card: Card): Promise<void> {
  // In the random scenarios, only products are paid with a delay, never memberships.
  const isDelayed = card === 'delayed' && page.product !== undefined;
  const number = card === 'delayed' && !isDelayed ? cards.good : cards[card];
  const { status } = await world.sandbox.pay(page.sessionId, number);
  if (status === 'paid' && page.product !== undefined) model.paidForProducts += page.cents;
}

async function returnToShop(world: MoneyWorld, page: Page, fault: Fault | undefined, times: number) {
  const payments = world.app.caller(world.buyer).payments;
  const { sessionId } = page;
  const call = () =>
    page.product === undefined
      ? payments.verifySubscription({ sessionId })
      : payments.completePurchase({ sessionId });
  await world.attempt(fault, () => allOf<unknown>(Array.from({ length: times }, call)));
}

function sessionOf(world: MoneyWorld, { sessionId }: Page) {
  return world.sandbox.sessions().find(({ id }) => id === sessionId);
}

/** Charges that are not fully refunded and whose disputes, if any, allow a refund. */
function refundableCharges({ sandbox }: MoneyWorld) {
  const unrefundable = sandbox.disputes().filter(({ is_charge_refundable: isRefundable }) => !isRefundable);
  return sandbox
    .charges()
    .filter(({ status, refunded }) => status === 'succeeded' && !refunded)
    .filter(({ id }) => !unrefundable.some(({ charge }) => charge === id));
}

function isPaymentPending(world: MoneyWorld, page: Page): boolean {
  const intent = sessionOf(world, page)?.payment_intent;
  const charge = world.sandbox.charges().findLast(({ payment_intent }) => payment_intent === intent);
  return intent !== null && intent !== undefined && charge?.status === 'pending';
}

export function moneyStep(action: Action, fault?: Fault): fc.AsyncCommand<MoneyModel, MoneyWorld> {
  return new MoneyStep(action, fault);
}

export const moneySteps = fc.tuple(action, fault).map((pair) => moneyStep(...pair));
