import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import type { Attempt, CheckoutKind, SettledAttempt } from '../checkout/checkout-kind.ts';
import { purchaseKind } from '../checkout/checkout-kinds.operations.ts';
import { openSection } from '../stripe/reconciling-section.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';

/**
 * An attempt is a purchase or a plan's checkout. By this age, the webhook or the return page has usually settled an
 * attempt that was paid for.
 */
const settledAfterMs = 15 * minuteMs;
const batchSize = 100;
/** Leaves time for the other sections of the job, such as refunds. The next run reads the remaining attempts first. */
const maxRunMs = 2 * minuteMs;

type CheckoutReconciliation = {
  read: number;
  completed: number;
  failed: number;
  abandoned: number;
  errors: number;
};

export async function reconcilePurchases(deps: Deps): Promise<CheckoutReconciliation> {
  const counts = await reconcileCheckouts(deps, purchaseKind);
  if (counts.read + counts.abandoned + counts.errors > 0) {
    deps.log.info({ event: 'purchases_reconciled', ...counts }, 'purchases reconciled');
  }
  return counts;
}

/**
 * Reads the checkout sessions of open attempts from Stripe again, in case every webhook was lost and the buyer never
 * returned. Ends attempts that got no checkout session within a day. An attempt that stays open moves to the end of the
 * queue, so that successive runs reach all of them.
 */
export async function reconcileCheckouts<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
): Promise<CheckoutReconciliation> {
  const startedAt = deps.now();
  const before = (span: number) => new Date(startedAt.getTime() - span);
  const section = openSection(deps, maxRunMs);
  const states: SettledAttempt[] = [];
  const abandoned = await kind.endAbandoned(deps.db, before(dayMs), startedAt);
  const read = await section.eachBatch(
    () =>
      kind.findUnsettled(deps.db, {
        createdBefore: before(settledAfterMs),
        readBefore: startedAt,
        limit: batchSize,
      }),
    {
      about: ({ id }) => ({ attemptId: id }),
      work: async (attempt) => states.push(await settle(deps, kind, attempt)),
      after: ({ id }) => kind.touch(deps.db, id, deps.now()),
    },
  );
  return {
    read,
    completed: states.filter((state) => state === 'paid').length,
    failed: states.filter((state) => state === 'ended').length,
    abandoned,
    errors: section.errors,
  };
}

async function settle<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
): Promise<SettledAttempt> {
  const sessionId = attempt.checkout_session_id;
  if (sessionId === null) return 'open';
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (session) return kind.settle(deps, attempt, session);
  const isExpired = deps.now().getTime() - Date.parse(attempt.created_at) > dayMs;
  if (!isExpired) return 'open';
  deps.log.warn({ attemptId: attempt.id, sessionId }, 'Stripe does not know this session');
  await kind.end(deps.db, attempt.id, deps.now());
  return 'ended';
}
