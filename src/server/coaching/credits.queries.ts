import { type Insertable, type NotNull, sql } from 'kysely';
import { isOpenToAll } from '../../shared/access/access-rules.ts';
import type { PaidPlan } from '../../shared/payments/billing.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { ownedBy } from '../platform/db/product-ownership.ts';
import type { QuestionCreditsTable } from '../platform/db/tables/coaching-tables.ts';

/** Serializes the transactions that change a student’s questions, credits or homework. */
export async function lockStudent(trx: Trx, studentId: string): Promise<void> {
  await lockKey(trx, `questions:${studentId}`);
}

/** @returns undefined for an unknown user and a deleted account */
export async function findStudent(db: Db | Trx, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'time_zone as timeZone',
      'email_verified_at as emailVerifiedAt',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Keeps the account from being erased until the transaction ends.
 * @returns undefined for an unknown user and a deleted account
 */
export async function lockAccount(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
}

export type NewCredit = Insertable<QuestionCreditsTable>;

/** Adds the credits that the student does not have yet. @returns how many were added */
export async function insertCredits(trx: Trx, credits: readonly NewCredit[]): Promise<number> {
  if (credits.length === 0) return 0;
  const result = await trx
    .insertInto('question_credits')
    .values([...credits])
    .onConflict((conflict) => conflict.columns(['student_id', 'source', 'source_key', 'number']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}

/**
 * The student's purchases that include questions, give access, and were delivered after `deliveredAfter`. A purchase is
 * delivered when it is paid for or, if it was on hold, when it is released.
 */
export async function findPurchasesWithQuestions(trx: Trx, studentId: string, deliveredAfter: Date) {
  // Null for a purchase that was not delivered. The comparison below leaves such purchases out.
  const deliveredAt = sql<string>`coalesce(delivered_at, purchased_at)`;
  return trx
    .selectFrom('purchases')
    .select(['id', 'question_credits as questions', deliveredAt.as('deliveredAt')])
    .where('user_id', '=', studentId)
    .where('grants_access', '=', true)
    .where('question_credits', '>', 0)
    .where(deliveredAt, '>', deliveredAfter.toISOString())
    .execute();
}

/**
 * Moves this month's unspent credits of a suspended subscription to the subscription that now gives the student
 * questions, but only the credits numbered up to `monthly`. If these credits were not moved, `settleVoided` would void
 * them after the new subscription has ended.
 */
export async function replaceSuspended(
  trx: Trx,
  studentId: string,
  current: { month: string; monthly: number; subscriptionId: string | null },
): Promise<void> {
  await sql`update question_credits c set subscription_id = ${current.subscriptionId}
    from subscriptions s
    where c.student_id = ${studentId} and c.source = 'plan' and c.source_key = ${current.month}
      and c.number <= ${current.monthly}::integer and c.question_id is null
      and s.id = c.subscription_id and s.suspended_at is not null
      and s.id is distinct from ${current.subscriptionId}`.execute(trx);
}

/**
 * Voids the unspent credits of purchases that give no access. Voids an unspent credit of a suspended subscription if
 * neither the plan that the subscription still covers nor the student's current plan includes it. Restores all other
 * unspent credits.
 * @param monthly - how many credits a month the student's current plan includes
 * @param monthlyOf - how many credits a month each plan includes
 */
export async function settleVoided(
  trx: Trx,
  studentId: string,
  { monthly, monthlyOf, now }: { monthly: number; monthlyOf: Record<PaidPlan, number>; now: Date },
): Promise<void> {
  await sql`update question_credits c
    set voided_at = case when p.grants_access then null else ${now}::timestamptz end
    from purchases p
    where c.student_id = ${studentId} and c.source = 'product' and c.question_id is null
      and p.id::text = c.source_key and p.grants_access = (c.voided_at is not null)`.execute(trx);
  const isVoid = sql`(c.number > ${monthly}::integer and exists (
    select from subscriptions s where s.id = c.subscription_id and s.suspended_at is not null
      and c.number > coalesce((${JSON.stringify(monthlyOf)}::jsonb ->> s.covered_plan)::integer, 0)))`;
  await sql`update question_credits c
    set voided_at = case when ${isVoid} then ${now}::timestamptz end
    where c.student_id = ${studentId} and c.source = 'plan' and c.question_id is null
      and c.expires_at > ${now}::timestamptz and ${isVoid} = (c.voided_at is null)`.execute(trx);
}

/** Of the credits that the student can spend now, spends the one that expires first. @returns false if there is none */
export async function spendCredit(
  trx: Trx,
  studentId: string,
  questionId: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('question_credits')
    .set({ question_id: questionId })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('question_credits')
        .select('id')
        .where('student_id', '=', studentId)
        .where(isSpendable(now))
        .orderBy('expires_at', (order) => order.asc().nullsLast())
        .orderBy('valid_from')
        // The lowest number first, because a suspension of the subscription voids the highest numbers.
        .orderBy('number')
        .orderBy('id')
        .limit(1)
        .forUpdate(),
    )
    .where('question_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const isSpendable = (now: Date) =>
  sql<boolean>`question_id is null and voided_at is null and valid_from <= ${now}::timestamptz
    and (expires_at is null or expires_at > ${now}::timestamptz)`;

/** The credits that the student can spend now, in the order in which they expire. */
export async function findSpendable(db: Db | Trx, studentId: string, now: Date) {
  return db
    .selectFrom('question_credits')
    .select(['source', 'expires_at as expiresAt'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where(isSpendable(now))
    .groupBy(['source', 'expires_at'])
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('source')
    .execute();
}

/** The last month `YYYY-MM` in which a membership gave the student credits, and when they expire. */
export async function findLastMonth(db: Db | Trx, studentId: string) {
  return db
    .selectFrom('question_credits')
    .select(['source_key as month', 'expires_at as expiresAt'])
    .where('student_id', '=', studentId)
    .where('source', '=', 'plan')
    .where('expires_at', 'is not', null)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .$narrowType<{ expiresAt: NotNull }>()
    .executeTakeFirst();
}

/** How many of the credits that the membership gave for a month are spent. @param month - `YYYY-MM` */
export async function countSpentOfMonth(db: Db | Trx, studentId: string, month: string): Promise<number> {
  const { count } = await db
    .selectFrom('question_credits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where('source', '=', 'plan')
    .where('source_key', '=', month)
    .where('question_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasReturnedCredit(trx: Trx, studentId: string, questionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('question_credits')
    .select('id')
    .where('student_id', '=', studentId)
    .where('source', '=', 'returned')
    .where('source_key', '=', questionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the credit of a question unspent again. @returns false if the credit has expired, or the question has none */
export async function unspendCredit(trx: Trx, questionId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('question_credits')
    .set({ question_id: null })
    .where('question_id', '=', questionId)
    .where(sql<boolean>`(expires_at is null or expires_at > ${now}::timestamptz)`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The three cheapest products that include questions, that can be bought and that the student does not own. */
export async function findProductsWithQuestions(
  db: Db,
  studentId: string,
): Promise<{ id: number; title: string; questions: number }[]> {
  const rows = await db
    .selectFrom('products')
    .select(['products.id', 'products.title', 'products.question_credits as questions'])
    .select(['products.type', 'products.product_number as productNumber'])
    .where('products.is_active', '=', true)
    .where('products.is_free', '=', false)
    .where('products.deleted_at', 'is', null)
    .where('products.question_credits', '>', 0)
    .where(({ not }) => not(ownedBy(studentId)))
    .orderBy('products.price_cents')
    .execute();
  return rows
    .filter((product) => !isOpenToAll(product))
    .slice(0, 3)
    .map(({ id, title, questions }) => ({ id, title, questions }));
}
