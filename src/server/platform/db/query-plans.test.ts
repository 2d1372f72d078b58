import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { userKycFilters, userSorts } from '../../../shared/admin/admin-users.ts';
import { subscriptionPlans } from '../../../shared/enums.ts';
import { queueFilters } from '../../../shared/kyc/kyc-review.ts';
import { messageFilters } from '../../../shared/messages/contact-messages.ts';
import { paymentFilters } from '../../../shared/payments/payment-list.ts';
import { purchaseFilters } from '../../../shared/payments/purchase-list.ts';
import { drillLists } from '../../../shared/practice/drill-editor.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { cloneDatabase } from '../../../testing/test-db.ts';
import { seedAcademy } from '../../demo/seed-academy.ts';
import type { Caller } from '../../router.ts';
import { removeErased } from '../../uploads/sweep.operations.ts';
import { openDatabase } from './database.ts';

let app: TestApp;
let admin: Caller;
let userId: string;
let adminId: string;

beforeAll(async () => {
  const database = await cloneDatabase();
  app = await createTestApp({ database });
  const adminUser = await app.createUser({ role: 'admin' });
  admin = app.caller(adminUser);
  adminId = adminUser.userId;
  await admin.admin.coaching.grantCoach({ userId: adminId, displayName: 'Mara Ellis' });
  const size = {
    users: 20_000,
    applications: 6_000,
    purchases: 60_000,
    seed: 3,
    until: '2026-11-01T00:00:00Z',
  };
  // Without a timeout, because statements may take longer on a busy machine.
  const withoutTimeout = openDatabase(database.connection, () => undefined, { statementTimeoutMs: 0 });
  await seedAcademy(withoutTimeout.db, size, () => undefined);
  await Promise.all(adminRows.map((statement) => sql.raw(statement).execute(withoutTimeout.db)));
  await withoutTimeout.close();
  await vi.waitFor(vacuumAll, { timeout: 30_000, interval: 500 });
  const { rows } = await sql<{ id: string }>`select user_id as id from purchases order by id limit 1`.execute(
    app.deps.db,
  );
  userId = rows[0]?.id ?? '';
});
afterAll(() => app.close());

/** Rows for lists that the seed does not fill. */
const adminRows = [
  `with sent as (
      insert into contact_messages (name, email, topic, message, answered_at, handled_at, created_at)
      select 'Ann', 'ann@mail.test', 'general', 'Hello', case when n > 40 then now() end, case when n > 80 then now() end,
        now() - n * interval '1 hour' from generate_series(1, 5000) n returning id)
    insert into contact_entries (message_id, kind, body, created_at) select id, 'reply', 'Hello', now() from sent`,
  `with answered as (
      insert into questions (student_id, street, status, thought, question, queued_at, due_at, answered_at)
      select id, 'river', 'answered', repeat('a', 20), '', now(), now(), now() from users order by id limit 5000 returning id)
    insert into coach_answers (question_id, round, reason, options, comments, created_at)
    select id, 1, 'So.', '[]', '[]', now() from answered`,
  `insert into refund_requests (payment_id, reason, status, answered_at, created_at)
    select id, 'Wrong one', 'declined', now(), paid_at from billing_payments order by id limit 5000`,
  `insert into billing_disputes (id, payment_id, status, standing, reason, amount_cents, created_at)
    select 'dp_' || md5(id::text), id, 'won', 'settled', 'fraudulent', 100, paid_at
    from billing_payments order by id limit 5000`,
  `insert into user_progress (user_id, session_id, status)
    select users.id, session.id, 'in_progress' from (select id from users order by id limit 5000) users
    cross join (select min(id) as id from products where type = 'session') session`,
  `insert into file_accesses (user_id, kind, pdf_number, title, content_type)
    select id, 'plan', 1, 'Plan 1', 'application/pdf' from users order by id limit 5000`,
  `insert into reading_positions (user_id, pdf_number, page, page_count)
    select id, 1, 1, 12 from users order by id limit 5000`,
  // A rare action, whose entries are old.
  `insert into audit_log (action, subject_type, subject_id, details)
    select case when n <= 300 then 'user.suspended' else 'session.ended' end, 'user', 'x', '{}'
    from generate_series(1, 15000) n order by n`,
  // A deck with drills that many students and the admin have answered, and can answer again today.
  `with deck as (
      insert into decks (kind, title, code, published_at, created_at)
      values ('coach', 'Deck', 'abcdefgh', now(), now()) returning id),
    new_drills as (
      insert into drills (deck_id, kind, leak, created_at)
      select deck.id, 'choice', 'river-call', now() - n * interval '1 hour' from deck, generate_series(1, 300) n
      returning id),
    versions as (
      insert into drill_versions (drill_id, version, prompt, body, options, reason, created_at)
      select id, 1, 'What?', '{"kind":"choice"}', '[]', 'So.', now() from new_drills),
    people as (
      (select id from users where role = 'admin') union (select id from users order by id limit 60)),
    answers as (
      insert into drill_tries
        (id, user_id, drill_id, version, chosen, score, rating, leak, took_ms, at, day, retention)
      select gen_random_uuid(), people.id, new_drills.id, 1, 0, 0, 1, 'river-call', 1000, now(), current_date, 90
      from new_drills cross join people),
    reports as (
      insert into drill_reports (user_id, drill_id, version, created_at)
      select people.id, new_drills.id, 1, now() from new_drills cross join people)
    insert into drill_states (user_id, drill_id, due_on, stability, difficulty, reps, lapses)
    select people.id, new_drills.id, current_date, 1, 5, 1, 0 from new_drills cross join people`,
];

