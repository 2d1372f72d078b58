import type { Db } from '../../platform/db/database.ts';

/**
 * Records that a payment at Stripe is not ours.
 * @param id - the id of its payment intent or, without one, its charge
 */
export async function rememberForeignPayment(db: Db, id: string, now: Date): Promise<void> {
  await db
    .insertInto('foreign_payments')
    .values({ id, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the ids that are recorded as not ours, except those that turned out to be ours. */
export async function findForeignPayments(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('foreign_payments')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('billing_payments')
            .select('billing_payments.id')
            .where((ours) =>
              ours.or([
                ours('billing_payments.payment_intent_id', '=', ours.ref('foreign_payments.id')),
                ours('billing_payments.charge_id', '=', ours.ref('foreign_payments.id')),
              ]),
            ),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function forgetForeignPayments(db: Db, seenBefore: Date): Promise<void> {
  await db.deleteFrom('foreign_payments').where('seen_at', '<', seenBefore.toISOString()).execute();
}
