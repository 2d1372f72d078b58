import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { type KycStatus, kycStatuses } from '../../shared/enums.ts';
import { canMoveKyc } from '../../shared/kyc/kyc.ts';
import { auditEntries, emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { listApplications } from './kyc.operations.ts';
import { applicantForm, submitForm } from './testing/applicants.ts';

const form = {
  ...applicantForm,
  documentType1: 'passport',
  documentType2: 'drivers_license',
  documentNumber1: 'SECRET-NUMBER-1',
  documentNumber2: 'SECRET-NUMBER-2',
} as const;

const app = setUpTestApp();
let admin: AdminActor;

beforeAll(async () => {
  const user = await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Reviewer' });
  admin = Object.assign(user, { role: 'admin' as const });
});

const submit = (user: TestUser) => submitForm(app, user, form);

type Decision = Exclude<KycStatus, 'pending'>;

function decide(id: string, status: Decision, adminNotes?: string | null) {
  return app.caller(admin).admin.kyc.setStatus({ id, status, adminNotes });
}

async function personStatus(user: TestUser): Promise<KycStatus> {
  const row = await app.deps.db
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  return row.kyc_status;
}

const emailsOf = (user: TestUser) => emailsTo(app, user);

/** An application in this status, reached by allowed decisions. */
async function applicationIn(status: KycStatus) {
  const user = await app.createUser();
  const { id } = await submit(user);
  if (status !== 'pending') await decide(id, status);
  return { user, id };
}

describe('submitApplication', () => {
  test('an application starts as pending; its input is stored and the applicant gets an email', async () => {
    const user = await app.createUser({ firstName: 'Nora' });
    const { front, back, ...application } = await submit(user);
    expect(application).toMatchObject({ userId: user.userId, status: 'pending', adminNotes: null });
    const history = [{ kind: 'submission', status: 'pending', at: application.createdAt }];
    expect(await app.caller(user).kyc.myApplications()).toEqual([{ ...application, history }]);
    expect(await personStatus(user)).toBe('pending');

    const [seen] = await app.caller(admin).admin.kyc.all({ userId: user.userId });
    expect(seen).toMatchObject({
      ...form,
      id: application.id,
      documentImageUrl1: front,
      documentImageUrl2: back,
      documentContentType1: 'image/jpeg',
      documentContentType2: 'image/jpeg',
      user: { id: user.userId, email: user.email, kycStatus: 'pending' },
      reviewerName: null,
      events: [{ fromStatus: null, toStatus: 'pending', actorName: 'Nora Whitfield' }],
    });
    const [email, ...more] = await emailsOf(user);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ kind: 'kyc_received', to_address: user.email });
    expect(email?.body_text).toContain('http://localhost:3000/kyc');
    expect(email?.body_text).not.toContain('SECRET-NUMBER');
  });

  test('the applicant’s own list contains no document number, image or internal note', async () => {
    const user = await app.createUser();
    const { id } = await submit(user);
    await app.deps.db
      .updateTable('kyc_applications')
      .set({ internal_notes: 'INTERNAL' })
      .where('id', '=', id)
      .execute();
    const list = JSON.stringify(await app.caller(user).kyc.myApplications());
    expect(list).not.toMatch(/SECRET-NUMBER|INTERNAL|objects/);
  });

  test('an application is not in the lists of other users', async () => {
    await submit(await app.createUser());
    const other = app.caller(await app.createUser());
    expect(await other.kyc.myApplications()).toEqual([]);
  });

  test('rejects documents that belong to another user or were already used, and stores nothing', async () => {
    const victim = await app.createUser();
    const thief = await app.createUser();
    const caller = app.caller(victim);
    const front = await app.uploadDocument(caller);
    const back = await app.uploadDocument(caller);
    const sides = { documentImageUrl1: front, documentImageUrl2: back };
    await expect(app.caller(thief).kyc.submitApplication({ ...form, ...sides })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    await caller.kyc.submitApplication({ ...form, ...sides });
    await expect(app.caller(thief).kyc.submitApplication({ ...form, ...sides })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    await expect(caller.kyc.submitApplication({ ...form, ...sides })).rejects.toMatchObject({
      cause: { code: 'conflict' },
    });
    await expect(
      caller.kyc.submitApplication({ ...form, documentImageUrl1: front, documentImageUrl2: front }),
    ).rejects.toMatchObject({ cause: { code: 'invalid_input' } });
    expect(await caller.kyc.myApplications()).toHaveLength(1);
    expect(await app.caller(thief).kyc.myApplications()).toEqual([]);
    expect(await emailsOf(thief)).toEqual([]);
  });

  test('a new application supersedes an open one, which can no longer be decided', async () => {
    const user = await app.createUser();
    const first = await submit(user);
    await decide(first.id, 'requires_review');
    expect(await personStatus(user)).toBe('requires_review');
    app.clock.advance(1_000);
    const second = await submit(user);
    const [newest, older] = await app.caller(user).kyc.myApplications();
    expect(newest).toMatchObject({ id: second.id, supersededAt: null });
    expect(older).toMatchObject({
      id: first.id,
      status: 'requires_review',
      supersededAt: expect.any(String),
    });
    expect(await personStatus(user)).toBe('pending');
    for (const status of ['approved', 'rejected', 'requires_review'] as const) {
      await expect(decide(first.id, status)).rejects.toMatchObject({ cause: { code: 'illegal_transition' } });
    }
  });

  test('allows 5 applications in 24 hours, including superseded ones', async () => {
    const user = await app.createUser();
    for (let count = 0; count < 5; count += 1) await submit(user);
    await expect(submit(user)).rejects.toMatchObject({
      cause: { code: 'too_many_attempts', retryAfterSeconds: expect.any(Number) },
    });
    expect(await app.caller(user).kyc.myApplications()).toHaveLength(5);
    app.clock.advance(dayMs + 1_000);
    await expect(submit(user)).resolves.toMatchObject({ status: 'pending' });
  });

  test('an approval stays valid until a newer application is approved or rejected', async () => {
    const { user, id } = await applicationIn('approved');
    app.clock.advance(1_000);
    const newer = await submit(user);
    expect(await personStatus(user)).toBe('approved');
    await decide(newer.id, 'requires_review');
    expect(await personStatus(user)).toBe('approved');
    await decide(newer.id, 'rejected');
    expect(await personStatus(user)).toBe('rejected');
    await decide(newer.id, 'approved');
    expect(await personStatus(user)).toBe('approved');
    const [, older] = await app.caller(user).kyc.myApplications();
    expect(older).toMatchObject({ id, status: 'approved', supersededAt: expect.any(String) });
  });
});

describe('decideApplication', () => {
  const decisions: readonly Decision[] = ['approved', 'rejected', 'requires_review'];
  const moves = kycStatuses.flatMap((from) => decisions.map((to) => [from, to] as const));

  test('shows the email address of a reviewer who has no name', async () => {
    const { id } = await applicationIn('pending');
    const reviewer = await app.createUser({
      role: 'admin',
      email: 'nameless@x.test',
      firstName: '',
      lastName: '',
    });
    const decided = await app.caller(reviewer).admin.kyc.setStatus({ id, status: 'approved' });
    expect(decided).toMatchObject({ reviewerName: 'nameless@x.test' });
  });

  test.each(moves.filter(([from, to]) => canMoveKyc(from, to)))(
    'changes the status from %s to %s, with an event, an email and an audit entry',
    async (from, to) => {
      const { user, id } = await applicationIn(from);
      const emailsBefore = (await emailsOf(user)).length;
      expect(await decide(id, to, 'a note')).toMatchObject({
        status: to,
        adminNotes: 'a note',
        reviewedBy: admin.userId,
        reviewerName: 'Ada Reviewer',
        reviewedAt: expect.any(String),
        user: { kycStatus: to },
      });
      const [after] = await app.caller(admin).admin.kyc.all({ userId: user.userId });
      expect(after?.events.at(-1)).toMatchObject({
        fromStatus: from,
        toStatus: to,
        note: 'a note',
        actorName: 'Ada Reviewer',
      });
      expect(await personStatus(user)).toBe(to);
      const emails = await emailsOf(user);
      expect(emails).toHaveLength(emailsBefore + 1);
      expect(emails.map(({ kind }) => kind)).toContain(`kyc_${to}`);
      expect(await auditEntries(app, { subject_id: id })).toContainEqual(
        expect.objectContaining({ actor_id: admin.userId, action: `kyc.${to}`, ip: '127.0.0.1' }),
      );
    },
  );

  /** Everything that a decision may change. */
  async function stateOf(user: TestUser) {
    return {
      applications: await app.caller(admin).admin.kyc.all({ userId: user.userId }),
      emails: await emailsOf(user),
    };
  }

  test.each(decisions)('setting the status %s again changes nothing', async (status) => {
    const { user, id } = await applicationIn(status);
    const before = await stateOf(user);
    // Unlike the list, the response masks document numbers.
    await expect(decide(id, status, 'other notes')).resolves.toEqual({
      ...before.applications[0],
      documentNumber1: '•••• ER-1',
      documentNumber2: '•••• ER-2',
    });
    expect(await stateOf(user)).toEqual(before);
  });

  test.each(moves.filter(([from, to]) => from !== to && !canMoveKyc(from, to)))(
    'rejects a change from %s to %s, and changes nothing',
    async (from, to) => {
      const { user, id } = await applicationIn(from);
      const before = await stateOf(user);
      await expect(decide(id, to, 'a note')).rejects.toMatchObject({
        cause: { code: 'illegal_transition', message: expect.stringContaining(from) },
      });
      expect(await stateOf(user)).toEqual(before);
    },
  );

  test('rejects an id that belongs to no application', async () => {
    await expect(decide('00000000-0000-4000-8000-000000000000', 'approved')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('stores notes as entered; a later decision without notes clears them', async () => {
    const { user, id } = await applicationIn('pending');
    const notes = "  <b>Hello</b>\n\tline two — “ünï” 🂡 '; drop table users; --  ";
    expect((await decide(id, 'requires_review', notes)).adminNotes).toBe(notes);
    expect((await app.caller(user).kyc.myApplications())[0]?.adminNotes).toBe(notes);
    expect((await decide(id, 'approved')).adminNotes).toBeNull();
    const [application] = await app.caller(admin).admin.kyc.all({ userId: user.userId });
    expect(application?.events.map(({ note }) => note)).toEqual([null, notes, null]);
    await expect(decide(id, 'requires_review', 'x'.repeat(2_001))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

const listOf = (filter: { userId?: string }) =>
  listApplications(app.deps, admin, filter, {
    ip: '127.0.0.1',
    requestId: 'test',
    userAgent: null,
  });

describe('listApplications', () => {
  test('filters by user, newest first', async () => {
    const user = await app.createUser();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      app.clock.advance(1_000);
      ids.unshift((await submit(user)).id);
    }
    const own = await listOf({ userId: user.userId });
    expect(own.map(({ id }) => id)).toEqual(ids);
    const all = await listOf({});
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
  });

  test('an erased document has no content type', async () => {
    const { user } = await applicationIn('rejected');
    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'erased', erased_at: app.deps.now() })
      .where('user_id', '=', user.userId)
      .execute();
    const [application] = await listOf({ userId: user.userId });
    expect(application).toMatchObject({ documentContentType1: null, documentContentType2: null });
  });
});

describe('register', () => {
  const registration = { ...form, email: '', password: 'long enough', documentType: 'national_id' } as const;

  test('registration claims the visitor’s own uploads', async () => {
    const visitor = app.caller(null);
    const created = await visitor.auth.register({
      ...registration,
      email: 'first@example.test',
      documentNumber: 'N-1',
      documentImageUrl1: await app.uploadDocument(visitor),
      documentImageUrl2: await app.uploadDocument(visitor),
    });
    expect(created).toMatchObject({ kycStatus: 'pending', kycSubmitted: true });
    const [application] = await listOf({ userId: created.id });
    expect(application).toMatchObject({
      documentType1: 'national_id',
      documentType2: 'national_id',
      documentNumber2: 'N-1',
    });
  });

  test('registration rejects another visitor’s uploads, claimed or not', async () => {
    const owner = app.caller(null);
    const thief = app.caller(null);
    const sides = {
      documentNumber: 'N-2',
      documentImageUrl1: await app.uploadDocument(owner),
      documentImageUrl2: await app.uploadDocument(owner),
    };
    await app.uploadDocument(thief);
    const steal = () => thief.auth.register({ ...registration, ...sides, email: 'thief@example.test' });
    await expect(steal()).rejects.toMatchObject({ cause: { code: 'not_found' } });
    const created = await owner.auth.register({ ...registration, ...sides, email: 'owner@example.test' });
    await expect(steal()).rejects.toMatchObject({ cause: { code: 'not_found' } });
    const accounts = await app.deps.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'thief@example.test')
      .execute();
    expect(accounts).toEqual([]);
    const uploads = await app.deps.db
      .selectFrom('uploads')
      .select('status')
      .where('user_id', '=', created.id)
      .execute();
    expect(uploads).toEqual([{ status: 'claimed' }, { status: 'claimed' }]);
  });
});

test('the log contains no document number and no date of birth', () => {
  expect(app.logs.length).toBeGreaterThan(0);
  expect(app.logs.join('\n')).not.toMatch(/SECRET-NUMBER|1990-01-31/);
});
