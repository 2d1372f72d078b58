import type { Db, Trx } from '../../platform/db/database.ts';

export type TextRow = Awaited<ReturnType<typeof findTexts>>[number];

/**
 * The newest version of each text that was ever changed; with `keys`, only of these texts. `value` is null for the
 * original text.
 */
export async function findTexts(db: Db | Trx, keys?: readonly string[]) {
  return db
    .selectFrom('site_texts')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'site_texts.changed_by').on('users.deleted_at', 'is', null),
    )
    .distinctOn('site_texts.key')
    .select(['site_texts.key', 'version', 'value', 'changed_at'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .$if(keys !== undefined, (query) => query.where('site_texts.key', 'in', [...(keys ?? [])]))
    .orderBy('site_texts.key')
    .orderBy('version', 'desc')
    .execute();
}

export type NewText = {
  key: string;
  version: number;
  value: string | null;
  changed_by: string;
  changed_at: Date;
};

/** Fails on the primary key if one of these versions exists already. */
export async function insertTexts(trx: Trx, texts: readonly NewText[]): Promise<void> {
  await trx
    .insertInto('site_texts')
    .values([...texts])
    .execute();
}
