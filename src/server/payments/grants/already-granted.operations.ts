import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { DomainError } from '../../errors.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { findCoveringGrant } from './grants.queries.ts';

/**
 * Prevents that a user pays for a plan that a granted one includes during the whole next month.
 * @throws DomainError conflict
 */
export async function assertNotGranted(
  db: Db | Trx,
  userId: string,
  { plan, step, now }: { plan: PaidPlan; step: 'subscribe' | 'upgrade'; now: Date },
): Promise<void> {
  const covering = await findCoveringGrant(db, userId, plan, now);
  if (!covering) return;
  const included = covering.plan === plan ? '' : `, which includes ${planNames[plan]}`;
  const next = covering.ends_at === null ? '' : ` You can ${step} when it ends.`;
  throw new DomainError(
    'conflict',
    `The academy gave you the ${planNames[covering.plan]} membership${included}.${next}`,
  );
}
