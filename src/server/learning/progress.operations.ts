import type { ProgressEntry, ProgressInput } from '../../shared/learning/learning.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { creditTime } from './credited-time.ts';
import { countStudy } from './goals/goals.operations.ts';
import { presentProgress } from './learning.present.ts';
import { findOpenSession } from './open-session.operations.ts';
import {
  findCreditedUntil,
  findProgress,
  findProgressOf,
  lockReports,
  type ProgressRow,
  saveProgress,
} from './progress.queries.ts';

/** GET /api/coaching/progress: sessions that the user has started or completed, latest first. */
export async function listProgress(deps: Deps, actor: Actor): Promise<ProgressEntry[]> {
  return (await findProgress(deps.db, actor.userId)).map(presentProgress);
}

/**
 * PUT /api/coaching/progress/{sessionId}: stores status, position, study time, notes and rating. Study time counts
 * toward the goal of the user's current day.
 * @throws DomainError not_found; forbidden for a session that the user may not open
 */
export async function reportProgress(deps: Deps, actor: Actor, input: ProgressInput): Promise<ProgressEntry> {
  const session = await findOpenSession(deps, actor, input.sessionId);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockReports(trx, actor.userId);
    const before = await findProgressOf(trx, actor.userId, session.id);
    const until = await findCreditedUntil(trx, actor.userId);
    // Study time up to `until` is already credited. At most the time since then is credited now, so that study on two
    // devices at the same time counts once.
    const credit = input.addSeconds === undefined ? undefined : creditTime(input.addSeconds, until, now);
    const status = input.status ?? before?.status ?? 'in_progress';
    const after = await saveProgress(trx, {
      user_id: actor.userId,
      session_id: session.id,
      started_at: now,
      status,
      completed_at: status === 'completed' ? (before?.completed_at ?? now) : null,
      position_seconds: input.position ?? before?.position_seconds ?? 0,
      time_spent: (before?.time_spent ?? 0) + (credit?.seconds ?? 0),
      credited_until: credit?.creditedUntil ?? before?.credited_until ?? null,
      notes: input.notes === undefined ? (before?.notes ?? null) : input.notes || null,
      rating: input.rating === undefined ? (before?.rating ?? null) : input.rating,
      updated_at: now,
    });
    const isNewlyCompleted = status === 'completed' && before?.status !== 'completed';
    const isReopened = status === 'in_progress' && before?.status === 'completed';
    await countStudy(
      trx,
      actor.userId,
      {
        seconds: credit?.seconds ?? 0,
        completed: isNewlyCompleted,
        takenBackFrom: isReopened ? before.completed_at : null,
      },
      now,
    );
    await recordReport(trx, before, after, now);
    return presentProgress(after);
  });
}

async function recordReport(
  trx: Trx,
  before: ProgressRow | undefined,
  after: ProgressRow,
  now: Date,
): Promise<void> {
  const sessionId = after.session_id;
  const event = { userId: after.user_id, at: now };
  if (!before) await recordEvent(trx, 'session_opened', { ...event, properties: { sessionId } });
  if (after.status !== (before?.status ?? 'in_progress')) {
    const name = after.status === 'completed' ? 'session_completed' : 'session_reopened';
    await recordEvent(trx, name, { ...event, properties: { sessionId } });
  }
  if (after.rating !== null && after.rating !== before?.rating) {
    await recordEvent(trx, 'session_rated', { ...event, properties: { sessionId, rating: after.rating } });
  }
}

/** "Mark as complete". @throws DomainError as `reportProgress` */
export function markComplete(deps: Deps, actor: Actor, sessionId: number): Promise<ProgressEntry> {
  return reportProgress(deps, actor, { sessionId, status: 'completed' });
}

/**
 * Undoes a completion; position, time and notes stay.
 * @throws DomainError as `reportProgress`; not_found without progress
 */
export async function unmarkComplete(deps: Deps, actor: Actor, sessionId: number): Promise<ProgressEntry> {
  if (!(await findProgressOf(deps.db, actor.userId, sessionId))) throw notFound('Your progress');
  return reportProgress(deps, actor, { sessionId, status: 'in_progress' });
}
