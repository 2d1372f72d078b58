import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { findWithoutFile } from './demo.queries.ts';
import { seedDemoBooklets, seedDemoData } from './demo-data.ts';

test('demo users are verified, have no queued emails, and cause no warnings about missing data', async () => {
  const app = await createTestApp();
  try {
    // The demo's admin is printed by the first start.
    expect(await seedDemoData(app.deps)).toEqual(expect.arrayContaining([expect.stringMatching(/^Admin:/)]));
    // The owner's product with a lesson's number is not the lesson's product.
    await app.deps.db
      .updateTable('products')
      .set({ title: 'An own product' })
      .where('title', '=', 'River Decisions')
      .execute();
    await seedDemoBooklets(app.deps);
    const { products, plans } = await findWithoutFile(app.deps.db);
    expect([...products.keys(), ...plans.keys()]).toEqual(['An own product']);
    const people = await app.deps.db
      .selectFrom('users')
      .select(['id', 'email', 'role', 'email_verified_at'])
      .execute();
    expect(people).toHaveLength(7);
    expect(people.filter(({ email_verified_at }) => email_verified_at === null)).toEqual([]);
    const waiting = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('kind', '=', 'verify_email')
      .execute();
    expect(waiting).toEqual([]);
    const [admin, ...otherAdmins] = people.filter(({ role }) => role === 'admin');
    expect(otherAdmins).toEqual([]);
    const queue = await app
      .caller({ userId: admin?.id ?? '', role: 'admin' })
      .admin.kyc.queue({ status: 'all' });
    expect(queue.items).toHaveLength(4);
    const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? '';
    const as = (email: string) => app.caller({ userId: idOf(email), role: 'user' }).questions;
    const own = (await as('student@example.test').list({})).items;
    expect(own.map(({ status, isLate }) => `${status}${isLate ? ', late' : ''}`)).toEqual([
      'queued',
      'queued, late',
      'answered',
    ]);
    expect(Math.round((Date.parse(own[0]?.dueAt ?? '') - Date.now()) / 3_600_000)).toBe(41);
    const ofOthers = (await as('coach@example.test').queue({})).items.filter(
      ({ student }) => student.name !== 'Sam O.',
    );
    expect(ofOthers).toHaveLength(5);
    expect(queue.items.flatMap(({ flags }) => flags)).toEqual([]);
  } finally {
    await app.close();
  }
});
