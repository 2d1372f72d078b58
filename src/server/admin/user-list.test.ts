import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { planRank } from '../../shared/access/tier-gate.ts';
import {
  accountStates,
  type UserListInput,
  userKycFilters,
  userSorts,
} from '../../shared/admin/admin-users.ts';
import { subscriptionPlans } from '../../shared/enums.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { Caller } from '../router.ts';
import { usersPage } from './user-list.queries.ts';
import { currentPlanRanks } from './user-plan.queries.ts';

const app = setUpTestApp();
let admin: Caller;
const people = 20_000;

beforeAll(async () => {
  admin = app.caller(await app.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Hart' }));
  const { db } = app.deps;
  for (let first = 1; first <= people; first += 4_000) {
    await sql`insert into users (email, password_hash, first_name, last_name, kyc_status, created_at, last_seen_at, suspended_at)
      select 'person' || n || '@' || md5(n::text) || '.test', 'none', 'First' || md5((n % 900)::text), 'Last' || md5(n::text),
        case when n % 9 = 0 then 'approved' when n % 70 = 0 then 'rejected' else 'pending' end,
        timestamptz '2026-01-01' + n * interval '1 minute',
        case when n % 3 = 0 then timestamptz '2026-02-01' + n * interval '1 minute' end,
        case when n % 500 = 0 then now() end
      from generate_series(${first}::int, ${first + 3_999}::int) n`.execute(db);
  }
  await sql`insert into plan_grants (user_id, plan, reason, granted_by, starts_at, ends_at, revoked_at, created_at)
    select id, (array['silver', 'gold', 'diamond', 'custom'])[1 + (random() * 3)::int], 'test', null,
      now() - (random() * 20 - 4) * interval '1 day',
      case when random() < 0.7 then now() + (random() * 20 - 8) * interval '1 day' + interval '20 days' end,
      case when random() < 0.2 then now() end, now()
    from users where random() < 0.05 and role = 'user'`.execute(db);
  await sql`insert into subscriptions (id, user_id, plan, status, price_cents, current_period_end, cancel_at_period_end, past_due_since, suspended_at, covered_plan)
    select 'sub_' || replace(id::text, '-', ''), id, (array['silver', 'gold', 'diamond'])[1 + (random() * 2)::int],
      (array['active', 'trialing', 'past_due', 'canceled', 'unheard_of'])[1 + (random() * 4)::int], 100,
      case when random() < 0.9 then now() + (random() * 40 - 20) * interval '1 day' end, random() < 0.3,
      case when random() < 0.5 then now() - random() * 14 * interval '1 day' end,
      case when random() < 0.2 then now() end, (array['silver', 'gold', null])[1 + (random() * 2)::int]
    from users where random() < 0.05 and role = 'user'`.execute(db);
  await sql`insert into purchases (user_id, product_type, product_name, amount_cents, refunded_cents, status, purchased_at)
    select id, 'pdf', 'test', 100 * (1 + n % 9), case when random() < 0.2 then 50 else 0 end, 'completed', now()
    from users, generate_series(1, 9) n where random() < 0.005 and role = 'user'`.execute(db);
  // As autovacuum does.
  await sql`select gin_clean_pending_list('users_words')`.execute(db);
  await sql`analyze`.execute(db);
});

/** The ids of the users on the first `maxPages` pages, in order. */
async function listIds(input: Partial<UserListInput>, maxPages = 40): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const page = await admin.admin.users.list({ ...input, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.items.map((user) => user.id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
  return ids;
}

describe('user list', () => {
  it('search matches parts of names and emails, ignores case, and takes symbols literally', async () => {
    const found = await app.createUser({
      email: 'under_score100%@x.test',
      firstName: 'Ünal',
      lastName: "O'Brien",
    });
    for (const q of ['ünAL', "o'bri", 'brien UNDER', 'score100%', 'er_sc', '  x.test   ünal ']) {
      const { items: users } = await admin.admin.users.list({ q });
      expect(
        users.map(({ id }) => id),
        q,
      ).toEqual([found.userId]);
    }
    expect((await admin.admin.users.list({ q: 'under%score' })).items).toEqual([]);
    expect((await admin.admin.users.list({ q: 'nobody at all' })).items).toEqual([]);
    await expect(admin.admin.users.list({ q: 'x'.repeat(101) })).rejects.toThrow('at most 100');
  });

  it('search finds names with another apostrophe, with separate accents, and with capitals such as İ and a final Σ', async () => {
    const found = await app.createUser({ firstName: 'İpek ΓΙΩΡΓΟΣ', lastName: 'Nguyễn D’Arcy' });
    for (const q of ["D'Arcy", 'd’arcy', 'nguyễn'.normalize('NFD'), 'İpek', 'ΓΙΩΡΓΟΣ']) {
      const { items } = await admin.admin.users.list({ q });
      expect(items, q).toMatchObject([{ id: found.userId }]);
    }
  });

  it('pages contain each user once, even if users register between the requests of two pages', async () => {
    for (const sort of userSorts) {
      const first = await admin.admin.users.list({ sort });
      expect(first.items).toHaveLength(25);
      await app.createUser({ firstName: 'Aaron' });
      const second = await admin.admin.users.list({ sort, cursor: first.nextCursor ?? '' });
      const third = await admin.admin.users.list({ sort, cursor: second.nextCursor ?? '' });
      const seen = [...first.items, ...second.items, ...third.items].map(({ id }) => id);
      expect(new Set(seen).size, sort).toBe(75);
    }
  });

  it('the list sorts by registration, name and last visit', async () => {
    const list = (sort: UserListInput['sort']) => admin.admin.users.list({ sort });
    const names = (await list('name')).items.map((u) => `${u.firstName} ${u.lastName}`.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const seen = (await list('seen')).items.map((u) => u.lastSeenAt ?? u.createdAt);
    expect(seen).toEqual(seen.toSorted().toReversed());
    const joined = (await list('oldest')).items.map((u) => u.createdAt);
    expect(joined).toEqual(joined.toSorted());
  });

  it('the list sorts by the amount paid less refunds', async () => {
    const spent = (await listIds({ sort: 'spent' }, 4)).slice(0, 60);
    const { rows } = await sql<{ id: string; cents: number }>`
      select users.id, coalesce(sum(gross_cents - returned_cents), 0)::bigint as cents
      from users left join payment_facts on holder = users.id
      where deleted_at is null group by users.id order by cents desc, users.id desc`.execute(app.deps.db);
    expect(rows[0]?.cents).toBeGreaterThan(500);
    expect(spent).toEqual(rows.slice(0, 60).map(({ id }) => id));
    const least = await admin.admin.users.list({ sort: 'spent_asc' });
    expect(least.items.map(({ netCents }) => netCents)).toEqual(Array(25).fill(0));
    const amounts = (await admin.admin.users.list({ sort: 'spent' })).items.map(({ netCents }) => netCents);
    expect(amounts).toEqual(rows.slice(0, 25).map(({ cents }) => cents));
    await expect(
      admin.admin.users.list({
        sort: 'spent',
        cursor: Buffer.from(JSON.stringify({ sort: 'spent', value: '1.5', id: spent[0] })).toString(
          'base64url',
        ),
      }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('the amount spent changes after a refund, after a lost dispute, and when a purchase moves to another user', async () => {
    const { db } = app.deps;
    const [a, b] = [await app.createUser(), await app.createUser()];
    const cents = async () => {
      const { rows } = await sql<{ net_cents: number }>`
        select net_cents from users where id in (${a.userId}, ${b.userId})
        order by id = ${b.userId}`.execute(db);
      return rows.map((row) => row.net_cents);
    };
    const id = randomUUID();
    await sql`insert into purchases (id, user_id, product_type, product_name, amount_cents, status, purchased_at)
      values (${id}, ${a.userId}, 'pdf', 'x', 1000, 'pending', now())`.execute(db);
    expect(await cents()).toEqual([0, 0]);
    await sql`update purchases set status = 'completed' where id = ${id}`.execute(db);
    expect(await cents()).toEqual([1000, 0]);
    await sql`update purchases set refunded_cents = 300 where id = ${id}`.execute(db);
    expect(await cents()).toEqual([700, 0]);
    await sql`update purchases set user_id = ${b.userId} where id = ${id}`.execute(db);
    expect(await cents()).toEqual([0, 700]);
    await sql`insert into billing_payments (user_id, purchase_id, amount_cents, refunded_cents, lost_cents, status, description, paid_at)
      values (${b.userId}, ${id}, 1000, 300, 600, 'lost', 'x', now())`.execute(db);
    expect(await cents()).toEqual([0, 100]);
    await sql`update billing_payments set status = 'paid', lost_cents = 0 where purchase_id = ${id}`.execute(
      db,
    );
    await sql`insert into billing_payments (user_id, stripe_invoice_id, amount_cents, status, description, paid_at)
      select ${a.userId}::uuid, 'in_' || n, 500, 'paid', 'x', now() from generate_series(1, 3) n`.execute(db);
    expect(await cents()).toEqual([1500, 700]);
    // The payment for a purchase counts only while the purchase exists.
    await sql`delete from purchases where id = ${id}`.execute(db);
    expect(await cents()).toEqual([1500, 0]);
  });

  it('the filters by KYC status, role, account state and day can be combined', async () => {
    expect((await admin.admin.users.list({ role: 'admin' })).items.map((u) => u.firstName)).toEqual([
      'Olive',
    ]);
    const suspended = await listIds({ account: 'suspended' });
    expect(suspended).toHaveLength(people / 500);
    const day = await admin.admin.users.list({
      from: '2026-01-03',
      to: '2026-01-03',
      kyc: 'approved',
      sort: 'oldest',
    });
    expect(day.items[0]?.createdAt.slice(0, 10)).toBe('2026-01-03');
    expect(day.items.every((user) => user.kycStatus === 'approved')).toBe(true);
    expect(await listIds({ from: '2026-01-03', to: '2026-01-03', account: 'suspended' })).toHaveLength(3);
    // No user has sent an application, so those whose status is pending count as `not_submitted`.
    expect((await admin.admin.users.list({ kyc: 'pending' })).items).toEqual([]);
    expect((await admin.admin.users.list({ kyc: 'not_submitted' })).items).toHaveLength(25);
  });

  it('the plan filter finds exactly the users with that plan', async () => {
    const { rows } = await sql<{
      user_id: string;
      rank: number;
    }>`${currentPlanRanks(app.deps.now())}`.execute(app.deps.db);
    for (const plan of ['silver', 'custom'] as const) {
      const expected = rows.filter(({ rank }) => rank === planRank(plan)).map((row) => row.user_id);
      expect(expected.length).toBeGreaterThan(10);
      const listed = await listIds({ plan });
      expect(listed.toSorted()).toEqual(expected.toSorted());
    }
    const free = await admin.admin.users.list({ plan: 'free' });
    expect(free.items.every((user) => user.subscriptionPlan === 'free')).toBe(true);
  });

  it('no sort order or filter causes a sequential scan of users', async () => {
    const inputs: Partial<UserListInput>[] = [
      {},
      { q: 'lastabc' },
      { q: 'ab' },
      { q: 'person19999' },
      { q: 'first last person' },
      { role: 'admin' },
      { from: '2026-01-05', to: '2026-01-06' },
      { q: 'person', kyc: 'rejected', account: 'suspended' },
      ...userKycFilters.map((kyc) => ({ kyc })),
      ...accountStates.map((account) => ({ account })),
      ...subscriptionPlans.map((plan) => ({ plan })),
    ];
    for (const sort of userSorts) {
      for (const input of inputs) {
        const value = sort.startsWith('name')
          ? 'firsta'
          : sort.startsWith('spent')
            ? '500'
            : '2026-01-10 00:00:00+00';
        const position = { value, id: '00000000-0000-4000-8000-000000000000' };
        for (const from of [undefined, position]) {
          const query = usersPage(app.deps.db, { sort, ...input }, from, 26, app.deps.now());
          const plan = JSON.stringify(await query.explain('json'));
          expect(plan, `${sort} ${JSON.stringify(input)}`).not.toMatch(
            /"Node Type":"Seq Scan"[^{}]*"Relation Name":"users"/,
          );
        }
      }
    }
  });

  it('forged cursors are rejected', async () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = '00000000-0000-4000-8000-000000000000';
    for (const cursor of [
      'nonsense',
      encoded({ sort: 'newest', value: "'; drop table users", id }),
      encoded({ sort: 'name', value: 'a', id }),
      encoded({ sort: 'newest', value: '500', id }),
      encoded({ sort: 'newest', value: '2026-01-01 00:00:00+00', id: 'x' }),
    ]) {
      await expect(admin.admin.users.list({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});
