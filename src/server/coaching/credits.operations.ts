import type { z } from 'zod';
import type { grantQuestionsInput } from '../../shared/coaching/coaches.ts';
import { productQuestionDays, returnedQuestionDays } from '../../shared/coaching/question-limits.ts';
import type { Credits } from '../../shared/coaching/questions.ts';
import { dayMs } from '../../shared/durations.ts';
import type { PaidPlan } from '../../shared/payments/billing.ts';
import { includedIn } from '../../shared/tier-limits.ts';
import { localDay, startOfDay } from '../../shared/time-zone.ts';
import { paidPlanSince } from '../access/current-plan.operations.ts';
import { rejectLeaving } from '../access/leaving-account.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound, notSignedIn } from '../errors.ts';
import { notify } from '../messages/notifications/notifications.operations.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findLoad } from './capacity.queries.ts';
import {
  countSpentOfMonth,
  findLastMonth,
  findProductsWithQuestions,
  findPurchasesWithQuestions,
  findSpendable,
  findStudent,
  hasReturnedCredit,
  insertCredits,
  lockAccount,
  lockStudent,
  type NewCredit,
  replaceSuspended,
  settleVoided,
  unspendCredit,
} from './credits.queries.ts';
import { endWithoutHand } from './questions.queries.ts';

/** The question credits that a student gets from the membership, and for a verified email. */
type Entitlement = {
  /** How many credits the membership gives a month. */
  monthly: number;
  /** How many further credits the student gets this month when the failed renewal of the membership is paid. */
  oncePaid: number;
  /**
   * When the membership gives the next credits. Null if it gives none, or ends before the next month. Also null while
   * the payment for an upgrade with more credits is in progress, because the time is unknown until it arrives.
   */
  nextAt: string | null;
  /** The subscription that gives the monthly credits; null if a granted membership gives them. */
  subscriptionId: string | null;
  /**
   * How many credits a month each plan includes. A suspended subscription gives those of the plan that its undisputed
   * payments paid for (`covered_plan`).
   */
  monthlyOf: Record<PaidPlan, number>;
  /** How many credits the student gets once, after the email is verified. */
  welcome: number;
  timeZone: string | null;
  isVerified: boolean;
};

/** A month `YYYY-MM`, when it began, and when the next one begins. */
type Month = { month: string; startsAt: Date; endsAt: Date };

export function monthOf(now: Date, timeZone: string | null): Month {
  return monthIn(localDay(now, timeZone).slice(0, 7), timeZone);
}

function monthIn(month: string, timeZone: string | null): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { month, startsAt: startOfDay(`${month}-01`, timeZone), endsAt: startOfDay(next, timeZone) };
}

/**
 * The month whose credits the student gets now. After a change of the time zone, the current month still lasts until
 * its credits expire. The next one begins then, or with the calendar month of the new time zone if that begins later.
 */
async function questionMonth(
  db: Db | Trx,
  studentId: string,
  timeZone: string | null,
  now: Date,
): Promise<Month> {
  const present = monthOf(now, timeZone);
  const last = await findLastMonth(db, studentId);
  if (!last) return present;
  const expiresAt = new Date(last.expiresAt);
  if (expiresAt > now) return { ...monthIn(last.month, timeZone), endsAt: expiresAt };
  return { ...present, startsAt: new Date(Math.max(present.startsAt.getTime(), expiresAt.getTime())) };
}

/**
 * Brings the student's credits up to date. Call this under `lockStudent` before spending a credit.
 * - Adds the credits that the student does not have yet, for the membership, for purchases and for a verified email.
 * - Voids the unspent credits of purchases that give no access, such as refunded purchases, and of subscriptions that a
 *   refund or dispute has suspended.
 * - Restores the credits of purchases and subscriptions that give access again.
 */
