import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { documentImage, setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { inTransaction } from '../platform/db/database.ts';
import { eraseDocumentsOf } from './retention.operations.ts';
import { createApplicant, submitForm } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', firstName: 'Ada', password: testPassword });
  other = await app.createUser({ role: 'admin', firstName: 'Otto' });
});

const submit = (user: TestUser, more: Parameters<typeof submitForm>[2] = {}) => submitForm(app, user, more);
const applicant = (more: Parameters<typeof createApplicant>[1] = {}) => createApplicant(app, more);
const asAdmin = () => app.caller(admin).admin;

describe('claiming a case, and the next case', () => {
  test('when 20 admins claim a case concurrently, one gets it, and only that one can release it', async () => {
    const { id } = await applicant();
    const admins = await Promise.all(Array.from({ length: 20 }, () => app.createUser({ role: 'admin' })));
    const results = await Promise.allSettled(admins.map((each) => app.caller(each).admin.kyc.claim({ id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = admins[results.findIndex(({ status }) => status === 'fulfilled')];
    expect((await asAdmin().kyc.get({ id })).application.assignedTo).toBe(winner?.userId);
    await expect(asAdmin().kyc.release({ id })).rejects.toMatchObject({ cause: { code: 'conflict' } });
    await app.caller(winner ?? null).admin.kyc.release({ id });
    expect((await asAdmin().kyc.get({ id })).application.assignedTo).toBeNull();
  });

  test('the next case is the one that follows in the queue; after the last case, it is the case that has waited longest', async () => {
    const cases = await emptyQueue();
    const [first, second, third] = [await cases.add(), await cases.add(), await cases.add()];
    const nextOf = async (id: string) => (await asAdmin().kyc.get({ id })).next?.id;
    expect(await nextOf(second.id)).toBe(third.id);
    expect(await nextOf(third.id)).toBe(first.id);
  });

  test('the next case is one that no other admin has claimed', async () => {
    const cases = await emptyQueue();
    const first = await cases.add();
    const second = await cases.add();
    const third = await cases.add();
    await app.caller(other).admin.kyc.claim({ id: second.id });
    expect((await asAdmin().kyc.get({ id: first.id })).next).toMatchObject({ id: third.id });
    expect((await app.caller(other).admin.kyc.get({ id: first.id })).next).toMatchObject({ id: second.id });
    await asAdmin().kyc.setStatus({ id: third.id, status: 'rejected' });
    expect((await asAdmin().kyc.get({ id: first.id })).next).toBeNull();
  });
});

/** Empties the queue. Each added case has waited one minute less than the one before. */
async function emptyQueue() {
  await app.deps.db
    .updateTable('kyc_applications')
    .set({ superseded_at: app.deps.now() })
    .where('superseded_at', 'is', null)
    .execute();
  return {
    add(more: Parameters<typeof submit>[1] = {}) {
      app.clock.advance(60_000);
      return applicant(more);
    },
  };
}

describe('the review queue', () => {
  test('lists open cases oldest first, page by page, without losing or repeating any', async () => {
    const cases = await emptyQueue();
    const added: string[] = [];
    for (let index = 0; index < 5; index += 1) added.push((await cases.add()).id);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await asAdmin().kyc.queue({ limit: 2, after });
      expect(page.counts.open).toBe(5);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(added);
    const newest = await asAdmin().kyc.queue({ status: 'all', limit: 1 });
    expect(newest.items[0]?.id).toBe(added.at(-1));
  });

  test('filters by status, country, type of document, assignee, name and email', async () => {
    const cases = await emptyQueue();
    const plain = await cases.add();
    const chile = await cases.add({ country: 'Chile', lastName: 'Under_score' });
    await asAdmin().kyc.setStatus({ id: chile.id, status: 'requires_review' });
    await asAdmin().kyc.claim({ id: chile.id });
    const ids = async (input: Parameters<ReturnType<typeof asAdmin>['kyc']['queue']>[0]) =>
      (await asAdmin().kyc.queue(input)).items.map(({ id }) => id);
    expect(await ids({})).toEqual([plain.id, chile.id]);
    expect(await ids({ status: 'pending' })).toEqual([plain.id]);
    expect(await ids({ country: 'Chile' })).toEqual([chile.id]);
    expect(await ids({ documentType: 'national_id' })).toEqual([]);
    expect(await ids({ documentType: 'drivers_license' })).toHaveLength(2);
    expect(await ids({ assignee: 'me' })).toEqual([chile.id]);
    expect(await ids({ assignee: 'nobody' })).toEqual([plain.id]);
    expect(await ids({ q: 'nora under' })).toEqual([chile.id]);
    expect(await ids({ q: 'r_s' })).toEqual([chile.id]);
    expect(await ids({ q: plain.user.email.toUpperCase() })).toEqual([plain.id]);
    expect((await asAdmin().kyc.queue({})).countries).toEqual(
      expect.arrayContaining([
        { value: 'CA', label: 'Canada' },
        { value: 'CL', label: 'Chile' },
      ]),
    );
  });

  test('merges spellings of a country; unknown countries stay as entered', async () => {
    const cases = await emptyQueue();
    const spellings = ['Netherlands', 'NL', 'Holland', 'nederland', 'Atlantis'];
    const ids: string[] = [];
    for (const country of spellings) ids.push((await cases.add({ country })).id);
    const found = async (country: string) =>
      (await asAdmin().kyc.queue({ country })).items.map((item) => [item.id, item.country]);
    const dutch = ids.slice(0, 4).map((id) => [id, 'Netherlands']);
    expect(await found('NL')).toEqual(dutch);
    // Bookmarked URLs may contain another spelling.
    expect(await found('Holland')).toEqual(dutch);
    expect(await found('Atlantis')).toEqual([[ids[4], 'Atlantis']]);
    expect(await found('Narnia')).toEqual([]);
    const { countries } = await asAdmin().kyc.queue({});
    expect(countries.filter(({ label }) => label === 'Netherlands')).toEqual([
      { value: 'NL', label: 'Netherlands' },
    ]);
    expect(countries).toContainEqual({ value: 'Atlantis', label: 'Atlantis' });
  });

  test('cases that wait for their applicant are listed separately, and are not offered as the next case', async () => {
    const cases = await emptyQueue();
    const waitsForUser = await cases.add();
    const needsReview = await cases.add();
    const plain = await cases.add();
    await asAdmin().kyc.setStatus({
      id: waitsForUser.id,
      status: 'requires_review',
      requestedItems: ['back_side'],
    });
    await asAdmin().kyc.setStatus({ id: needsReview.id, status: 'requires_review' });
    const ids = async (status: 'open' | 'asked' | 'pending' | 'requires_review') =>
      (await asAdmin().kyc.queue({ status })).items.map(({ id }) => id);
    expect(await ids('open')).toEqual([needsReview.id, plain.id]);
    expect(await ids('asked')).toEqual([waitsForUser.id]);
    expect(await ids('pending')).toEqual([plain.id]);
    expect(await ids('requires_review')).toEqual([needsReview.id]);
    expect((await asAdmin().kyc.queue({})).counts).toMatchObject({
      open: 2,
      asked: 1,
      pending: 1,
      requires_review: 1,
    });
    expect((await asAdmin().kyc.get({ id: plain.id })).next).toMatchObject({ id: needsReview.id });
    await submit(waitsForUser.user);
    expect((await asAdmin().kyc.queue({})).counts).toMatchObject({ open: 3, asked: 0 });
  });

  test('the count of open cases is always current; the counts of decided and superseded cases may be outdated until an admin makes a change', async () => {
    const cases = await emptyQueue();
    app.deps.figures.clear();
    const { all } = (await asAdmin().kyc.queue({})).counts;
    const first = await cases.add();
    const second = await cases.add();
    // A student's change does not clear the caches of the admin area, so the superseded application is counted later.
    await submit(second.user);
    expect((await asAdmin().kyc.queue({})).counts).toMatchObject({ open: 2, all: all + 2 });
    await asAdmin().kyc.setStatus({ id: first.id, status: 'approved' });
    const { counts } = await asAdmin().kyc.queue({});
    expect(counts).toEqual({
      open: 1,
      asked: 0,
      pending: 1,
      requires_review: 0,
      approved: 1,
      rejected: 0,
      all: all + 3,
    });
    const { applications } = await asAdmin().dashboard.waiting();
    expect(applications.count).toBe(counts.open);
  });

  test('the next case is taken from the filtered list that the case was opened from', async () => {
    const cases = await emptyQueue();
    const [, first, second] = [
      await cases.add(),
      await cases.add({ country: 'Chile' }),
      await cases.add({ country: 'CL' }),
    ];
    const nextOf = async (input: Parameters<ReturnType<typeof asAdmin>['kyc']['get']>[0]) =>
      (await asAdmin().kyc.get(input)).next?.id;
    expect(await nextOf({ id: first.id, country: 'CL' })).toBe(second.id);
    expect(await nextOf({ id: second.id, q: second.user.email })).toBeUndefined();
    await asAdmin().kyc.setStatus({ id: second.id, status: 'approved' });
    // After a decided case, the next one is an open case.
    expect(await nextOf({ id: second.id, status: 'approved', country: 'CL' })).toBe(first.id);
  });

  test('a case shows its position in the list that it was opened from, and its neighbors', async () => {
    const cases = await emptyQueue();
    const [first, chile, second, third] = [
      await cases.add(),
      await cases.add({ country: 'Chile' }),
      await cases.add(),
      await cases.add(),
    ];
    const positionOf = async (input: Parameters<ReturnType<typeof asAdmin>['kyc']['get']>[0]) =>
      (await asAdmin().kyc.get(input)).position;
    expect(await positionOf({ id: first.id })).toEqual({
      number: 1,
      of: 4,
      previousId: null,
      followingId: chile.id,
    });
    expect(await positionOf({ id: second.id, country: 'CA' })).toEqual({
      number: 2,
      of: 3,
      previousId: first.id,
      followingId: third.id,
    });
    // The list of all cases begins with the newest.
    expect(await positionOf({ id: third.id, status: 'all' })).toMatchObject({
      number: 1,
      previousId: null,
      followingId: second.id,
    });
    expect(await positionOf({ id: chile.id, country: 'CA' })).toBeNull();
  });

  test('flags a document number that another user also has, an age under 18, and a name that differs from the account’s name', async () => {
    const cases = await emptyQueue();
    const plain = await cases.add({ documentNumber1: 'TWICE-77' });
    const sameNumber = await cases.add({ documentNumber1: 'twice 77' });
    const eighteenYearsAgo = (days: number) => {
      const date = app.deps.now();
      date.setUTCFullYear(date.getUTCFullYear() - 18);
      date.setUTCDate(date.getUTCDate() + days);
      return date.toISOString().slice(0, 10);
    };
    const minor = await cases.add({ dateOfBirth: eighteenYearsAgo(1) });
    const adult = await cases.add({ dateOfBirth: eighteenYearsAgo(0) });
    const renamed = await cases.add({ lastName: 'Sparrow' });
    const flags = new Map((await asAdmin().kyc.queue({})).items.map((item) => [item.id, item.flags]));
    expect(flags.get(plain.id)).toEqual(['duplicate_number']);
    expect(flags.get(sameNumber.id)).toEqual(['duplicate_number']);
    expect(flags.get(minor.id)).toEqual(['under_age']);
    expect(flags.get(adult.id)).toEqual([]);
    expect(flags.get(renamed.id)).toEqual(['name_differs']);
    // The flag is removed when the account gets the name that the application has.
    const differing = async () =>
      (await asAdmin().kyc.queue({ flag: 'name_differs' })).items.map(({ id }) => id);
    expect(await differing()).toEqual([renamed.id]);
    const rename = (user: TestUser, firstName: string, lastName: string) =>
      app.caller(user).profile.updateNames({ id: user.userId, firstName, lastName });
    await rename(plain.user, 'Another', 'Name');
    await rename(renamed.user, 'nora', 'SPARROW');
    expect(await differing()).toEqual([plain.id]);
    const withSameNumber = async () =>
      (await asAdmin().kyc.queue({ flag: 'duplicate_number' })).items.map(({ id }) => id);
    expect(await withSameNumber()).toEqual([plain.id, sameNumber.id]);
    // After one of the two is deleted, the other is no longer a duplicate.
    await app.deps.db.deleteFrom('kyc_applications').where('id', '=', sameNumber.id).execute();
    expect(await withSameNumber()).toEqual([]);
    // Of several concurrent applications with the same number, each is flagged.
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => applicant({ documentNumber1: 'RACE-1' })),
    );
    expect((await withSameNumber()).toSorted()).toEqual(racing.map(({ id }) => id).toSorted());
    // A user's own earlier application is not a duplicate.
    const again = await applicant({ documentNumber1: 'MINE-1' });
    await submit(again.user, { documentNumber1: 'MINE-1' });
    const mine = await asAdmin().kyc.queue({ q: again.user.email });
    expect(mine.items.map((item) => item.flags)).toEqual([[]]);
    const others = await asAdmin().kyc.queue({
      status: 'all',
      flag: 'duplicate_number',
      q: again.user.email,
    });
    expect(others.items).toEqual([]);
  });
});

describe('KYC flags and findings', () => {
  const flagsOf = async (id: string) => (await asAdmin().kyc.get({ id })).application.flags;

  test('a file that another account also sent is flagged until that account’s copy is erased; a file that one user sends twice is not flagged', async () => {
    const cases = await emptyQueue();
    const front = await documentImage();
    const first = await cases.add({ front });
    expect(await flagsOf(first.id)).toEqual([]);
    await submit(first.user, { front });
    const again = (await app.caller(first.user).kyc.myApplications())[0];
    expect(await flagsOf(again?.id ?? '')).toEqual([]);
    const other = await cases.add({ front });
    const otherImage = await cases.add();
    expect(await flagsOf(other.id)).toEqual(['duplicate_image']);
    expect(await flagsOf(again?.id ?? '')).toEqual(['duplicate_image']);
    expect(await flagsOf(otherImage.id)).toEqual([]);
    const queue = await asAdmin().kyc.queue({ flag: 'duplicate_image' });
    expect(queue.items.map(({ id }) => id)).toEqual([again?.id, other.id]);

    const hashes = await app.deps.db
      .selectFrom('uploads')
      .select('image_hash')
      .where('user_id', '=', other.user.userId)
      .execute();
    expect(hashes.every(({ image_hash }) => /^[0-9a-f]{64}$/.test(image_hash ?? ''))).toBe(true);
    // The hash is keyed: the plain hash of a known image does not match.
    const known = createHash('sha256').update(front).digest('hex');
    expect(hashes.map(({ image_hash }) => image_hash)).not.toContain(known);

    await inTransaction(app.deps.db, (trx) => eraseDocumentsOf(trx, other.user.userId, app.deps.now()));
    expect(await flagsOf(again?.id ?? '')).toEqual([]);
  });

  test('findings name the matching applications and the applicant’s age', async () => {
    const cases = await emptyQueue();
    const front = await documentImage();
    const first = await cases.add({ documentNumber1: 'SAME-1', front });
    await asAdmin().kyc.setStatus({ id: first.id, status: 'approved' });
    const second = await cases.add({ documentNumber2: 'same 1', front, dateOfBirth: '2012-06-01' });
    const { findings } = await asAdmin().kyc.get({ id: second.id });
    const match = { id: first.id, firstName: 'Nora', lastName: 'Kestrel', status: 'approved' };
    expect(findings).toMatchObject({ minimumAge: 18, sameNumber: [match], sameFile: [match] });
    expect(findings.age).toBeGreaterThanOrEqual(13);
    expect(findings.age).toBeLessThan(18);
    const [recent] = await asAdmin().users.recent();
    expect(recent).toMatchObject({
      id: second.user.userId,
      openCaseId: second.id,
      flags: ['duplicate_number', 'duplicate_image', 'under_age'],
    });
    // An applicant whose application was decided has no open case.
    const other = (await asAdmin().users.recent()).find(({ id }) => id === first.user.userId);
    expect(other).toMatchObject({ openCaseId: null, flags: [] });
  });

  test('an applicant below the minimum age can be rejected for that reason', async () => {
    const { id } = await applicant({ dateOfBirth: '2012-06-01' });
    const reason = { reasonCode: 'under_age', canResubmit: false } as const;
    const view = await asAdmin().kyc.setStatus({ id, status: 'rejected', ...reason });
    expect(view).toMatchObject(reason);
    expect(view.events.at(-1)).toMatchObject({ reasonCode: 'under_age' });
  });

  test('an application with the same number for two types of document is flagged', async () => {
    const cases = await emptyQueue();
    // By default, the front side is of a passport.
    const same = { documentNumber1: 'ONE-1', documentNumber2: 'one 1' };
    const typesDiffer = await cases.add({ ...same, documentType2: 'drivers_license' });
    expect(await flagsOf(typesDiffer.id)).toEqual(['types_differ']);
    const passport = await cases.add({
      documentNumber1: 'TWO-2',
      documentNumber2: 'TWO-2',
      documentType2: 'passport',
    });
    expect(await flagsOf(passport.id)).toEqual([]);
  });

  test('flags use the minimum age from the settings, and never change the status', async () => {
    const cases = await emptyQueue();
    const birthday = app.deps.now();
    birthday.setUTCFullYear(birthday.getUTCFullYear() - 20);
    const adult = await cases.add({ dateOfBirth: birthday.toISOString().slice(0, 10) });
    expect(await flagsOf(adult.id)).toEqual([]);
    const settings = app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin.settings;
    await settings.update([{ key: 'minimumAge', value: 21 }]);
    expect(await flagsOf(adult.id)).toEqual(['under_age']);
    const queue = await asAdmin().kyc.queue({ flag: 'under_age' });
    expect(queue.items).toMatchObject([{ id: adult.id, status: 'pending' }]);
    await settings.update([{ key: 'minimumAge', value: 18 }]);
    expect(await flagsOf(adult.id)).toEqual([]);
  });
});

test('a case shows who opened which document', async () => {
  const { id } = await applicant();
  const client = await signIn(app.app, admin);
  const { application } = await asAdmin().kyc.get({ id });
  await client.request('GET', application.documentImageUrl1);
  await client.request('GET', `${application.documentImageUrl2}?download`);
  const { documentViews } = await asAdmin().kyc.get({ id });
  expect(documentViews).toMatchObject([
    { side: 'back', how: 'downloaded', byName: 'Ada Whitfield' },
    { side: 'front', how: 'viewed', byName: 'Ada Whitfield' },
  ]);
});
