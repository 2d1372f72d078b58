import type { z } from 'zod';
import { dayText } from '../../../shared/day-text.ts';
import { labelDecisions } from '../../../shared/poker/decision-labels.ts';
import {
  type DailyMaterial,
  dailyBounds,
  type dailyPlanView,
  type moveDailyInput,
  type removeDailyInput,
  type SaveDailyInput,
} from '../../../shared/practice/daily.ts';
import { addDays } from '../../../shared/time-zone.ts';
import { findActiveCoaches } from '../../access/active-coaches.ts';
import type { CoachActor, RequestMetadata } from '../../actor.ts';
import { type AuditEntry, recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound } from '../../errors.ts';
import { listHandsForCoaches, markAcademyDecision } from '../../hands/academy-hands.operations.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { dailyQueueLowEmail } from '../../messages/email/templates/coaching.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { todayOf } from './daily.operations.ts';
import {
  deletePlanned,
  findNewestDay,
  findPlan,
  findPlanned,
  findRepeat,
  findSessions,
  insertPlanned,
  lockPlan,
  updatePlanned,
} from './daily.queries.ts';

type DailyPlan = z.infer<typeof dailyPlanView>;

/** Today and the days that can be planned, with their hands. */
export async function readDailyPlan(deps: Deps, _actor: CoachActor): Promise<DailyPlan> {
  const today = todayOf(deps);
  const days = Array.from({ length: dailyBounds.plannedDays }, (_, index) => addDays(today, index));
  const rows = await findPlan(deps.db, today, days.at(-1) ?? today);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const firstGap = days.findIndex((day) => !byDay.has(day));
  return {
    days: days.map((day) => {
      const row = byDay.get(day);
      return {
        day,
        spot: row
          ? {
              handId: row.hand_id,
              handTitle: row.title,
              line: row.line,
              atAction: row.at_action,
              question: row.question,
              options: row.options,
              reason: row.reason,
              leak: row.leak,
              productId: row.product_id,
              answers: row.answers,
              updatedAt: row.updated_at,
            }
          : null,
      };
    }),
    planned: firstGap === -1 ? days.length : firstGap,
  };
}

/** The academy's hands with their decisions, and the sessions that a day can link to. */
export async function listDailyMaterial(deps: Deps, actor: CoachActor): Promise<DailyMaterial> {
  const [hands, sessions] = await Promise.all([listHandsForCoaches(deps, actor), findSessions(deps.db)]);
  return {
    hands: hands.flatMap(({ id, title, line, model }) => {
      const decisions = labelDecisions(model);
      return decisions.length === 0 ? [] : [{ id, title: title ?? line, line, decisions }];
    }),
    sessions,
  };
}

/**
 * Plans the hand of a day, or replaces the planned hand.
 * @throws DomainError conflict for today and earlier days, and if the day was changed after `updatedAt`; not_found for
 * a hand that is not the academy's; invalid_input for a day too far ahead, a session that is not offered, an action
 * that is not a decision of the hero, and a decision planned for another day at most `daysBetweenRepeats` days away
 */
export async function saveDaily(
  deps: Deps,
  actor: CoachActor,
  { day, handId, atAction, productId, options, updatedAt, ...texts }: SaveDailyInput,
  metadata: RequestMetadata,
): Promise<void> {
  requireFutureDay(deps, day);
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await lockPlan(trx);
    const planned = await findPlanned(trx, day);
    requireUnchanged(planned, updatedAt, 'Check the fields, and save again.');
    if (productId !== null && !(await findSessions(trx)).some(({ id }) => id === productId)) {
      throw invalidField('productId', 'Choose a session from the list');
    }
    const spotId = await markAcademyDecision(trx, actor, { handId, atAction }, now);
    await requireNoRepeat(trx, spotId, day, planned ? [planned.id] : []);
    const columns = {
      ...texts,
      spot_id: spotId,
      options: JSON.stringify(options),
      product_id: productId,
      created_by: actor.userId,
      updated_at: now,
    };
    if (planned) await updatePlanned(trx, planned.id, columns);
    else await insertPlanned(trx, { day, ...columns, created_at: now });
    const action = planned ? 'daily_hand.updated' : 'daily_hand.planned';
    await recordAudit(trx, planEntry(action, actor, { day, question: texts.question }, metadata));
  });
}

/**
 * Moves the hand of a day to another day. If that day has a hand, the two change places.
 * @throws DomainError not_found for a day without a hand; conflict for today and earlier days, and if one of the days
 * was changed after `updatedAt` or `toUpdatedAt`; invalid_input for a day too far ahead and for a decision that is
 * planned for another day at most `daysBetweenRepeats` days away
 */
