import type { Deps } from '../../deps.ts';
import { findBrokenInvariants, type MoneyInvariant } from './invariants.queries.ts';

const labels: Record<MoneyInvariant, string> = {
  completed_without_payment: 'completed purchases without a payment',
  completed_at_another_amount:
    'completed purchases for which a different amount was paid, or a different user paid',
  refunds_do_not_add_up: 'payments whose refunded amount differs from the sum of their refunds',
  two_running_subscriptions: 'people with more than one running subscription',
};

/** Violated invariants of the payment data, described for admins; empty when all hold. The ids are logged. */
export async function listBrokenInvariants(deps: Pick<Deps, 'db' | 'log'>): Promise<string[]> {
  const broken = await findBrokenInvariants(deps.db);
  for (const { rule, count, ids } of broken) {
    deps.log.error({ event: 'invariant_broken', rule, count, ids }, 'a payment invariant is violated');
  }
  return broken.map(({ rule, count }) => `${labels[rule]}: ${count.toLocaleString('en-US')}`);
}
