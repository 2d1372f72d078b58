import type { Insertable } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { insertPurchase, makeErasureDue } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { SubscriptionsTable } from '../../platform/db/tables/plan-tables.ts';
import { finishDeletions } from '../../profile/privacy/account-deletion.operations.ts';
import { remindOfDates } from '../subscriptions/date-reminders.operations.ts';
import { emailTo } from '../testing/emails.ts';
import { planEmailsOf, planOf } from '../testing/subscriptions.ts';

const app = setUpTestApp();
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Boss' });
});
beforeEach(async () => {
  user = await app.createUser();
});

const asAdmin = () => app.caller(admin).admin;
const inDays = (days: number) => new Date(app.deps.now().getTime() + days * dayMs).toISOString();
const gift = (changes: object = {}) => ({
  userId: user.userId,
  plan: 'gold' as const,
  reason: 'Won the tournament',
  ...changes,
});

async function insertSubscription(values: Omit<Insertable<SubscriptionsTable>, 'id' | 'user_id'>) {
  const { userId } = user;
  await app.deps.db
    .insertInto('subscriptions')
    .values({ ...values, id: `sub_${userId}`, user_id: userId })
    .execute();
}

describe('granted plans', () => {
  it('a grant is announced to a suspended user without a link to a page that requires a login', async () => {
    await asAdmin().users.suspend({ id: user.userId, reason: 'Shared the files' });
    await asAdmin().subscriptions.grantPlan(gift());
    const { body_text: text } = await emailTo(app, user, 'grant_given');
    expect(text).toContain('Account: Suspended, so you cannot log in. Write to us instead.');
    expect(text).not.toMatch(/https?:/);
  });

  it.each([
    ['says that the membership which the student pays for still renews', 'active', false, true],
    ['says that a membership whose payment is late still renews', 'past_due', false, true],
    ['does not mention a membership that the student has canceled', 'active', true, false],
    ['says that a membership whose first payment is being processed will renew', 'incomplete', false, true],
    ['does not mention a membership that was canceled before its payment', 'incomplete', true, false],
    ['does not mention a membership that is unpaid', 'unpaid', false, false],
  ] as const)('the email about a grant %s', async (_, status, isCanceled, isMentioned) => {
    await insertSubscription({ plan: 'silver', status, price_cents: 100, cancel_at_period_end: isCanceled });
    await asAdmin().subscriptions.grantPlan(gift());
    const { body_text: text } = await emailTo(app, user, 'grant_given');
    expect(text.includes('unless you cancel it on your billing page')).toBe(isMentioned);
  });

  it('the email about a grant says that a higher membership still renews if it is downgraded to an included one', async () => {
    await insertSubscription({
      plan: 'diamond',
      pending_plan: 'silver',
      pending_from: inDays(10),
      status: 'active',
      price_cents: 1_000,
    });
    await asAdmin().subscriptions.grantPlan(gift());
    expect((await emailTo(app, user, 'grant_given')).body_text).toContain('still renews');
  });

  it('a grant takes effect immediately, notifies the user, is audited, and shows the agreed terms', async () => {
    const grant = await asAdmin().subscriptions.grantPlan(
      gift({ plan: 'custom', amountCents: 4_900, description: 'Team deal', endsAt: inDays(30) }),
    );
    expect(grant).toMatchObject({
      plan: 'custom',
      amountCents: 4_900,
      description: 'Team deal',
      reason: 'Won the tournament',
      isActive: true,
      grantedByName: 'Ada Boss',
      revokedAt: null,
    });
    expect(await app.caller(user).auth.currentUser()).toMatchObject({
      subscriptionPlan: 'custom',
      customPlanAmount: 4_900,
      customPlanDescription: 'Team deal',
    });
    const mine = await app.caller(user).payments.mySubscription();
    expect(mine).toMatchObject({ plan: 'custom', source: 'grant', status: null, canManage: false });
    expect(mine.grants).toMatchObject([{ id: grant.id, isActive: true }]);
    expect(JSON.stringify(mine)).not.toContain('Won the tournament');
    expect(await planEmailsOf(app, user)).toEqual(['grant_given']);
    const log = await app.caller(admin).admin.audit.list({ subjectId: user.userId });
    expect(log.items).toMatchObject([{ action: 'plan.granted', actorId: admin.userId }]);
    // Entries of the audit log are never erased, so they must contain neither the reason nor the description.
    const { details } = await app.deps.db
      .selectFrom('audit_log')
      .select('details')
      .where('subject_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(details)).not.toMatch(/tournament|Team deal/);
  });

  it('the user is told the last day of a grant in the user’s time zone', async () => {
    await app.caller(user).goals.setTimeZone({ timeZone: 'America/New_York' });
    // At 05:00 UTC it is midnight in New York, so the last day there is 24 December.
    await asAdmin().subscriptions.grantPlan(
      gift({ startsAt: '2099-12-01T05:00:00Z', endsAt: '2099-12-25T05:00:00Z' }),
    );
    const { title, body } = await app.deps.db
      .selectFrom('notifications')
      .select(['title', 'body'])
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    const { body_text: text } = await emailTo(app, user, 'grant_given');
    for (const each of [text, `${title} ${body}`]) {
      expect(each).toContain('24 Dec 2099');
      expect(each).not.toContain('25 Dec 2099');
    }
  });

  it('a grant gives the plan from the start of the grant to its end', async () => {
    const later = await asAdmin().subscriptions.grantPlan(gift({ startsAt: inDays(5), endsAt: inDays(10) }));
    expect(later.isActive).toBe(false);
    expect(await planOf(app, user)).toBe('free');
    app.clock.advance(6 * dayMs);
    expect(await planOf(app, user)).toBe('gold');
    app.clock.advance(5 * dayMs);
    expect(await planOf(app, user)).toBe('free');
  });

  it('the user and admins see the amount of the current custom plan', async () => {
    const custom = (changes: object) =>
      asAdmin().subscriptions.grantPlan(gift({ plan: 'custom', ...changes }));
    await custom({ amountCents: 30_000, description: 'Ended', endsAt: inDays(1) });
    app.clock.advance(2 * dayMs);
    const { id: revoked } = await custom({ amountCents: 40_000, description: 'Taken back' });
    await custom({ amountCents: 10_000, description: 'Running', startsAt: inDays(-1) });
    await custom({ amountCents: 20_000, description: 'Next week', startsAt: inDays(7) });
    await asAdmin().subscriptions.revokeGrant({ grantId: revoked, reason: 'by mistake' });
    const amounts = async () => {
      const { users } = asAdmin();
      const views = [
        await app.caller(user).auth.currentUser(),
        await users.withApplication({ id: user.userId }),
        (await users.recent()).find(({ id }) => id === user.userId),
        (await users.list({})).items.find(({ id }) => id === user.userId),
        (await users.get({ id: user.userId })).account,
      ];
      return views.map((view) => view?.customPlanAmount);
    };
    expect(await amounts()).toEqual(Array(5).fill(10_000));
    expect(await app.caller(user).auth.currentUser()).toMatchObject({ customPlanDescription: 'Running' });
    app.clock.advance(8 * dayMs);
    expect(await amounts()).toEqual(Array(5).fill(20_000));
  });

  it('the error about a rejected grant names the invalid field', async () => {
    const grant = (input: object) => asAdmin().subscriptions.grantPlan(gift(input));
    for (const [input, field] of [
      [{ endsAt: inDays(-1) }, 'endsAt'],
      [{ startsAt: inDays(3), endsAt: inDays(2) }, 'endsAt'],
      [{ reason: '  ' }, 'reason'],
      [{ amountCents: -1 }, 'amountCents'],
      [{ amountCents: 10.5 }, 'amountCents'],
      [{ plan: 'free' }, 'plan'],
    ] as const) {
      const error: unknown = await grant(input).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error, field).toMatchObject({ code: 'BAD_REQUEST' });
      expect(JSON.stringify(error instanceof Error && error.cause), field).toContain(field);
    }
    await expect(grant({ userId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await planOf(app, user)).toBe('free');
  });

  it('twenty clicks create one grant, so that one revocation ends the plan', async () => {
    const endsAt = inDays(30);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => asAdmin().subscriptions.grantPlan(gift({ endsAt }))),
    );
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(given).toHaveLength(1);
    expect(await planEmailsOf(app, user)).toEqual(['grant_given']);
    await expect(asAdmin().subscriptions.grantPlan(gift({ endsAt: inDays(10) }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    // Simulates a request that read the clock before the first grant was made, and was processed after that grant.
    app.clock.advance(-60_000);
    await expect(asAdmin().subscriptions.grantPlan(gift({ endsAt }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    app.clock.advance(60_000);
    // A longer grant, another plan and other terms are separate grants.
    const longer = await asAdmin().subscriptions.grantPlan(gift({ endsAt: inDays(60) }));
    const custom = { plan: 'custom' as const, description: 'Team deal', endsAt };
    const one = await asAdmin().subscriptions.grantPlan(gift({ ...custom, amountCents: 4_900 }));
    const other = await asAdmin().subscriptions.grantPlan(gift({ ...custom, amountCents: 3_900 }));
    for (const { id } of [...given, longer, one, other]) {
      await asAdmin().subscriptions.revokeGrant({ grantId: id, reason: 'by mistake' });
    }
    expect(await planOf(app, user)).toBe('free');
    await asAdmin().subscriptions.grantPlan(gift({ endsAt }));
    expect(await planOf(app, user)).toBe('gold');
  });

  it('twenty clicks revoke a grant immediately, and only once', async () => {
    const { id: grantId } = await asAdmin().subscriptions.grantPlan(gift());
    const revoke = () => asAdmin().subscriptions.revokeGrant({ grantId, reason: 'by mistake' });
    const results = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(new Set(results.map(({ revokedAt }) => revokedAt)).size).toBe(1);
    expect(results[0]).toMatchObject({
      isActive: false,
      revokedAt: expect.any(String),
      revokeReason: 'by mistake',
    });
    expect(await planOf(app, user)).toBe('free');
    expect((await app.caller(user).payments.mySubscription()).grants).toEqual([]);
    expect((await asAdmin().subscriptions.ofUser({ userId: user.userId })).grants).toHaveLength(1);
    expect((await planEmailsOf(app, user)).toSorted()).toEqual(['grant_given', 'grant_revoked']);
    const log = await app.caller(admin).admin.audit.list({ subjectId: user.userId, action: 'plan.revoked' });
    expect(log.items).toHaveLength(1);
    // Another admin, whose page still shows the grant, gives another reason.
    await expect(
      asAdmin().subscriptions.revokeGrant({ grantId, reason: 'left the team' }),
    ).rejects.toMatchObject({ cause: { code: 'conflict' } });
    await expect(
      asAdmin().subscriptions.revokeGrant({ grantId: crypto.randomUUID(), reason: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('revoking a grant while the account is being erased fails without a deadlock', async () => {
    const { id: grantId } = await asAdmin().subscriptions.grantPlan(gift());
    const purchaseId = await insertPurchase(app, user);
    await makeErasureDue(app, user);
    const { erasing, revoked } = await app.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom('purchases').select('id').where('id', '=', purchaseId).forUpdate().execute();
      const erasing = finishDeletions(app.deps);
      await waitForLockWaiters(trx, 1);
      const revoking = asAdmin().subscriptions.revokeGrant({ grantId, reason: 'by mistake' });
      const revoked = expect(revoking).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await waitForLockWaiters(trx, 2);
      return { erasing, revoked };
    });
    await revoked;
    expect(await erasing).toBe(1);
  });

  it('the user is notified once that a grant ends soon, and once that the grant has ended', async () => {
    await asAdmin().subscriptions.grantPlan(gift({ endsAt: inDays(10) }));
    const kinds = async () => {
      await remindOfDates(app.deps);
      await remindOfDates(app.deps);
      return (await planEmailsOf(app, user)).slice(1);
    };
    expect(await kinds()).toEqual([]);
    app.clock.advance(4 * dayMs);
    expect(await kinds()).toEqual(['grant_ending']);
    app.clock.advance(6 * dayMs + 60_000);
    expect(await kinds()).toEqual(['grant_ending', 'grant_ended']);
  });

  it('the user is not notified that a grant ends soon before the grant has started', async () => {
    await asAdmin().subscriptions.grantPlan(gift({ startsAt: inDays(3), endsAt: inDays(6) }));
    await remindOfDates(app.deps);
    expect(await planEmailsOf(app, user)).toEqual(['grant_given']);
    app.clock.advance(3 * dayMs);
    await remindOfDates(app.deps);
    expect(await planEmailsOf(app, user)).toEqual(['grant_given', 'grant_ending']);
  });

  it('the user is notified of the end of a plan if a lower plan remains, but not if a higher plan follows', async () => {
    const second = await app.createUser();
    for (const { userId } of [user, second]) {
      await asAdmin().subscriptions.grantPlan(gift({ userId, endsAt: inDays(5) }));
    }
    await asAdmin().subscriptions.grantPlan(
      gift({ plan: 'diamond', startsAt: inDays(4), endsAt: inDays(90) }),
    );
    await asAdmin().subscriptions.grantPlan(gift({ userId: second.userId, plan: 'silver' }));
    await remindOfDates(app.deps);
    app.clock.advance(5 * dayMs + 60_000);
    await remindOfDates(app.deps);
    expect(await planOf(app, user)).toBe('diamond');
    expect(await planEmailsOf(app, user)).toEqual(['grant_given', 'grant_given']);
    expect(await planOf(app, second)).toBe('silver');
    expect((await planEmailsOf(app, second)).slice(2)).toEqual(['grant_ending', 'grant_ended']);
  });

  it('the user is notified of a revoked grant, unless another grant gives the same or a higher plan when the loss begins', async () => {
    const grant = async (changes: object) => (await asAdmin().subscriptions.grantPlan(gift(changes))).id;
    const revoke = (grantId: string) => asAdmin().subscriptions.revokeGrant({ grantId, reason: 'Mistake' });
    const ends = async () => (await planEmailsOf(app, user)).filter((kind) => kind !== 'grant_given');
    const [first, second] = [await grant({ endsAt: inDays(30) }), await grant({ endsAt: inDays(60) })];
    const later = await grant({ startsAt: inDays(40), endsAt: inDays(90) });
    await revoke(second);
    expect(await planOf(app, user)).toBe('gold');
    expect(await ends()).toEqual([]);
    // The user has Gold now, but no other grant gives Gold when the grant `later` would have started.
    await revoke(later);
    expect(await ends()).toEqual(['grant_revoked']);
    await revoke(first);
    expect(await planOf(app, user)).toBe('free');
    expect(await ends()).toEqual(['grant_revoked', 'grant_revoked']);
  });

  it('every user is notified of a grant that ends soon, even if the batch size is 1', async () => {
    const grantees = [user, await app.createUser(), await app.createUser()];
    for (const { userId } of grantees) {
      await asAdmin().subscriptions.grantPlan(gift({ userId, endsAt: inDays(5) }));
    }
    await remindOfDates(app.deps, 1);
    for (const grantee of grantees) expect(await planEmailsOf(app, grantee)).toContain('grant_ending');
  });
});
