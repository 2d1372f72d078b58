import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { giveCreditBack, settleCredits } from './credits.operations.ts';
import { findSpendable, insertCredits, lockStudent, spendCredit } from './credits.queries.ts';
import { askedQuestion, createCoach, grantQuestions, verifiedStudent } from './testing/asked-questions.ts';
import { CreditModel } from './testing/credit-model.ts';

const runs = Number(process.env.MODEL_RUNS ?? 100);

const app = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  await createCoach(app, admin);
});

type Step =
  | { do: 'wait'; days: number }
  | { do: 'tier'; monthly: number }
  | { do: 'zone'; timeZone: string }
  | { do: 'verify' | 'ask' }
  | { do: 'subscribe'; monthly: number }
  | { do: 'suspend'; which: number; covered: 'silver' | 'gold' | null }
  | { do: 'lift'; which: number }
  | { do: 'buy'; questions: number }
  | { do: 'grant'; count: number; validDays: number | null }
  | { do: 'refund' | 'restore' | 'withdraw' | 'return' | 'late'; which: number };

const monthlyOf = { silver: 1, gold: 2, diamond: 3 };
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tier' as const), monthly: fc.nat({ max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('zone' as const),
      timeZone: fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('verify' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subscribe' as const), monthly: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('suspend' as const),
      which: fc.nat({ max: 2 }),
      covered: fc.constantFrom('silver' as const, 'gold' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lift' as const), which: fc.nat({ max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('buy' as const), questions: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      count: fc.integer({ min: 1, max: 2 }),
      validDays: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('refund', 'restore', 'withdraw', 'return', 'late'), which }),
  },
);