/** Tables that are large after seeding. For smaller ones, a sequential scan is the right plan. */
const growing = new Set([
  'users',
  'uploads',
  'kyc_applications',
  'purchases',
  'billing_payments',
  'audit_log',
  'contact_messages',
  'contact_entries',
  'questions',
  'coach_answers',
  'refund_requests',
  'billing_disputes',
  'user_progress',
  'file_accesses',
  'reading_positions',
  'drill_tries',
  'drill_states',
  'drill_reports',
]);

/**
 * Vacuums, and fails unless nearly every page is then all-visible, because other pages make index-only scans look
 * expensive. A transaction that runs during the vacuum keeps pages from becoming all-visible.
 */
async function vacuumAll(): Promise<void> {
  await sql`vacuum analyze`.execute(app.deps.db);
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_class
    where relkind = 'r' and relname = any(${[...growing]}) and relallvisible < 0.95 * relpages`.execute(
    app.deps.db,
  );
  expect(rows).toEqual([]);
}

const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Loops': z.number().optional(),
  'Actual Rows': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;

function scansIn(plan: Plan): string[] {
  const relation = plan['Relation Name'];
  const isScan = plan['Node Type'] === 'Seq Scan' && relation !== undefined && growing.has(relation);
  return [...(isScan ? [relation] : []), ...(plan.Plans ?? []).flatMap(scansIn)];
}

/** The types of the plan's nodes that read a table, such as `Index Only Scan`. */
function nodesOn(table: string, plan: Plan): string[] {
  const own = plan['Relation Name'] === table ? [plan['Node Type']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => nodesOn(table, part))];
}

type Sent = { text: string; values: readonly unknown[] };

/** Where the statements of the current call are recorded; undefined for statements of jobs. */
const recording = new AsyncLocalStorage<Sent[]>();

/** The reading statements that a call sends to the database. */
async function statementsOf(call: () => Promise<unknown>): Promise<Sent[]> {
  // Figures are cached for a minute, and a cached figure would send no statement.
  app.deps.figures.clear();
  const sent: Sent[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [text, values = []] = args;
    if (typeof text === 'string' && Array.isArray(values)) recording.getStore()?.push({ text, values });
    return Reflect.apply(query, this, args);
  });
  try {
    await recording.run(sent, call);
  } finally {
    spy.mockRestore();
  }
  return sent.filter(({ text }) => /^\s*(select|with)/i.test(text));
}

function droppedIn(plan: Plan): number {
  const dropped = (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 1);
  return dropped + (plan.Plans ?? []).reduce((sum, part) => sum + droppedIn(part), 0);
}

/** How many rows the statements of a call read and then filter out. */
async function filteredOutBy(call: () => Promise<unknown>): Promise<number> {
  const plans = await plansOf(call, 'analyze, ');
  return plans.reduce((sum, { plan }) => sum + droppedIn(plan), 0);
}

function readIn(plan: Plan): number {
  const rows = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Relation Name'] === undefined ? 0 : rows * (plan['Actual Loops'] ?? 1);
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + readIn(part), 0);
}

/** How many rows the statements of a call read. Excludes statements that count, because they must read all matches. */
async function readBy(call: () => Promise<unknown>): Promise<number> {
  const plans = await plansOf(call, 'analyze, ');
  return plans.filter(({ text }) => !/\bcount\(/.test(text)).reduce((sum, { plan }) => sum + readIn(plan), 0);
}

async function scansOf(call: () => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(call);
  return plans.flatMap(({ plan, text }) => scansIn(plan).map((table) => `${table} in ${text.slice(0, 400)}`));
}

async function plansOf(call: () => Promise<unknown>, how = ''): Promise<{ text: string; plan: Plan }[]> {
  const statements = await statementsOf(call);
  expect(statements.length).toBeGreaterThan(0);
  const plans: { text: string; plan: Plan }[] = [];
  const client = await app.deps.pool.connect();
  try {
    // For tables of this size, a scan by two parallel workers is as cheap as an index scan; for larger ones it is not.
    await client.query('set max_parallel_workers_per_gather = 0');
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (${how}format json) ${text}`, [...values]);
      const [{ Plan: plan }] = z
        .tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })])
        .parse(rows)[0]['QUERY PLAN'];
      plans.push({ text, plan });
    }
  } finally {
    await client.query('reset max_parallel_workers_per_gather');
    client.release();
  }
  return plans;
}