export async function settleCredits(
  trx: Trx,
  studentId: string,
  entitlement: Omit<Entitlement, 'oncePaid' | 'nextAt'>,
  now: Date,
): Promise<void> {
  const { monthly, subscriptionId, monthlyOf, welcome, timeZone, isVerified } = entitlement;
  const { month, endsAt } = await questionMonth(trx, studentId, timeZone, now);
  const common = { student_id: studentId, valid_from: now, created_at: now };
  const purchases = await findPurchasesWithQuestions(
    trx,
    studentId,
    new Date(now.getTime() - productQuestionDays * dayMs),
  );
  const credits: NewCredit[] = [
    ...numbersUpTo(monthly).map((number) => ({
      ...common,
      source: 'plan' as const,
      source_key: month,
      number,
      subscription_id: subscriptionId,
      expires_at: endsAt,
    })),
    ...numbersUpTo(isVerified ? welcome : 0).map((number) => ({
      ...common,
      source: 'welcome' as const,
      source_key: 'verified',
      number,
      expires_at: null,
    })),
    ...purchases.flatMap(({ id, questions, deliveredAt }) =>
      numbersUpTo(questions).map((number) => ({
        ...common,
        source: 'product' as const,
        source_key: id,
        number,
        valid_from: deliveredAt,
        expires_at: new Date(Date.parse(deliveredAt) + productQuestionDays * dayMs),
      })),
    ),
  ];
  await insertCredits(trx, credits);
  await replaceSuspended(trx, studentId, { month, monthly, subscriptionId });
  await settleVoided(trx, studentId, { monthly, monthlyOf, now });
}

function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/**
 * Reads how many question credits a student gets each month, and how many for a verified email.
 * @throws DomainError not_signed_in for a deleted account
 */
export async function entitlementOf(deps: Deps, studentId: string): Promise<Entitlement> {
  const [student, settings] = await Promise.all([findStudent(deps.db, studentId), getSettings(deps)]);
  if (!student) throw notSignedIn();
  const { month, startsAt, endsAt } = await questionMonth(deps.db, studentId, student.timeZone, deps.now());
  // After a change of the time zone, this month's credits may expire before the next month begins in the new time
  // zone.
  const nextMonth = new Date(Math.max(endsAt.getTime(), monthIn(month, student.timeZone).endsAt.getTime()));
  const { paid, oncePaid, planned, upgrade, subscriptionId } = await paidPlanSince(deps, studentId, {
    start: startsAt,
    end: nextMonth,
  });
  const monthly = includedIn(paid, 'questions', settings);
  const goesOn = monthly > 0 && includedIn(planned, 'questions', settings) > 0;
  const nextMonthAt = goesOn ? nextMonth.toISOString() : null;
  const hasMoreAt =
    upgrade && includedIn(upgrade.plan, 'questions', settings) > monthly ? [upgrade.paidAt] : [];
  return {
    monthly,
    oncePaid: Math.max(0, includedIn(oncePaid, 'questions', settings) - monthly),
    nextAt: hasMoreAt.includes(null)
      ? null
      : ([nextMonthAt, ...hasMoreAt].filter((at) => at !== null).toSorted()[0] ?? null),
    subscriptionId,
    monthlyOf: {
      silver: includedIn('silver', 'questions', settings),
      gold: includedIn('gold', 'questions', settings),
      diamond: includedIn('diamond', 'questions', settings),
    },
    welcome: settings.welcomeQuestions,
    timeZone: student.timeZone,
    isVerified: student.emailVerifiedAt !== null,
  };
}

/**
 * Gives the credit of a question back. If the question was withdrawn and its credit has not expired, that credit
 * becomes unspent. Otherwise, the student gets a new credit, at most once for a question.
 * @returns false if the student got a new credit for this question before
 */
export async function giveCreditBack(
  trx: Trx,
  question: { id: string; student_id: string },
  now: Date,
  isWithdrawn = false,
): Promise<boolean> {
  if (await hasReturnedCredit(trx, question.student_id, question.id)) return false;
  if (isWithdrawn && (await unspendCredit(trx, question.id, now))) return true;
  const added = await insertCredits(trx, [
    {
      student_id: question.student_id,
      source: 'returned',
      source_key: question.id,
      number: 1,
      valid_from: now,
      expires_at: new Date(now.getTime() + returnedQuestionDays * dayMs),
      created_at: now,
    },
  ]);
  return added === 1;
}