export async function moveDaily(
  deps: Deps,
  actor: CoachActor,
  { day, to, updatedAt, toUpdatedAt }: z.infer<typeof moveDailyInput>,
  metadata: RequestMetadata,
): Promise<void> {
  requireFutureDay(deps, day);
  requireFutureDay(deps, to);
  if (day === to) return;
  await inTransaction(deps.db, async (trx) => {
    await lockPlan(trx);
    const moved = await findPlanned(trx, day);
    if (!moved) throw notFound('Hand of the day');
    requireUnchanged(moved, updatedAt, 'Check the day, and then move its hand.');
    const other = await findPlanned(trx, to);
    if (toUpdatedAt !== undefined)
      requireUnchanged(other, toUpdatedAt, 'Check the day, and then move a hand there.');
    const both = other ? [moved.id, other.id] : [moved.id];
    await requireNoRepeat(trx, moved.spot_id, to, both);
    if (other) await requireNoRepeat(trx, other.spot_id, day, both);
    const updated_at = deps.now();
    await updatePlanned(trx, moved.id, { day: to, updated_at });
    if (other) await updatePlanned(trx, other.id, { day, updated_at });
    await recordAudit(
      trx,
      planEntry('daily_hand.moved', actor, { day, question: moved.question, to }, metadata),
      ...(other
        ? [planEntry('daily_hand.moved', actor, { day: to, question: other.question, to: day }, metadata)]
        : []),
    );
  });
}

/**
 * Removes the hand that is planned for a day.
 * @throws DomainError not_found for a day without a hand; conflict for today and earlier days, and if the day was
 * changed after `updatedAt`; invalid_input for a day too far ahead
 */
export async function removeDaily(
  deps: Deps,
  actor: CoachActor,
  { day, updatedAt }: z.infer<typeof removeDailyInput>,
  metadata: RequestMetadata,
): Promise<void> {
  requireFutureDay(deps, day);
  await inTransaction(deps.db, async (trx) => {
    await lockPlan(trx);
    const planned = await findPlanned(trx, day);
    if (!planned) throw notFound('Hand of the day');
    requireUnchanged(planned, updatedAt, 'Check the day, and then remove its hand.');
    await deletePlanned(trx, planned.id);
    await recordAudit(
      trx,
      planEntry('daily_hand.removed', actor, { day, question: planned.question }, metadata),
    );
  });
}

function planEntry(
  action: string,
  actor: CoachActor,
  { day, ...details }: { day: string; question: string; to?: string },
  metadata: RequestMetadata,
): AuditEntry {
  return { actorId: actor.userId, action, subjectType: 'daily_hand', subjectId: day, metadata, details };
}

/**
 * Reminds the active coaches if one of the next `fewDays` days has no hand. While the first day without a hand stays
 * the same, each coach gets only one reminder, however often the job runs. That day may have passed: coaches who plan
 * no hands are not reminded every day.
 */
export async function remindOfFewDailyHands(deps: Deps): Promise<void> {
  const today = todayOf(deps);
  await inTransaction(deps.db, async (trx) => {
    const rows = await findPlan(trx, addDays(today, 1), addDays(today, dailyBounds.fewDays));
    const days = new Set(rows.map(({ day }) => day));
    let planned = 0;
    while (days.has(addDays(today, planned + 1))) planned += 1;
    if (planned >= dailyBounds.fewDays) return;
    const newest = planned > 0 ? addDays(today, planned) : await findNewestDay(trx, today);
    const gap = newest === null ? 'all' : addDays(newest, 1);
    const now = deps.now();
    for (const coach of await findActiveCoaches(trx)) {
      const key = `daily-queue-low:${coach.id}:${gap}`;
      await queueEmail(deps, trx, dailyQueueLowEmail(coach, { planned, key }, deps.appUrl()));
      await notify(trx, {
        userId: coach.id,
        kind: 'daily_queue_low',
        title: 'Plan more hands of the day',
        path: '/coach?view=daily',
        dedupeKey: key,
        appearsAt: now,
      });
    }
  });
}

/** @param updatedAt - when the hand that the coach saw was last changed; null if the coach saw a day without a hand */
function requireUnchanged(
  planned: { updated_at: string } | undefined,
  updatedAt: string | null,
  advice: string,
): void {
  if ((planned?.updated_at ?? null) === updatedAt) return;
  throw new DomainError('conflict', `This day was changed in another tab or by another coach. ${advice}`);
}

/** Rejects earlier days, days too far ahead, and today, because its hand is already being answered. */
function requireFutureDay(deps: Deps, day: string): void {
  const today = todayOf(deps);
  if (day <= today) throw new DomainError('conflict', 'Only days from tomorrow on can be planned.');
  if (day >= addDays(today, dailyBounds.plannedDays)) {
    throw invalidField('day', `Choose one of the next ${dailyBounds.plannedDays - 1} days`);
  }
}

async function requireNoRepeat(trx: Trx, spotId: string, day: string, exceptIds: string[]): Promise<void> {
  const reach = dailyBounds.daysBetweenRepeats;
  const range = { from: addDays(day, -reach), to: addDays(day, reach) };
  const repeated = await findRepeat(trx, spotId, range, exceptIds);
  if (repeated !== undefined) {
    throw invalidField(
      'atAction',
      `The hand of ${dayText(repeated)} has the same decision. A decision can be used again only after ${reach} days.`,
    );
  }
}
