import { planOpens } from '../../../shared/access/tier-gate.ts';
import type { GrantPlansInput } from '../../../shared/admin/bulk-users.ts';
import {
  type AdminPlanGrant,
  type GrantPlanInput,
  paidPlans,
  type RevokeGrantInput,
} from '../../../shared/payments/billing.ts';
import { planInTransaction } from '../../access/current-plan.operations.ts';
import { rejectLeaving } from '../../access/leaving-account.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound } from '../../errors.ts';
import { queueEmail, type RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import {
  type GrantNotification,
  grantEmail,
  grantLabels,
} from '../../messages/email/templates/subscriptions.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { PlanGrantRow } from '../../platform/db/tables/plan-tables.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import { type BuyerRow, lockBuyer } from '../ledger/purchases.queries.ts';
import { isLive } from '../stripe/stripe-subscription.ts';
import { presentAdminGrant } from './grants.present.ts';
import {
  findClosedAccounts,
  findGrant,
  findGrantsOf,
  findIncludedSubscription,
  insertGrant,
  markGrantRevoked,
} from './grants.queries.ts';

/**
 * Grants a user a plan in addition to any subscription; the highest plan counts. Nothing is charged: the amount is only
 * displayed. Concurrent clicks create one grant, because a second grant would survive the revocation of the first. An
 * open payment page for a plan that the grant includes is closed.
 * @throws DomainError not_found; invalid_input for an end that is past or not after the start; conflict if the user
 * already has the same plan with the same amount and description for that time, or the account is about to be deleted
 */
export async function grantPlan(
  deps: Deps,
  actor: AdminActor,
  input: GrantPlanInput,
  metadata: RequestMetadata,
): Promise<AdminPlanGrant> {
  const span = spanOf(deps, input);
  return inTransaction(deps.db, async (trx) => {
    const user = await lockBuyer(trx, input.userId);
    if (!user || user.deleted_at !== null) throw notFound('User');
    rejectLeaving(user);
    const grant = await createGrant(deps, trx, actor, user, { ...input, ...span }, metadata);
    if (!grant) {
      throw new DomainError(
        'conflict',
        'This user already has the same membership for that time. Take it back first to give it again.',
      );
    }
    await closePages(deps, trx, input.plan);
    return readGrant(trx, grant, deps.now());
  });
}

/**
 * Grants several users the same plan in one transaction. Skips users who already have it with the same amount and
 * description for that time, and users who cannot log in.
 * @returns how many grants were created
 * @throws DomainError step_up_required, not_found, invalid_input for an end that is past or not after the start
 */
export async function grantPlans(
  deps: Deps,
  actor: AdminActor,
  { ids, ...terms }: GrantPlansInput,
  metadata: RequestMetadata,
): Promise<{ done: number }> {
  requireRecentAuthentication(deps, actor);
  const span = spanOf(deps, terms);
  return inTransaction(deps.db, async (trx) => {
    // In a fixed order, so that two admins who grant concurrently cannot deadlock.
    const sorted = [...new Set(ids)].toSorted();
    const users: BuyerRow[] = [];
    for (const userId of sorted) {
      const user = await lockBuyer(trx, userId);
      if (!user) throw notFound('User');
      users.push(user);
    }
    const closed = await findClosedAccounts(trx, sorted);
    let done = 0;
    for (const user of users.filter(({ id }) => !closed.has(id))) {
      if (await createGrant(deps, trx, actor, user, { ...terms, ...span }, metadata)) done += 1;
    }
    if (done > 0) await closePages(deps, trx, terms.plan);
    return { done };
  });
}

/** Queues jobs that close the open payment pages for what was just granted. */
async function closePages(deps: Deps, trx: Trx, granted: GrantPlanInput['plan']): Promise<void> {
  for (const plan of paidPlans) {
    if (planOpens(granted, plan)) await deps.jobs.enqueue(trx, 'close-payment-pages', { plan });
  }
}

type Span = { startsAt: Date; endsAt: Date | null };

/** @throws DomainError invalid_input for an end that is past or not after the start */
function spanOf(deps: Deps, input: Pick<GrantPlanInput, 'startsAt' | 'endsAt'>): Span {
  const now = deps.now();
  const startsAt = input.startsAt ? new Date(input.startsAt) : now;
  const endsAt = input.endsAt ? new Date(input.endsAt) : null;
  if (endsAt !== null && (endsAt <= now || endsAt <= startsAt)) {
    throw invalidField('endsAt', 'The end must be in the future and after the start');
  }
  return { startsAt, endsAt };
}

/** @returns undefined if an earlier grant with the same terms covers that time */
async function createGrant(
  deps: Deps,
  trx: Trx,
  actor: AdminActor,
  user: BuyerRow,
  terms: Omit<GrantPlanInput, 'userId' | keyof Span> & Span,
  metadata: RequestMetadata,
): Promise<PlanGrantRow | undefined> {
  const { startsAt, endsAt } = terms;
  const grantee = recipientOf(user);
  const given = await findGrantsOf(trx, grantee.id);
  if (given.some((grant) => isSameGrant(grant, terms) && coversSpan(grant, startsAt, endsAt)))
    return undefined;
  const grant = await insertGrant(trx, {
    user_id: grantee.id,
    plan: terms.plan,
    amount_cents: terms.amountCents ?? null,
    description: terms.description ?? null,
    reason: terms.reason,
    starts_at: startsAt,
    ends_at: endsAt,
    granted_by: actor.userId,
    created_at: deps.now(),
  });
  await notifyGrantee(deps, trx, grantee, 'given', grant);
  await recordAudit(trx, {
    actorId: actor.userId,
    action: 'plan.granted',
    subjectType: 'user',
    subjectId: grantee.id,
    metadata,
    details: {
      grantId: grant.id,
      before: 'not given',
      after: grant.plan,
      from: grant.starts_at,
      dueAt: grant.ends_at,
    },
  });
  return grant;
}

function isSameGrant(
  grant: PlanGrantRow,
  { plan, amountCents, description }: Pick<GrantPlanInput, 'plan' | 'amountCents' | 'description'>,
): boolean {
  return (
    grant.plan === plan &&
    grant.amount_cents === (amountCents ?? null) &&
    grant.description === (description ?? null)
  );
}

/**
 * Whether a grant covers the time. A grant that took effect when it was created also covers earlier start times: of two
 * concurrent clicks, the one that is stored second may have the earlier start.
 */
function coversSpan(grant: PlanGrantRow, startsAt: Date, endsAt: Date | null): boolean {
  if (grant.revoked_at !== null) return false;
  const coveredFrom = Date.parse(grant.starts_at);
  if (coveredFrom > startsAt.getTime() && coveredFrom > Date.parse(grant.created_at)) return false;
  return grant.ends_at === null || (endsAt !== null && Date.parse(grant.ends_at) >= endsAt.getTime());
}

/**
 * Revokes a grant immediately. A repeated call with the same reason changes nothing.
 * @throws DomainError not_found, conflict if the grant has ended or was revoked with another reason
 */
export async function revokeGrant(
  deps: Deps,
  actor: AdminActor,
  { grantId, reason }: RevokeGrantInput,
  metadata: RequestMetadata,
): Promise<AdminPlanGrant> {
  const now = deps.now();
  return inTransaction(deps.db, async (trx) => {
    const known = await findGrant(trx, grantId);
    const user = known && (await lockBuyer(trx, known.user_id));
    // Reads the grant again, because it may have changed before the lock was acquired.
    const grant = await findGrant(trx, grantId);
    if (!grant || !user || user.deleted_at !== null) throw notFound('Grant');
    const grantee = recipientOf(user);
    if (grant.revoked_at !== null) {
      if (grant.revoke_reason !== reason) {
        throw new DomainError(
          'conflict',
          'This membership was already taken back, so your reason was not stored.',
        );
      }
      return readGrant(trx, grant, now);
    }
    if (grant.ends_at !== null && Date.parse(grant.ends_at) <= now.getTime()) {
      throw new DomainError('conflict', 'This grant has already ended.');
    }
    const revoked = await markGrantRevoked(trx, grant.id, { reason, now });
    // A grant that has not started would have given its plan only from its start.
    const lostFrom = new Date(Math.max(now.getTime(), Date.parse(grant.starts_at)));
    await notifyOfLostPlan(deps, trx, grantee, 'revoked', revoked, lostFrom);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'plan.revoked',
      subjectType: 'user',
      subjectId: grantee.id,
      metadata,
      details: { grantId: grant.id, before: grant.plan, after: 'taken back' },
    });
    return readGrant(trx, revoked, now);
  });
}