/**
 * Ends open questions whose hand the student deleted, and gives back the credits of the questions without an answer.
 * @param studentId - only this student's questions; undefined for all
 */
export async function closeWithoutHand(trx: Trx, now: Date, studentId?: string): Promise<void> {
  for (const question of await endWithoutHand(trx, studentId)) await giveCreditBack(trx, question, now, true);
}

/** How many questions wait for an answer and, while no student can ask, the reason and when students can ask again. */
export async function readCapacity(
  db: Db | Trx,
  now: Date,
): Promise<{ open: number; closed: Credits['closed'] }> {
  const { capacity, open, firstDueAt } = await findLoad(db);
  if (capacity === 0) return { open, closed: { reason: 'no_coach', opensAt: null } };
  // The question that is due first should be answered by its due time, which makes room for another question.
  const opensAt = firstDueAt !== null && firstDueAt > now.toISOString() ? firstDueAt : null;
  return { open, closed: open >= capacity ? { reason: 'full', opensAt } : null };
}

/** Settles the student's credits. @returns the credits that can be spent now, by source and expiry, and their number */
export async function settledCredits(
  deps: Deps,
  studentId: string,
  entitlement: Entitlement,
): Promise<Pick<Credits, 'items' | 'left'>> {
  const now = deps.now();
  const items = await inTransaction(deps.db, async (trx) => {
    await lockStudent(trx, studentId);
    await closeWithoutHand(trx, now, studentId);
    await settleCredits(trx, studentId, entitlement, now);
    return findSpendable(trx, studentId, now);
  });
  return { items, left: items.reduce((sum, { count }) => sum + count, 0) };
}

/** How many questions the student may ask now, and when there will be more. Settles the student's credits first. */
export async function readCredits(deps: Deps, actor: Actor): Promise<Credits> {
  const entitlement = await entitlementOf(deps, actor.userId);
  const now = deps.now();
  const { items, left } = await settledCredits(deps, actor.userId, entitlement);
  const { month } = await questionMonth(deps.db, actor.userId, entitlement.timeZone, now);
  const [spent, settings, capacity, products] = await Promise.all([
    countSpentOfMonth(deps.db, actor.userId, month),
    getSettings(deps),
    readCapacity(deps.db, now),
    findProductsWithQuestions(deps.db, actor.userId),
  ]);
  return {
    left,
    monthly: { count: entitlement.monthly, spent, month },
    oncePaid: entitlement.oncePaid,
    onceVerified: entitlement.isVerified ? 0 : entitlement.welcome,
    nextAt: entitlement.nextAt,
    items,
    promiseHours: settings.answerPromiseHours,
    waiting: settings.showWaiting ? capacity.open : null,
    closed: capacity.closed,
    products,
  };
}

/**
 * Gives a student question credits. A request id that is repeated adds only the missing credits: after a request for
 * 1 credit, a request for 3 with the same id adds 2.
 * @throws DomainError not_found
 */
export async function grantQuestions(
  deps: Deps,
  actor: AdminActor,
  { userId, count, validDays, reason, requestId }: z.infer<typeof grantQuestionsInput>,
  metadata: RequestMetadata,
): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw notFound('User');
    rejectLeaving(account);
    const added = await insertCredits(
      trx,
      numbersUpTo(count).map((number) => ({
        student_id: userId,
        source: 'grant' as const,
        source_key: requestId,
        number,
        valid_from: now,
        expires_at: validDays === null ? null : new Date(now.getTime() + validDays * dayMs),
        granted_by: actor.userId,
        grant_reason: reason,
        created_at: now,
      })),
    );
    if (added === 0) return;
    await notify(trx, {
      userId,
      kind: 'announcement',
      title:
        count === 1 ? 'You can ask a coach one more question' : `You can ask a coach ${count} more questions`,
      body: 'Open a hand, mark a decision, and ask.',
      path: '/questions',
      dedupeKey: `question-grant:${requestId}`,
      appearsAt: now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'questions.granted',
      subjectType: 'user',
      subjectId: userId,
      metadata,
      details: { count, validDays },
    });
  });
}