async function insertStudent(trx: Trx): Promise<string> {
  const { id } = await trx
    .insertInto('users')
    .values({ email: `${randomUUID()}@example.test`, password_hash: '-', first_name: 'A', last_name: 'B' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertOpenQuestion(trx: Trx, studentId: string, now: Date): Promise<string> {
  const { id } = await trx
    .insertInto('questions')
    .values({
      student_id: studentId,
      status: 'queued',
      street: 'river',
      thought: 'Twenty characters and a few more.',
      question: '',
      allow_library: false,
      show_stakes: false,
      queued_at: now,
      due_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function play(trx: Trx, studentId: string, model: CreditModel, one: Step): Promise<void> {
  const now = new Date(model.now);
  switch (one.do) {
    case 'wait':
      model.now += one.days * dayMs;
      return;
    case 'tier':
      model.monthly = one.monthly;
      model.subscription = undefined;
      return;
    case 'zone':
      model.timeZone = one.timeZone;
      return;
    case 'verify':
      model.isVerified = true;
      return;
    case 'subscribe': {
      const id = `sub_${randomUUID()}`;
      await trx
        .insertInto('subscriptions')
        .values({ id, user_id: studentId, plan: 'gold', status: 'active', price_cents: 500 })
        .execute();
      model.subscriptions.push(id);
      model.subscription = id;
      model.monthly = one.monthly;
      return;
    }
    case 'suspend':
    case 'lift': {
      const id = model.subscriptions[one.which];
      if (id === undefined) return;
      const covered = one.do === 'suspend' ? one.covered : null;
      if (one.do === 'suspend') model.suspend(id, covered === null ? 0 : monthlyOf[covered]);
      else model.suspended.delete(id);
      await trx
        .updateTable('subscriptions')
        .set({ suspended_at: one.do === 'suspend' ? now : null, covered_plan: covered })
        .where('id', '=', id)
        .execute();
      return;
    }
    case 'ask': {
      const id = await insertOpenQuestion(trx, studentId, now);
      const isSpent = await spendCredit(trx, studentId, id, now);
      const [next] = model.spendable();
      expect(isSpent).toBe(next !== undefined);
      if (!next) {
        await trx.deleteFrom('questions').where('id', '=', id).execute();
        return;
      }
      // Of credits that expire together, any may be spent.
      const spent = await trx
        .selectFrom('question_credits')
        .select(['source', 'source_key', 'number', 'expires_at'])
        .where('question_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(spent.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(spent.expires_at)).toBe(
        next.until,
      );
      const keys = {
        plan: `plan ${spent.source_key} ${spent.number}`,
        welcome: 'welcome',
        product: `${spent.source_key} ${spent.number}`,
        returned: `returned ${spent.source_key}`,
        grant: `grant ${spent.source_key} ${spent.number}`,
      };
      const credit = model.credits.get(keys[spent.source]);
      expect(credit?.question).toBeUndefined();
      if (credit) credit.question = id;
      model.open.push(id);
      return;
    }
    case 'buy': {
      const { id } = await trx
        .insertInto('purchases')
        .values({
          user_id: studentId,
          product_type: 'pdf',
          product_name: 'River Bluffs',
          amount_cents: 999,
          status: 'completed',
          question_credits: one.questions,
          purchased_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      model.purchases.push({ id, questions: one.questions, at: model.now, givesAccess: true });
      return;
    }
    case 'refund':
    case 'restore': {
      const purchase = model.purchases[one.which];
      if (!purchase) return;
      purchase.givesAccess = one.do === 'restore';
      await trx
        .updateTable('purchases')
        .set({ access_ended_at: purchase.givesAccess ? null : now })
        .where('id', '=', purchase.id)
        .execute();
      return;
    }
    case 'grant': {
      const requestId = randomUUID();
      const until = one.validDays === null ? null : new Date(model.now + one.validDays * dayMs);
      const credits = Array.from({ length: one.count }, (_, index) => ({
        student_id: studentId,
        source: 'grant' as const,
        source_key: requestId,
        number: index + 1,
        valid_from: now,
        expires_at: until,
        created_at: now,
      }));
      expect(await insertCredits(trx, credits)).toBe(one.count);
      // Repeating the admin's request adds no credits.
      expect(await insertCredits(trx, credits)).toBe(0);
      model.grant(requestId, one.count, until?.getTime() ?? Number.POSITIVE_INFINITY);
      return;
    }
    case 'late': {
      const id = model.open[one.which];
      if (id === undefined || model.late.has(id)) return;
      expect(await giveCreditBack(trx, { id, student_id: studentId }, now)).toBe(true);
      model.late.add(id);
      model.giveBack(id, false);
      return;
    }
    case 'withdraw':
    case 'return': {
      const id = model.open[one.which];
      if (id === undefined) return;
      model.open.splice(one.which, 1);
      const isWithdrawn = one.do === 'withdraw';
      const isGiven = await giveCreditBack(trx, { id, student_id: studentId }, now, isWithdrawn);
      expect(isGiven).toBe(!model.late.has(id));
      if (isGiven) model.giveBack(id, isWithdrawn);
      // Returning the question once more gives no second credit back.
      if (!isWithdrawn) expect(await giveCreditBack(trx, { id, student_id: studentId }, now)).toBe(false);
    }
  }
}

it(`none of ${runs} random scenarios loses a credit, invents one or spends one twice`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), (steps) =>
      inTransaction(app.deps.db, async (trx) => {
        const studentId = await insertStudent(trx);
        await lockStudent(trx, studentId);
        const model = new CreditModel();
        for (const one of [...steps, { do: 'ask' } as const]) {
          if (one.do !== 'ask') {
            await play(trx, studentId, model, one);
            continue;
          }
          const { monthly, timeZone, isVerified, subscription: subscriptionId = null } = model;
          const entitlement = { monthly, subscriptionId, monthlyOf, timeZone, isVerified, welcome: 1 };
          const now = new Date(model.now);
          await settleCredits(trx, studentId, entitlement, now);
          model.settle();
          const spendable = await findSpendable(trx, studentId, now);
          const left = spendable.flatMap(({ count, expiresAt }) =>
            Array.from({ length: count }, () =>
              expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
            ),
          );
          expect(left).toEqual(model.spendable().map(({ until }) => until));
          await play(trx, studentId, model, one);
        }
      }),
    ),
    { numRuns: runs },
  );
}, 3_600_000);

describe('credits', () => {
  beforeEach(() => app.clock.set(new Date('2026-11-20T12:00:00Z')));
  const questions = (user: TestUser) => app.caller(user).questions;

  it('a membership gives new credits when a month begins in the student’s time zone; they expire when the month ends there', async () => {
    const student = await app.createUser();
    await changeUser(app, student, { time_zone: 'Pacific/Auckland' });
    await app.caller(admin).admin.subscriptions.grantPlan({
      userId: student.userId,
      plan: 'gold',
      reason: 'A gift',
    });
    // In Auckland, December begins at 11:00 UTC on 30 November.
    expect(await questions(student).credits()).toMatchObject({
      left: 4,
      monthly: { count: 4, spent: 0, month: '2026-11' },
      nextAt: '2026-11-30T11:00:00.000Z',
      items: [{ source: 'plan', count: 4, expiresAt: '2026-11-30T11:00:00.000Z' }],
    });
    await askedQuestion(app, student);
    expect(await questions(student).credits()).toMatchObject({ left: 3, monthly: { spent: 1 } });
    app.clock.set(new Date('2026-11-30T11:00:00Z'));
    expect(await questions(student).credits()).toMatchObject({
      left: 4,
      monthly: { spent: 0, month: '2026-12' },
    });
    // When the membership ends, the student keeps the credits of the current month.
    await app.deps.db
      .updateTable('plan_grants')
      .set({ revoked_at: app.deps.now() })
      .where('user_id', '=', student.userId)
      .execute();
    expect((await questions(student).credits()).left).toBe(4);
  });

  it('credits of a product are valid for 90 days, and unspent credits are voided when access to the product ends', async () => {
    const student = await app.createUser();
    const product = await createTestProduct(app, { ...admin, role: 'admin' }, { questionCredits: 2 });
    await createTestProduct(app, { ...admin, role: 'admin' }, { type: 'session', questionCredits: 2 });
    expect((await questions(student).credits()).products).toContainEqual({
      id: product.id,
      title: product.title,
      questions: 2,
    });
    await app.caller(admin).admin.users.grantProduct({
      id: student.userId,
      productId: product.id,
      reason: 'A gift',
    });
    expect(await questions(student).credits()).toMatchObject({
      left: 2,
      items: [{ source: 'product', count: 2, expiresAt: '2027-02-18T12:00:00.000Z' }],
      products: [],
    });
    // A change of the product does not affect earlier purchases.
    await app.deps.db
      .updateTable('products')
      .set({ question_credits: 9 })
      .where('id', '=', product.id)
      .execute();
    const id = await askedQuestion(app, student);
    const { id: purchaseId } = await app.deps.db
      .selectFrom('purchases')
      .select('id')
      .where('user_id', '=', student.userId)
      .executeTakeFirstOrThrow();
    await app.caller(admin).admin.users.revokeProduct({ purchaseId, reason: 'A mistake' });
    expect((await questions(student).credits()).left).toBe(0);
    expect((await questions(student).get({ id })).status).toBe('queued');
    await app.deps.db
      .updateTable('purchases')
      .set({ access_ended_at: null })
      .where('id', '=', purchaseId)
      .execute();
    expect((await questions(student).credits()).left).toBe(1);
    app.clock.advance(90 * dayMs);
    expect((await questions(student).credits()).left).toBe(0);
  });

  it('credits that expire first are spent first', async () => {
    const student = await verifiedStudent(app);
    await grantQuestions(app, admin, student, 1, 30);
    await grantQuestions(app, admin, student, 1, 3);
    const left = async () =>
      (await questions(student).credits()).items.map(({ expiresAt }) => expiresAt?.slice(0, 10) ?? null);
    // The last one is the credit that every verified student receives. It never expires.
    expect(await left()).toEqual(['2026-11-23', '2026-12-20', null]);
    await askedQuestion(app, student);
    expect(await left()).toEqual(['2026-12-20', null]);
    await askedQuestion(app, student);
    expect(await left()).toEqual([null]);
  });
});
