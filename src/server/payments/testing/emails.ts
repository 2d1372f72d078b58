import { emailsTo } from '../../../testing/rows.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/** The newest email of a kind to a user. @throws Error if there is none */
export async function emailTo(app: TestApp, user: TestUser, kind: string) {
  const email = (await emailsTo(app, user, kind)).at(-1);
  if (!email) throw new Error(`no email of the kind ${kind} was queued`);
  return email;
}

export async function countEmails(app: TestApp, user: TestUser, kind: string): Promise<number> {
  return (await emailsTo(app, user, kind)).length;
}
