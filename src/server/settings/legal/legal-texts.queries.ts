import type { Insertable } from 'kysely';
import type { LegalText } from '../../../shared/auth/consents.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { SiteTextsTable } from '../../platform/db/tables/system-tables.ts';

/**
 * A version of a legal text, without the text. `valid_on`: the first day on which the version is in effect; null means
 * the day of `changed_at`. `valid_from`: when that day begins; null if the version took effect at `changed_at`.
 */
export type LegalVersionRow = Awaited<ReturnType<typeof findLegalVersions>>[number];
export type LegalRow = Awaited<ReturnType<typeof findLegalRows>>[number];

export function legalKey(document: LegalText): string {
  return `legal.${document}`;
}

/** All versions of these texts, newest first. */
export async function findLegalRows(db: Db | Trx, documents: readonly LegalText[]) {
  return db
    .selectFrom('site_texts')
    .select(['key', 'version', 'value', 'needs_acceptance', 'changed_at', 'valid_on', 'valid_from'])
    .where('key', 'in', documents.map(legalKey))
    .orderBy('version', 'desc')
    .execute();
}

/** Like `findLegalRows`, without the texts. */
export async function findLegalVersions(db: Db | Trx, documents: readonly LegalText[]) {
  return db
    .selectFrom('site_texts')
    .select(['key', 'version', 'needs_acceptance', 'changed_at', 'valid_on', 'valid_from'])
    .where('key', 'in', documents.map(legalKey))
    .orderBy('version', 'desc')
    .execute();
}

/** Fails on the primary key if one of these versions exists already. */
export async function insertLegalRows(trx: Trx, rows: Insertable<SiteTextsTable>[]): Promise<void> {
  await trx.insertInto('site_texts').values(rows).execute();
}
