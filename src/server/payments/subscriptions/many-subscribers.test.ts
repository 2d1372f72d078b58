import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { openPriceWorld, type PriceWorld } from '../testing/announced-prices.ts';

let world: PriceWorld;

beforeAll(async () => {
  world = await openPriceWorld();
  await world.begin();
});
afterAll(() => world.app.close());

/** Adds subscribers to Silver at 100 cents, in two time zones. The account of the last one is about to be deleted. */
async function addSubscribers(group: string, count: number): Promise<void> {
  await sql`with added as (
      insert into users (email, password_hash, first_name, last_name, time_zone, deletion_due_at)
      select ${group}::text || n || '@example.test', '-', 'Name' || n, 'B',
        case when n % 2 = 0 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end,
        case when n = ${count} then now() + interval '1 day' end
      from generate_series(1, ${count}::int) n returning id)
    insert into subscriptions (id, user_id, plan, status, price_cents, current_period_end)
    select 'sub_' || id, id, 'silver', 'active', 100, now() + interval '20 days' from added`.execute(
    world.app.deps.db,
  );
}

/** The emails of this kind to the subscribers of a group, each with its notification and the number of its jobs. */
async function messagesTo(group: string, kind: string) {
  const { rows } = await sql<{ name: string; to: string; text: string; title: string; jobs: number }>`
    select first_name as name, to_address as to, body_text as text, title,
      (select count(*)::int from pgboss.job where data ->> 'mailId' = mail_messages.id::text) as jobs
    from users
    join mail_messages on mail_messages.user_id = users.id and mail_messages.kind = ${kind}
    join notifications on notifications.user_id = users.id and notifications.dedupe_key = mail_messages.dedupe_key
    where email like ${`${group}%`} order by length(email), email`.execute(world.app.deps.db);
  return rows;
}

it('announcing or withdrawing a price takes a number of SQL statements that grows with the batches, not with the subscribers', async () => {
  const statementsFor = async (group: string, count: number) => {
    await addSubscribers(group, count);
    await world.setPrice(200);
    const announcing = await countStatements(world.app.deps.pool, () => world.announce(200));
    const withdrawing = await countStatements(world.app.deps.pool, () => world.setPrice(100));
    return [announcing, withdrawing];
  };
  const [announcingFew = 0, withdrawingFew = 0] = await statementsFor('few', 3);
  world.app.clock.advance(1_000);
  const [announcingMany = 0, withdrawingMany = 0] = await statementsFor('many', 300);
  expect(announcingMany - announcingFew).toBeLessThan(10);
  expect(withdrawingMany - withdrawingFew).toBeLessThan(10);
});

it('each of many subscribers gets one email and one notification of their own, except one whose account is about to be deleted', async () => {
  world.app.clock.set(new Date('2027-03-01T12:00:00Z'));
  await addSubscribers('own', 300);
  await world.setPrice(200);
  await world.announce(200);
  const announced = await messagesTo('own', 'subscription_price_change');
  expect(announced).toHaveLength(299);
  for (const [index, { name, to, text, jobs }] of announced.entries()) {
    const n = index + 1;
    expect({ name, to, jobs }).toEqual({ name: `Name${n}`, to: `own${n}@example.test`, jobs: 1 });
    expect(text).toContain(`Hello Name${n},`);
    expect(text).toContain(n % 2 === 0 ? 'From 1 Apr 2027,' : 'From 31 Mar 2027,');
  }
  await world.setPrice(300);
  const withdrawn = await messagesTo('own', 'subscription_price_withdrawn');
  expect(withdrawn.map(({ to }) => to)).toEqual(announced.map(({ to }) => to));
  expect(new Set(withdrawn.map(({ title }) => title))).toEqual(
    new Set(['Your Silver membership keeps its price of $1.00 a month']),
  );
});
