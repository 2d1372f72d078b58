import { sql } from 'kysely';
import type { KycFlag } from '../../shared/kyc-review.ts';
import { limits } from '../../shared/limits.ts';

/** The findings of B8 on `kyc_applications as application` with its `users as person`. */
function conditions(today: string) {
  return {
    duplicate_number: sql<boolean>`(
      exists (select 1 from kyc_applications other
        where other.document_number_hash1 in (application.document_number_hash1, application.document_number_hash2)
          and other.user_id <> application.user_id)
      or exists (select 1 from kyc_applications other
        where other.document_number_hash2 in (application.document_number_hash1, application.document_number_hash2)
          and other.user_id <> application.user_id))`,
    under_age: sql<boolean>`(application.date_of_birth
      > (${today}::date - make_interval(years => ${limits.reviewedAgeYears}::int)))`,
    name_differs: sql<boolean>`(lower(btrim(application.first_name) || ' ' || btrim(application.last_name))
      <> lower(btrim(person.first_name) || ' ' || btrim(person.last_name)))`,
  } satisfies Record<KycFlag, unknown>;
}

export function flagCondition(flag: KycFlag, today: string) {
  return conditions(today)[flag];
}

/** `today` as `YYYY-MM-DD`. */
export function flagColumns(today: string) {
  const { duplicate_number, under_age, name_differs } = conditions(today);
  return [
    duplicate_number.as('duplicate_number'),
    under_age.as('under_age'),
    name_differs.as('name_differs'),
  ] as const;
}
