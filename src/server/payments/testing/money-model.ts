import type { PaidPlan } from '../../../shared/payments/billing.ts';

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

export type Card = 'good' | 'declined' | 'delayed' | 'declined_later';

export type Action =
  | { do: 'buy'; product: number }
  | { do: 'subscribe'; plan: PaidPlan }
  /** All at once, as most people do; some close the window at Stripe. */
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
  | { do: 'dispute'; pick: number; isInquiry: boolean }
  | { do: 'send_evidence'; pick: number; admins: number }
  | { do: 'close_dispute'; pick: number; outcome: 'won' | 'lost' };
