import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxPeopleAtOnce } from '../../shared/admin/bulk-users.ts';
import { dayMs } from '../../shared/durations.ts';
import { readCsv } from '../../shared/read-csv.ts';
import { signIn } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { deliverAll, paymentOf, refundInput } from '../payments/testing/money.ts';
import { buy, createTestProduct } from '../payments/testing/purchases.ts';
import { subscribe } from '../payments/testing/subscriptions.ts';
import { inTransaction } from '../platform/db/database.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let people: TestUser[];

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
});
beforeEach(async () => {
  people = [await app.createUser(), await app.createUser(), await app.createUser()];
});

const asAdmin = () => app.caller(admin).admin;
const idsOf = (users: readonly TestUser[]) => users.map(({ userId }) => userId);

async function auditedFor(users: readonly TestUser[], action: string): Promise<number> {
  const rows = await app.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('about_user_id', 'in', idsOf(users))
    .where('action', '=', action)
    .execute();
  return rows.length;
}

describe('a notice', () => {
  const notice = (noticeId: string) => ({
    ids: idsOf(people),
    noticeId,
    subject: 'Two new sessions',
    text: 'They are about rivers.\n\nEnjoy <b>them</b>.',
  });

  it('has a preview that counts users who cannot log in or have unsubscribed, and is sent once to each of the others', async () => {
    const [, suspended, unsubscribed] = people;
    await asAdmin().users.suspend({ id: suspended?.userId ?? '', reason: 'Away' });
    await app.caller(unsubscribed ?? admin).email.setPreference({ kind: 'notice', enabled: false });
    expect(await asAdmin().users.preview({ ids: idsOf(people) })).toEqual({
      total: 3,
      ids: idsOf(people),
      closed: 1,
      unsubscribed: 1,
    });
    const noticeId = '11111111-1111-4111-8111-111111111111';
    expect(await asAdmin().users.emailNotice(notice(noticeId))).toEqual({ done: 1 });
    await asAdmin().users.emailNotice(notice(noticeId));
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select(['to_address', 'body_text', 'body_html'])
      .where('kind', '=', 'notice')
      .where('user_id', 'in', idsOf(people))
      .execute();
    expect(emails.map(({ to_address }) => to_address)).toEqual([people[0]?.email]);
    expect(emails[0]?.body_text).toContain('Unsubscribe: http');
    expect(emails[0]?.body_html).not.toContain('<b>them</b>');
    // One entry for each call, although the second call sends no email.
    expect(await auditedFor(people, 'user.notice_emailed')).toBe(2);
  });

  it('is rejected if it has too many recipients', async () => {
    const noticeId = '22222222-2222-4222-8222-222222222222';
    const ids = Array.from({ length: maxPeopleAtOnce + 1 }, () => admin.userId);
    await expect(asAdmin().users.emailNotice({ ...notice(noticeId), ids })).rejects.toThrow(
      `at most ${maxPeopleAtOnce}`,
    );
  });
});

describe('tags', () => {
  it('ignore case, filter the list, and can be removed', async () => {
    const [first, second] = people;
    const tag = `Vip ${first?.userId.slice(0, 8)}`;
    expect(await asAdmin().users.addTag({ ids: idsOf(people.slice(0, 2)), tag })).toEqual({ done: 2 });
    expect(await asAdmin().users.addTag({ ids: idsOf(people), tag: tag.toUpperCase() })).toEqual({ done: 1 });
    expect(await asAdmin().users.tags()).toContainEqual({ tag, people: 3 });
    const listed = await asAdmin().users.list({ tag: tag.toLowerCase() });
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(idsOf(people).toSorted());
    expect(listed.items.map(({ tags }) => tags)).toEqual([[tag], [tag], [tag]]);
    expect(await asAdmin().users.preview({ filter: { tag, sort: 'oldest' } })).toMatchObject({
      total: 3,
      ids: idsOf(people),
    });
    await expect(
      asAdmin().users.preview({ filter: { tag: `${tag} of nobody`, sort: 'oldest' } }),
    ).rejects.toThrow('No user matches these filters.');
    await expect(asAdmin().users.preview({})).rejects.toThrow('Select users first.');
    const unknown = { ids: ['00000000-0000-4000-8000-000000000000'] };
    await expect(asAdmin().users.preview(unknown)).rejects.toThrow('These users were deleted.');
    await asAdmin().users.removeTag({ id: second?.userId ?? '', tag });
    expect((await asAdmin().users.list({ tag })).total).toBe(2);
    expect(await auditedFor(people, 'user.tag_added')).toBe(3);
    expect(await auditedFor(people, 'user.tag_removed')).toBe(1);
  });

  it('are in alphabetical order, whatever their case', async () => {
    const { userId: id } = await app.createUser();
    for (const tag of ['cherry', 'Banana', 'apple']) await asAdmin().users.addTag({ ids: [id], tag });
    expect((await asAdmin().users.get({ id })).account.tags).toEqual(['apple', 'Banana', 'cherry']);
  });
});

