import { expect, it } from 'vitest';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const app = setUpTestApp();

it('a change of the time zone at the end of a month brings the next month’s question credits neither earlier nor twice', async () => {
  app.clock.set(new Date('2026-11-20T12:00:00Z'));
  const admin = await app.createUser({ role: 'admin' });
  const student = await app.createUser();
  await app.caller(admin).admin.subscriptions.grantPlan({
    userId: student.userId,
    plan: 'gold',
    reason: 'A gift',
  });
  app.clock.set(new Date('2026-11-30T12:00:00Z'));
  const november = { left: 4, monthly: { count: 4, spent: 0, month: '2026-11' } };
  expect(await app.caller(student).questions.credits()).toMatchObject(november);
  await changeUser(app, student, { time_zone: 'Pacific/Auckland' });
  const unchanged = { ...november, nextAt: '2026-12-01T00:00:00.000Z' };
  expect(await app.caller(student).questions.credits()).toMatchObject(unchanged);
  app.clock.set(new Date('2026-12-01T00:00:00Z'));
  const december = { left: 4, monthly: { count: 4, spent: 0, month: '2026-12' } };
  expect(await app.caller(student).questions.credits()).toMatchObject(december);
  await changeUser(app, student, { time_zone: 'Pacific/Honolulu' });
  // In Honolulu, December begins at 10:00 UTC.
  app.clock.set(new Date('2026-12-01T01:00:00Z'));
  const next = { ...december, nextAt: '2027-01-01T10:00:00.000Z' };
  expect(await app.caller(student).questions.credits()).toMatchObject(next);
  // The credits of December expire when December ends in Auckland, the time zone in which they were added.
  app.clock.set(new Date('2026-12-31T12:00:00Z'));
  expect(await app.caller(student).questions.credits()).toMatchObject({ ...next, left: 0 });
  app.clock.set(new Date('2027-01-01T10:00:00Z'));
  expect(await app.caller(student).questions.credits()).toMatchObject({
    left: 4,
    monthly: { month: '2027-01' },
  });
});
