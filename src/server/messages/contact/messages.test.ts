import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Owner' });
});
afterAll(() => test.close());

async function write(topic: 'general' | 'privacy', message: string): Promise<string> {
  await test
    .caller(null)
    .contact.send({ name: 'Ann', email: 'ann@example.test', topic, message, website: '' });
  const row = await test.deps.db
    .selectFrom('contact_messages')
    .select('id')
    .where('message', '=', message)
    .executeTakeFirstOrThrow();
  return row.id;
}

describe('admin.contact.list', () => {
  it('lists open messages, with due dates of privacy requests, and marks overdue ones', async () => {
    const general = await write('general', 'A question about the sessions');
    const privacy = await write('privacy', 'Please send me all my data');
    const open = await test.caller(admin).admin.contact.list({ filter: 'open' });
    expect(open.items.map(({ id }) => id)).toEqual([general, privacy]);
    expect(open).toMatchObject({ openCount: 2, overdueCount: 0, nextCursor: null });
    const requests = await test.caller(admin).admin.contact.list({ filter: 'privacy' });
    expect(requests.items).toMatchObject([{ id: privacy, overdue: false, dueAt: expect.any(String) }]);

    await test.deps.db
      .updateTable('contact_messages')
      .set({ due_at: new Date(Date.now() - 1_000) })
      .where('id', '=', privacy)
      .execute();
    const late = await test.caller(admin).admin.contact.list({ filter: 'privacy' });
    expect(late).toMatchObject({ overdueCount: 1, items: [{ overdue: true }] });
  });
});

describe('admin.contact.setHandled', () => {
  it('records one of 20 concurrent calls, keeps the first admin, and can be undone', async () => {
    const id = await write('general', 'Another question about payments');
    const other = await test.createUser({ role: 'admin' });
    await test.caller(admin).admin.contact.setHandled({ id, handled: true });
    await Promise.all(
      Array.from({ length: 20 }, () => test.caller(other).admin.contact.setHandled({ id, handled: true })),
    );
    const handled = await test.caller(admin).admin.contact.list({ filter: 'handled' });
    expect(handled.items).toMatchObject([{ id, handledByName: 'Olive Owner', overdue: false }]);
    const audit = await test.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toEqual([{ action: 'contact_message.handled' }]);
    const reopened = await test.caller(admin).admin.contact.setHandled({ id, handled: false });
    expect(reopened).toMatchObject({ handledAt: null, handledByName: null });
  });

  it('rejects an unknown id', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    await expect(test.caller(admin).admin.contact.setHandled({ id, handled: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
