import { sql } from 'kysely';
import type { KycFlag } from '../../shared/kyc/kyc-review.ts';

/** `today` as `YYYY-MM-DD` in UTC, `minimumAge` in years. */
export type AgeRule = { today: string; minimumAge: number };

/**
 * SQL conditions of the flags, for `kyc_applications as application`. Database triggers maintain the columns
 * `number_shared` (an application of another user has the same document number) and `name_differs` (the application's
 * name differs from the account's name).
 */
export function flagConditions({ today, minimumAge }: AgeRule) {
  return {
    duplicate_number: sql<boolean>`application.number_shared`,
    duplicate_image: sql<boolean>`exists (select 1 from uploads mine
      join uploads other on other.image_hash = mine.image_hash
      where mine.id in (application.document_upload1, application.document_upload2)
        and other.status = 'claimed' and other.user_id <> application.user_id)`,
    under_age: sql<boolean>`(application.date_of_birth
      > (${today}::date - make_interval(years => ${minimumAge}::int)))`,
    name_differs: sql<boolean>`application.name_differs`,
    types_differ: sql<boolean>`coalesce(application.document_type1 <> application.document_type2
      and application.document_number_hash1 = application.document_number_hash2, false)`,
  } satisfies Record<KycFlag, unknown>;
}

export function flagColumns(ages: AgeRule) {
  const { duplicate_number, duplicate_image, under_age, name_differs, types_differ } = flagConditions(ages);
  return [
    duplicate_number.as('duplicate_number'),
    duplicate_image.as('duplicate_image'),
    under_age.as('under_age'),
    name_differs.as('name_differs'),
    types_differ.as('types_differ'),
  ] as const;
}
