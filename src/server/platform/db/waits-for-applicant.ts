import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an application was sent back to its applicant with a list of requested items. An open application without
 * such a list waits for an admin.
 * @param table - the name or alias of `kyc_applications` in the query
 */
export function waitsForApplicant(table: 'kyc_applications' | 'application'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`(${column('superseded_at')} is null and ${column('status')} = 'requires_review'
    and ${column('requested_items')} <> '{}')`;
}
