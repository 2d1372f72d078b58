import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/**
 * The number of a new read from Stripe, greater than those of all reads that began earlier. A response with a lower
 * number than the stored one is out of date.
 */
export async function nextReadNumber(
  db: Db,
  sequence: 'billing_payment_reads' | 'subscription_reads',
): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval(${sequence}) as number`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the sequence returned no number');
  return row.number;
}