it('a membership for several users is granted to all of them or to none, and to each only once', async () => {
  const gift = { ids: idsOf(people), plan: 'gold' as const, reason: 'Summer course' };
  const unknownId = '00000000-0000-4000-8000-000000000000';
  await expect(
    asAdmin().subscriptions.grantPlans({ ...gift, ids: [...gift.ids, unknownId] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const planOf = async (user: TestUser) => (await app.caller(user).auth.currentUser()).subscriptionPlan;
  expect(await Promise.all(people.map(planOf))).toEqual(['free', 'free', 'free']);
  const results = await Promise.all([
    asAdmin().subscriptions.grantPlans(gift),
    asAdmin().subscriptions.grantPlans(gift),
  ]);
  expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(3);
  expect(await Promise.all(people.map(planOf))).toEqual(['gold', 'gold', 'gold']);
  expect(await auditedFor(people, 'plan.granted')).toBe(3);
});

it('a membership is not granted to users who cannot log in', async () => {
  const [member, suspended, leaving] = people;
  await asAdmin().users.suspend({ id: suspended?.userId ?? '', reason: 'Away' });
  await asAdmin().users.delete({ id: leaving?.userId ?? '', reason: 'Asked for it' });
  const erased = await app.createUser();
  await changeUser(app, erased, { deleted_at: new Date() });
  const gift = {
    ids: [...idsOf(people), erased.userId],
    plan: 'gold' as const,
    reason: 'Summer course',
  };
  expect(await asAdmin().subscriptions.grantPlans(gift)).toEqual({ done: 1 });
  expect(await auditedFor(people, 'plan.granted')).toBe(1);
  expect(await auditedFor(member ? [member] : [], 'plan.granted')).toBe(1);
});

it('a membership is not granted to a user who asks for deletion at the same moment', async () => {
  const [leaving] = people;
  const changed = Promise.withResolvers<void>();
  const grantWaits = Promise.withResolvers<void>();
  const leaves = inTransaction(app.deps.db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ deletion_due_at: new Date(app.deps.now().getTime() + dayMs) })
      .where('id', '=', leaving?.userId ?? '')
      .execute();
    changed.resolve();
    await grantWaits.promise;
  });
  await changed.promise;
  const granting = asAdmin().subscriptions.grantPlans({ ids: idsOf(people), plan: 'gold', reason: 'Gift' });
  await waitForLockWaiters(app.deps.db);
  grantWaits.resolve();
  await leaves;
  expect(await granting).toEqual({ done: 2 });
  expect(await auditedFor(leaving ? [leaving] : [], 'plan.granted')).toBe(0);
});

it('the export contains the filtered users with membership, spending and tags', async () => {
  const [buyer, member] = people as [TestUser, TestUser, TestUser];
  const adminActor = { ...admin, role: 'admin' as const };
  const product = await createTestProduct(app, adminActor, { type: 'session', productNumber: 9 });
  const bought = await paymentOf(app, adminActor, await buy(app, buyer, product));
  await asAdmin().payments.refund({ ...refundInput(bought), amountCents: 400, endAccess: false });
  await subscribe(app, member, 'gold');
  await deliverAll(app);
  await asAdmin().users.addTag({ ids: idsOf([buyer, member]), tag: '=Cohort' });

  const client = await signIn(app.app, admin);
  const response = await client.request('GET', '/api/admin/export-user-list-csv?tag=%3Dcohort&sort=oldest');
  expect(response.statusCode, response.body).toBe(200);
  // `readCsv` removes the apostrophe that keeps a formula from running.
  expect(response.body).toContain(",'=Cohort,");
  const [head, ...rows] = readCsv(response.body).map(({ cells }) => cells);
  const named = rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [head?.[index], cell])));
  expect(named).toMatchObject([
    { email: buyer.email, plan: 'free', gross: '19.99', refunded: '4.00', net: '15.99', tags: '=Cohort' },
    { email: member.email, plan: 'gold', gross: '5.00', refunded: '0.00', net: '5.00', account: 'active' },
  ]);
  for (const user of [buyer, member]) {
    const { totals } = await asAdmin().payments.search({ userId: user.userId });
    const { account } = await asAdmin().users.get({ id: user.userId });
    expect(account.netCents).toBe(totals.grossCents - totals.returnedCents);
  }
  const { statusCode } = await client.request('GET', '/api/admin/export-user-list-csv?plan=wood');
  expect(statusCode).toBe(400);
});
