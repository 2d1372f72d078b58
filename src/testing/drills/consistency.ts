import { sql } from 'kysely';
import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { findBrokenInvariants } from '../../server/payments/ledger/invariants.queries.ts';
import type { Db } from '../../server/platform/db/database.ts';
import type { Drill } from './drill.ts';

/** Counts violations by kind. All counts must be 0. */
async function countViolations(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with completed as (select * from purchases where status = 'completed' and granted_by is null)
    select
      (select count(*) from (select 1 from users group by lower(email) having count(*) > 1) as t)::int
        as "email addresses with two accounts",
      (select count(*) from (select 1 from purchases where grants_access
        group by user_id, product_id having count(*) > 1) as t)::int as "products owned twice",
      (select count(*) from (select 1 from completed
        group by checkout_session_id having count(*) > 1) as t)::int as "checkout sessions that delivered twice",
      (select count(*) from completed where (select count(*) from mail_messages
        where dedupe_key = 'receipt:' || completed.id) <> 1)::int as "purchases without exactly one receipt",
      (select count(*) from completed where (select count(*) from notifications
        where dedupe_key = 'receipt:' || completed.id) <> 1)::int as "purchases without exactly one notification",
      (select count(*) from completed where (select count(*) from billing_payments
        where purchase_id = completed.id) <> 1)::int as "purchases without exactly one line in the ledger",
      (select count(*) from purchases where held_reason is not null)::int as "purchases on hold"`.execute(db);
  return rows[0] ?? {};
}

/**
 * Checks that the database is consistent in itself and with the payment provider: nothing is duplicated or lost.
 * @returns the number of completed purchases
 */
export async function checkConsistency(drill: Drill, db: Db, sandbox: StripeSandbox): Promise<number> {
  drill.expectSame('broken invariants', await findBrokenInvariants(db), []);
  for (const [what, count] of Object.entries(await countViolations(db))) drill.expectAtMost(what, count, 0);
  const completed = await db
    .selectFrom('purchases')
    .select('checkout_session_id')
    .where('status', '=', 'completed')
    .execute();
  const delivered = new Set(completed.map((row) => row.checkout_session_id));
  const paid = sandbox.sessions().filter((session) => session.payment_status === 'paid');
  const missing = paid.filter((session) => !delivered.has(session.id));
  drill.expectAtMost('checkout sessions that were paid but not delivered', missing.length, 0);
  drill.expectSame('number of deliveries, compared with payments', completed.length, paid.length);
  return completed.length;
}

/**
 * Waits until the number of completed purchases reaches the number of paid checkout sessions, but at most `seconds`.
 * @returns the seconds waited
 */
export async function waitForDeliveries(db: Db, sandbox: StripeSandbox, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const paid = sandbox.sessions().filter((session) => session.payment_status === 'paid').length;
  for (;;) {
    const { count } = await db
      .selectFrom('purchases')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'completed')
      .executeTakeFirstOrThrow();
    if (count >= paid || elapsed() > seconds) return elapsed();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
