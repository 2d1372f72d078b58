import { type GrantFact, isGrantLive } from '../../../shared/access/effective-plan.ts';
import type { AdminPlanGrant, PlanGrant } from '../../../shared/payments/billing.ts';
import { joinedName } from '../../platform/db/name-columns.ts';
import type { PlanGrantRow } from '../../platform/db/tables/plan-tables.ts';
import type { GrantWithGiver } from './grants.queries.ts';

export function grantFactOf(row: PlanGrantRow): GrantFact {
  return { plan: row.plan, startsAt: row.starts_at, endsAt: row.ends_at, revokedAt: row.revoked_at };
}

export function presentGrant(row: PlanGrantRow, now: Date): PlanGrant {
  return {
    id: row.id,
    plan: row.plan,
    amountCents: row.amount_cents,
    description: row.description,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isActive: isGrantLive(grantFactOf(row), now),
  };
}

export function presentAdminGrant(row: GrantWithGiver, now: Date): AdminPlanGrant {
  return {
    ...presentGrant(row, now),
    userId: row.user_id,
    reason: row.reason,
    grantedByName: joinedName(row, 'giver'),
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
    createdAt: row.created_at,
  };
}