describe('list queries do not scan growing tables', () => {
  it('a scan of a growing table is detected', async () => {
    expect(
      await scansOf(() => sql`select id from users where city = 'Nowhere'`.execute(app.deps.db)),
    ).toHaveLength(1);
  });

  /**
   * The scans for one page of users. Excludes the query for the total, which may scan the table: it has to read every
   * match, and runs at most once a minute.
   */
  async function scansOfUsers(input: Parameters<typeof admin.admin.users.list>[0]) {
    const scans = await scansOf(() => admin.admin.users.list(input));
    return scans.filter((scan) => !scan.startsWith('users in select count(*) as "total"'));
  }

  it.each(userSorts)('users in the order %s are listed without a scan on any page', async (sort) => {
    const first = await admin.admin.users.list({ sort });
    expect(await scansOf(() => admin.admin.users.list({ sort, cursor: first.nextCursor ?? '' }))).toEqual([]);
    for (const kyc of userKycFilters) {
      expect(await scansOfUsers({ sort, kyc }), kyc).toEqual([]);
    }
    for (const plan of subscriptionPlans) {
      expect(await scansOfUsers({ sort, plan }), plan).toEqual([]);
    }
    for (const account of ['active', 'suspended', 'leaving'] as const) {
      expect(await scansOfUsers({ sort, account }), account).toEqual([]);
    }
    expect(await scansOfUsers({ sort, role: 'admin' })).toEqual([]);
    expect(await scansOfUsers({ sort, from: '2026-03-01', to: '2026-03-31' })).toEqual([]);
    expect(await scansOfUsers({ sort, q: 'zoe woodwell' })).toEqual([]);
    expect(await scansOfUsers({ sort, q: '777@mail' })).toEqual([]);
  });

  it('to list underage applicants, audit entries of one action, or erased uploads, fewer than 200 rows are read', async () => {
    const underAge = { status: 'all', flag: 'under_age' } as const;
    expect(await readBy(() => admin.admin.kyc.queue(underAge))).toBeLessThan(200);
    expect(await readBy(() => admin.admin.audit.list({ action: 'user.suspended' }))).toBeLessThan(200);
    expect(await readBy(() => removeErased(app.deps))).toBeLessThan(200);
  });

  it.each(purchaseFilters)('purchases with the filter %s are listed without a scan', async (status) => {
    const page = (input: Parameters<Caller['admin']['payments']['searchPurchases']>[0]) =>
      admin.admin.payments.searchPurchases({ limit: 50, ...input });
    expect(await scansOf(() => page({ status, page: 2 }))).toEqual([]);
    expect(await scansOf(() => page({ status, sort: 'oldest' }))).toEqual([]);
    expect(await scansOf(() => page({ status, type: 'session' }))).toEqual([]);
    expect(await scansOf(() => page({ status, userId }))).toEqual([]);
    expect(await scansOf(() => page({ status, from: '2026-03-01', to: '2026-03-31' }))).toEqual([]);
    for (const q of ['zoe woodwell', '777@mail', 'pi_seed3a1', 'pdf-7']) {
      expect(await scansOf(() => page({ status, q })), q).toEqual([]);
    }
  });

  it.each(paymentFilters)('payments with the filter %s are listed without a scan', async (status) => {
    const { search } = admin.admin.payments;
    const { nextCursor } = await search({ status });
    expect(await scansOf(() => search({ status, cursor: nextCursor ?? undefined }))).toEqual([]);
    expect(await scansOf(() => search({ status, type: 'membership' }))).toEqual([]);
    expect(await scansOf(() => search({ status, userId }))).toEqual([]);
    expect(await scansOf(() => search({ status, from: '2026-03-01', to: '2026-03-31' }))).toEqual([]);
    for (const q of ['zoe woodwell', '777@mail', 'pi_seed3a1', 'pdf-7']) {
      expect(await scansOf(() => search({ status, q })), q).toEqual([]);
    }
  });

  it.each(queueFilters)('the review queue with the filter %s is listed without a scan', async (status) => {
    const { next } = await admin.admin.kyc.queue({ status });
    expect(await scansOf(() => admin.admin.kyc.queue({ status, after: next ?? undefined }))).toEqual([]);
    expect(await scansOf(() => admin.admin.kyc.queue({ status, country: 'Japan' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.kyc.queue({ status, documentType: 'passport' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.kyc.queue({ status, assignee: 'me' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.kyc.queue({ status, flag: 'name_differs' }))).toEqual([]);
    for (const q of ['zoe wood', '777@mail']) {
      expect(await scansOf(() => admin.admin.kyc.queue({ status, q })), q).toEqual([]);
    }
  });

  it('the audit log is listed without a scan', async () => {
    expect(await scansOf(() => admin.admin.audit.list({}))).toEqual([]);
    expect(await scansOf(() => admin.admin.audit.list({ cursor: '3000' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.audit.list({ action: 'kyc.rejected' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.audit.list({ kind: 'messages' }))).toEqual([]);
    expect(await scansOf(() => admin.admin.audit.list({ from: '2026-01-01', to: '2026-01-02' }))).toEqual([]);
    expect(
      await filteredOutBy(() => admin.admin.audit.list({ from: '2024-11-01', to: '2025-01-31' })),
    ).toBeLessThan(100);
    expect(await scansOf(() => admin.admin.audit.list({ actorId: adminId }))).toEqual([]);
    expect(await scansOf(() => admin.admin.audit.list({ subjectId: userId }))).toEqual([]);
  });

  it('the history of a user is listed without a scan', async () => {
    expect(await scansOf(() => admin.admin.users.history({ id: userId }))).toEqual([]);
  });

  it.each(messageFilters)('messages with the filter %s are listed without a scan', async (filter) => {
    const { list } = admin.admin.contact;
    const cursor = (await list({ filter })).nextCursor ?? undefined;
    expect(await scansOf(() => list({ filter }))).toEqual([]);
    expect(await filteredOutBy(() => list({ filter, cursor }))).toBeLessThan(200);
  });

  it('refund requests, disputes, purchases on hold and learners are listed without a scan, on the first and later pages', async () => {
    const { refundRequests, disputes, purchasesOnHold } = admin.admin.payments;
    for (const list of [refundRequests, disputes, purchasesOnHold]) {
      const { items, nextCursor } = await list({});
      expect(items).toHaveLength(25);
      const next = await list({ cursor: nextCursor ?? '' });
      expect(next.items.map(({ id }) => id)).not.toContain(items.at(-1)?.id);
      expect(await scansOf(() => list({}))).toEqual([]);
      expect(await scansOf(() => list({ cursor: nextCursor ?? '' }))).toEqual([]);
      await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    const materials = await admin.admin.learning.materials();
    const session = materials.find(({ kind, opened }) => kind === 'session' && opened > 0);
    for (const material of [
      { kind: 'session' as const, id: session?.id ?? 0 },
      { kind: 'plan' as const, id: 1 },
    ]) {
      const { nextCursor } = await admin.admin.learning.learners(material);
      const cursor = z.string().parse(nextCursor);
      expect(await scansOf(() => admin.admin.learning.learners(material))).toEqual([]);
      expect(await scansOf(() => admin.admin.learning.learners({ ...material, cursor }))).toEqual([]);
    }
  });

  it.each(drillLists)('figures in the drill list “%s” are read without a scan on any page', async (list) => {
    const { figures } = admin.drills;
    const { nextCursor } = await figures({ list });
    expect(await scansOf(() => figures({ list }))).toEqual([]);
    expect(await scansOf(() => figures({ list, leak: 'river-call' }))).toEqual([]);
    const [deck] = await admin.drills.coachDecks();
    expect(await scansOf(() => figures({ list, deckId: deck?.id ?? '' }))).toEqual([]);
    if (list === 'archived') return;
    expect(nextCursor).not.toBeNull();
    expect(await scansOf(() => figures({ list, cursor: nextCursor ?? '' }))).toEqual([]);
  });

  it('a student’s due drills, leaks with evidence and recommended next steps are read without a scan', async () => {
    const [deck] = await admin.drills.coachDecks();
    expect((await admin.drills.practice()).attemptedToday).toBe(300);
    expect(await scansOf(() => admin.drills.practice())).toEqual([]);
    expect(await scansOf(() => admin.drills.ask({ from: 'due' }))).toEqual([]);
    expect(await scansOf(() => admin.drills.ask({ from: 'deck', deckId: deck?.id ?? '' }))).toEqual([]);
    expect(await scansOf(() => admin.drills.ask({ from: 'leak', leak: 'river-call' }))).toEqual([]);
    expect(await scansOf(() => admin.leaks.map())).toEqual([]);
    const plans = await plansOf(() => admin.leaks.map());
    expect(plans.flatMap(({ plan }) => nodesOn('drill_tries', plan))).toEqual(['Index Only Scan']);
    expect(await scansOf(() => admin.leaks.evidence({ leak: 'river-call' }))).toEqual([]);
    expect(await scansOf(() => admin.leaks.next())).toEqual([]);
  });

  it("the dashboard's figures, the newest users, the products and a report are read without a scan", async () => {
    expect(await scansOf(() => admin.admin.dashboard.analytics())).toEqual([]);
    expect(await scansOf(() => admin.admin.users.recent())).toEqual([]);
    expect(await scansOf(() => admin.admin.products.list())).toEqual([]);
    expect(await scansOf(() => admin.admin.reports.get({ range: '30' }))).toEqual([]);
  });
});
