import type { Db } from '../platform/db/database.ts';

/** The facts that the purchase requirements check. */
export async function findGateFacts(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['kyc_status as kycStatus', 'email_verified_at as emailVerifiedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