/**
 * Notifies the user that a grant was revoked, is about to end or has ended, unless another grant or a subscription
 * gives an equal or higher plan at `lostFrom`.
 */
export async function notifyOfLostPlan(
  deps: Deps,
  trx: Trx,
  to: RecipientWithTimeZone,
  notification: Exclude<GrantNotification, 'given'>,
  grant: PlanGrantRow,
  lostFrom: Date,
): Promise<void> {
  const planThen = await planInTransaction(trx, to.id, lostFrom);
  if (!planOpens(planThen, grant.plan)) await notifyGrantee(deps, trx, to, notification, grant);
}

/** Notifies the user by email and in the app that a grant was given or revoked, is about to end or has ended. */
async function notifyGrantee(
  deps: Deps,
  trx: Trx,
  to: RecipientWithTimeZone,
  notification: GrantNotification,
  grantRow: PlanGrantRow,
): Promise<void> {
  const included = notification === 'given' ? await findIncludedSubscription(trx, grantRow) : undefined;
  const grant = {
    id: grantRow.id,
    plan: grantRow.plan,
    startsAt: grantRow.starts_at,
    endsAt: grantRow.ends_at,
    timeZone: to.timeZone,
    included:
      included === undefined ? null : isLive(included.status) ? ('renews' as const) : ('processing' as const),
  };
  await queueEmail(deps, trx, grantEmail(to, notification, grant, deps.appUrl()));
  const { title, body, path, key } = grantLabels(notification, grant);
  await notify(trx, {
    userId: to.id,
    kind: 'subscription_changed',
    title,
    body,
    path,
    dedupeKey: key,
    appearsAt: deps.now(),
  });
}

async function readGrant(trx: Trx, grant: PlanGrantRow, now: Date): Promise<AdminPlanGrant> {
  const own = (await findGrantsOf(trx, grant.user_id)).find(({ id }) => id === grant.id);
  if (!own) throw notFound('Grant');
  return presentAdminGrant(own, now);
}
