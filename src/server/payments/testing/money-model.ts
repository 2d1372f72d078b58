import type { PaidPlan } from '../../../shared/payments/billing.ts';

/** A payment page whose URL the buyer received. For a membership, `product` is undefined and `cents` is 0. */
export type Page = { sessionId: string; product: number | undefined; cents: number };

/** The expected state, derived only from the actions of a random scenario of payments, without reading the database. */
export type MoneyModel = {
  pages: Page[];
  /** US cents paid for products, at the prices shown on the payment pages. */
  paidForProducts: number;
  /** Current prices of the products, in US cents. */
  prices: number[];
  /**
   * Products with a failed refund. A buyer who bought such a product again before the refund failed has paid twice; the
   * second purchase is then on hold, and the admins are notified.
   */
  withFailedRefund: Set<number>;
};

export type Card = 'good' | 'declined' | 'delayed' | 'declined_later';

/**
 * A step of a scenario. `pick` selects one of the pages, events, payments, refunds or disputes that exist at this step:
 * `pick` modulo their number is the index of the selected one.
 */
export type Action =
  | { do: 'buy'; product: number }
  | { do: 'subscribe'; plan: PaidPlan }
  /** Click, payment and return in one step. Without `returns`, the buyer closes the payment page afterwards. */
  | { do: 'buy_and_pay'; product: number; card: Card; returns: boolean }
  | { do: 'subscribe_and_pay'; plan: PaidPlan; card: Card; returns: boolean }
  | { do: 'pay'; pick: number; card: Card }
  | { do: 'settle_delayed'; pick: number; paid: boolean }
  | { do: 'expire'; pick: number }
  | { do: 'return'; pick: number; times: number }
  | { do: 'open_as_other_user'; pick: number }
  | { do: 'deliver'; pick: number; copies: number }
  | { do: 'deliver_all'; reversed: boolean }
  | { do: 'lose_event'; pick: number }
  | { do: 'return_during_webhooks'; pick: number }
  | { do: 'reconcile' }
  | { do: 'change_price'; product: number; cents: number }
  | { do: 'change_plan'; plan: PaidPlan }
  | { do: 'cancel' | 'resume' }
  | { do: 'wait'; ms: number }
  | { do: 'renewals_fail'; count: number }
  | { do: 'refund'; pick: number; part: 'all' | 'half'; endAccess: boolean; endRenewal: boolean }
  | { do: 'refund_at_stripe'; pick: number; part: 'all' | 'half' }
  | { do: 'fail_refund'; pick: number }
  | { do: 'dispute'; pick: number; isInquiry: boolean }
  | { do: 'send_evidence'; pick: number; admins: number }
  | { do: 'close_dispute'; pick: number; outcome: 'won' | 'lost' };
