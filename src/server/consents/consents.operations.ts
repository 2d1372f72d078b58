import { registrationSentence } from '../../shared/consents.ts';
import { legalVersions } from '../../shared/legal-versions.ts';
import type { Origin } from '../actor.ts';
import type { Trx } from '../db/database.ts';
import { insertConsents } from './consents.queries.ts';

/** Writes down which texts somebody accepted by registering, in the registration's transaction (N6). */
export async function recordRegistrationConsents(
  trx: Trx,
  userId: string,
  origin: Origin,
  now: Date,
): Promise<void> {
  const common = { user_id: userId, statement: registrationSentence, given_at: now, ip: origin.ip };
  await insertConsents(trx, [
    { ...common, kind: 'terms', version: legalVersions.terms },
    { ...common, kind: 'privacy', version: legalVersions.privacy },
  ]);
}
