import type { ReplyTemplate } from '../../../shared/messages/reply-templates.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

export async function findTemplates(db: Db | Trx): Promise<ReplyTemplate[]> {
  return db
    .selectFrom('reply_templates')
    .select(['id', 'title', 'body', 'version'])
    .orderBy((eb) => eb.fn('lower', ['title']))
    .execute();
}

type TemplateChange = { title: string; body: string; by: string; at: Date };

export async function insertTemplate(trx: Trx, { title, body, by, at }: TemplateChange): Promise<string> {
  const row = await trx
    .insertInto('reply_templates')
    .values({ title, body, updated_by: by, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTemplate(
  trx: Trx,
  id: string,
  { title, body, by, at }: TemplateChange,
): Promise<void> {
  await trx
    .updateTable('reply_templates')
    .set((eb) => ({ title, body, updated_by: by, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function lockTemplate(
  trx: Trx,
  id: string,
): Promise<{ title: string; version: number } | undefined> {
  return trx
    .selectFrom('reply_templates')
    .select(['title', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteTemplateRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('reply_templates').where('id', '=', id).execute();
}
