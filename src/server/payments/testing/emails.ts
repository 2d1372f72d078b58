import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/** The emails of a kind that were queued for a user, oldest first. */
export async function emailsTo(app: TestApp, { userId }: TestUser, kind: string) {
  return app.deps.db
    .selectFrom('mail_messages')
    .select(['subject', 'body_text'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .execute();
}

/** The newest email of a kind. */
export async function emailTo(app: TestApp, user: TestUser, kind: string) {
  const email = (await emailsTo(app, user, kind)).at(-1);
  if (!email) throw new Error(`no email of the kind ${kind} was queued`);
  return email;
}

export async function countEmails(app: TestApp, user: TestUser, kind: string): Promise<number> {
  return (await emailsTo(app, user, kind)).length;
}
