import type { ReplyTemplate } from '../../../shared/messages/reply-templates.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

export async function findTemplates(db: Db | Trx): Promise<ReplyTemplate[]> {
  return db
    .selectFrom('reply_templates')
    .select(['id', 'title', 'body', 'version'])
    .orderBy((eb) => eb.fn('lower', ['title']))
    .execute();
}

type Written = { title: string; body: string; by: string; at: Date };

export async function insertTemplate(trx: Trx, { title, body, by, at }: Written): Promise<string> {
  const row = await trx
    .insertInto('reply_templates')
    .values({ title, body, updated_by: by, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns false if it has another version by now, or is gone */
export async function updateTemplate(
  trx: Trx,
  { id, version }: { id: string; version: number },
  { title, body, by, at }: Written,
): Promise<boolean> {
  const result = await trx
    .updateTable('reply_templates')
    .set((eb) => ({ title, body, updated_by: by, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** @returns the title; undefined if it was gone already */
export async function deleteTemplateRow(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('reply_templates')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  return row?.title;
}
