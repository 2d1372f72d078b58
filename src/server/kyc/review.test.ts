import { beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { auditActions, emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { createApplicant, submitForm } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', firstName: 'Ada', password: testPassword });
  other = await app.createUser({ role: 'admin', firstName: 'Otto' });
});

const submit = (user: TestUser) => submitForm(app, user);
const applicant = (more: Parameters<typeof createApplicant>[1] = {}) => createApplicant(app, more);
const asAdmin = () => app.caller(admin).admin;
const decisionEmails = async (user: TestUser) =>
  (await emailsTo(app, user))
    .filter(({ kind }) => kind !== 'kyc_received')
    .map(({ kind, status }) => ({ kind, status }));
const lastEventId = async (id: string) =>
  (await asAdmin().kyc.get({ id })).application.events.at(-1)?.id ?? '';

describe('a KYC decision', () => {
  test('a decision cannot make an application pending', async () => {
    const { id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'approved' });
    await expect(asAdmin().kyc.setStatus({ id, status: 'pending' as 'approved' })).rejects.toMatchObject({
      cause: { issues: [{ message: 'Status must be approved, rejected or requires_review' }] },
    });
    expect((await asAdmin().kyc.get({ id })).application.status).toBe('approved');
  });

  test('a decision made on an outdated page does not replace another admin’s decision', async () => {
    const { id } = await applicant();
    const byOther = app.caller(other).admin.kyc;
    await byOther.setStatus({
      id,
      status: 'rejected',
      reasonCode: 'suspected_alteration',
      seenStatus: 'pending',
    });
    const approval = { id, status: 'approved', seenStatus: 'pending' } as const;
    await expect(asAdmin().kyc.setStatus(approval)).rejects.toMatchObject({ cause: { code: 'conflict' } });
    const { application } = await asAdmin().kyc.get({ id });
    expect(application).toMatchObject({ status: 'rejected', reviewedBy: other.userId });
    // An admin who has seen the rejection may change it.
    await asAdmin().kyc.setStatus({ ...approval, seenStatus: 'rejected' });
  });

  test('a decision made on an outdated page does not replace another admin’s request for items', async () => {
    const { user, id } = await applicant();
    const inReview = { id, status: 'requires_review', seenStatus: 'requires_review' } as const;
    await asAdmin().kyc.setStatus({ id, status: 'requires_review' });
    await app.caller(other).admin.kyc.setStatus({ ...inReview, requestedItems: ['front_side'] });
    const outdated = [
      { ...inReview, requestedItems: ['back_side' as const] },
      { ...inReview, status: 'approved' as const },
    ];
    for (const decision of outdated) {
      await expect(asAdmin().kyc.setStatus({ ...decision, seenItems: [] })).rejects.toMatchObject({
        cause: { code: 'conflict' },
      });
    }
    const [own] = await app.caller(user).kyc.myApplications();
    expect(own).toMatchObject({ status: 'requires_review', requestedItems: ['front_side'] });
    // An admin who has seen the request may change it.
    await asAdmin().kyc.setStatus({ ...inReview, requestedItems: ['back_side'], seenItems: ['front_side'] });
  });

  test('a decision has a reason, requested items and notes; the applicant sees all but internal notes', async () => {
    const { user, id } = await applicant();
    const view = await asAdmin().kyc.setStatus({
      id,
      status: 'requires_review',
      reasonCode: 'unreadable',
      requestedItems: ['back_side', 'back_side'],
      adminNotes: 'The back is blurred.',
      internalNotes: 'REMARK-AMONG-ADMINS',
    });
    expect(view).toMatchObject({ reasonCode: 'unreadable', internalNotes: 'REMARK-AMONG-ADMINS' });
    expect(view.events.at(-1)).toMatchObject({ kind: 'decision', internalNote: 'REMARK-AMONG-ADMINS' });
    const [own] = await app.caller(user).kyc.myApplications();
    expect(own).toMatchObject({
      reasonCode: 'unreadable',
      requestedItems: ['back_side'],
      adminNotes: 'The back is blurred.',
      canResubmit: true,
    });
    const me = await app.caller(user).auth.me();
    const emails = await emailsTo(app, user);
    expect(JSON.stringify([own, me, emails])).not.toContain('REMARK');
    // A later decision without internal notes keeps the earlier ones.
    const approved = await asAdmin().kyc.setStatus({ id, status: 'approved' });
    expect(approved).toMatchObject({
      internalNotes: 'REMARK-AMONG-ADMINS',
      reasonCode: null,
      requestedItems: [],
    });
  });

  test('the applicant sees what happened to the application, without names, notes and undone decisions', async () => {
    const { user, id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'approved', adminNotes: 'FORMER-NOTE' });
    await asAdmin().kyc.setStatus({ id, status: 'requires_review', internalNotes: 'REMARK' });
    await asAdmin().kyc.setStatus({ id, status: 'approved' });
    await asAdmin().kyc.undoDecision({ id, eventId: await lastEventId(id) });
    await asAdmin().kyc.setStatus({ id, status: 'rejected', canResubmit: false });
    await app.caller(user).kyc.appeal({ id, message: 'It is my twin sister.' });
    const [own] = await app.caller(user).kyc.myApplications();
    const { events } = (await asAdmin().kyc.get({ id })).application;
    expect(own?.history).toEqual([
      { kind: 'submission', status: 'pending', at: events[0]?.createdAt },
      { kind: 'decision', status: 'approved', at: events[1]?.createdAt },
      { kind: 'decision', status: 'requires_review', at: events[2]?.createdAt },
      { kind: 'decision', status: 'rejected', at: events[5]?.createdAt },
      { kind: 'appeal', status: 'requires_review', at: events[6]?.createdAt },
    ]);
  });

  test.each([
    ['approved', 'requires_review'],
    ['rejected', 'requires_review'],
    ['rejected', 'approved'],
  ] as const)('an application that is %s cannot become %s if there is a newer one', async (from, to) => {
    const { user, id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: from });
    app.clock.advance(1_000);
    const newer = await submit(user);
    for (const status of ['pending', 'requires_review', 'rejected'] as const) {
      if (status !== 'pending') await asAdmin().kyc.setStatus({ id: newer.id, status });
      const before = await asAdmin().kyc.get({ id });
      expect(before.newerId).toBe(newer.id);
      await expect(asAdmin().kyc.setStatus({ id, status: to })).rejects.toMatchObject({
        cause: { code: 'illegal_transition', message: expect.stringContaining('newer') },
      });
      expect(await asAdmin().kyc.get({ id })).toEqual(before);
    }
    expect((await asAdmin().kyc.get({ id: newer.id })).newerId).toBeNull();
  });

  test('REST accepts a decision without reason or notes, and rejects an unknown reason', async () => {
    const { id } = await applicant();
    const client = await signIn(app.app, admin);
    const path = `/api/admin/kyc/applications/${id}/status`;
    const wrong = await client.request('PUT', path, { status: 'rejected', reasonCode: 'bad_mood' });
    expect(wrong.statusCode).toBe(400);
    const response = await client.request('PUT', path, { status: 'rejected' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'rejected', reasonCode: null, canResubmit: true });
  });
});

describe('a final rejection', () => {
  test('after a final rejection, the applicant cannot apply again, but can appeal once; other users cannot appeal', async () => {
    const { user, id } = await applicant();
    const appeal = (who: TestUser) => app.caller(who).kyc.appeal({ id, message: 'It is my twin sister.' });
    await expect(appeal(user)).rejects.toMatchObject({ cause: { code: 'illegal_transition' } });
    await asAdmin().kyc.setStatus({
      id,
      status: 'rejected',
      reasonCode: 'duplicate_person',
      canResubmit: false,
    });
    await expect(submit(user)).rejects.toMatchObject({ cause: { code: 'illegal_transition' } });
    await expect(appeal(await app.createUser())).rejects.toMatchObject({ cause: { code: 'not_found' } });

    const results = await Promise.allSettled(Array.from({ length: 20 }, () => appeal(user)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [own] = await app.caller(user).kyc.myApplications();
    expect(own).toMatchObject({
      status: 'requires_review',
      appealedAt: expect.any(String),
      canResubmit: false,
    });
    await expect(submit(user)).rejects.toMatchObject({ cause: { code: 'illegal_transition' } });
    const { application } = await asAdmin().kyc.get({ id });
    expect(application.events.at(-1)).toMatchObject({ kind: 'appeal', note: 'It is my twin sister.' });

    app.clock.advance(1_000);
    await asAdmin().kyc.setStatus({ id, status: 'rejected', canResubmit: false });
    await expect(appeal(user)).rejects.toMatchObject({ cause: { code: 'illegal_transition' } });
    app.clock.advance(1_000);
    // An approval ends the ban on new applications.
    await asAdmin().kyc.setStatus({ id, status: 'approved' });
    await expect(submit(user)).resolves.toMatchObject({ status: 'pending' });
  });
});

test('an appeal does not bring back the earlier approval that a final rejection ended', async () => {
  const { user, id } = await applicant();
  await asAdmin().kyc.setStatus({ id, status: 'approved' });
  app.clock.advance(1_000);
  const newer = await submit(user);
  const statusOf = async () => (await app.caller(user).auth.currentUser()).kycStatus;
  expect(await statusOf()).toBe('approved');
  const rejection = { reasonCode: 'suspected_alteration', canResubmit: false } as const;
  await asAdmin().kyc.setStatus({ id: newer.id, status: 'rejected', ...rejection });
  expect(await statusOf()).toBe('rejected');
  await app.caller(user).kyc.appeal({ id: newer.id, message: 'It is unedited.' });
  expect(await statusOf()).toBe('requires_review');
  await asAdmin().kyc.setStatus({ id: newer.id, status: 'requires_review', requestedItems: ['front_side'] });
  expect(await statusOf()).toBe('requires_review');
});

describe('undoDecision', () => {
  test('restores the application and withdraws the email within 10 seconds of the decision', async () => {
    const { user, id } = await applicant();
    await asAdmin().kyc.claim({ id });
    const decided = await asAdmin().kyc.setStatus({
      id,
      status: 'rejected',
      reasonCode: 'glare',
      canResubmit: false,
      adminNotes: 'No.',
    });
    expect(await decisionEmails(user)).toEqual([{ kind: 'kyc_rejected', status: 'queued' }]);
    app.clock.advance(9_000);
    const eventId = decided.events.at(-1)?.id ?? '';
    await expect(app.caller(other).admin.kyc.undoDecision({ id, eventId })).rejects.toMatchObject({
      cause: { code: 'conflict' },
    });
    const view = await asAdmin().kyc.undoDecision({ id, eventId });
    expect(view).toMatchObject({
      status: 'pending',
      adminNotes: null,
      reasonCode: null,
      canResubmit: true,
      reviewedAt: null,
      assignedTo: admin.userId,
      user: { kycStatus: 'pending' },
    });
    expect(view.events.map(({ kind }) => kind)).toEqual(['submission', 'decision', 'undo']);
    expect(await decisionEmails(user)).toEqual([]);
    await expect(asAdmin().kyc.undoDecision({ id, eventId })).rejects.toMatchObject({
      cause: { code: 'conflict' },
    });
    expect(await auditActions(app, { subject_id: id })).toEqual([
      'kyc.claimed',
      'kyc.rejected',
      'kyc.decision_undone',
    ]);
  });

  test('after the approval of a second application is undone, the approved first application is no longer superseded', async () => {
    const { user, id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'approved' });
    app.clock.advance(1_000);
    const newer = await submit(user);
    await asAdmin().kyc.setStatus({ id: newer.id, status: 'approved' });
    app.clock.advance(1_000);
    await asAdmin().kyc.undoDecision({ id: newer.id, eventId: await lastEventId(newer.id) });
    const [first, second] = await app.caller(user).kyc.myApplications();
    expect(first).toMatchObject({ id: newer.id, status: 'pending', supersededAt: null });
    expect(second).toMatchObject({ id, status: 'approved', supersededAt: null });
  });

  test('reopening a rejected application supersedes an earlier approved application; undoing the reopening reverts both changes', async () => {
    const { user, id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'approved' });
    app.clock.advance(1_000);
    const newer = await submit(user);
    await asAdmin().kyc.setStatus({ id: newer.id, status: 'rejected', reasonCode: 'unreadable' });
    app.clock.advance(1_000);
    await asAdmin().kyc.setStatus({ id: newer.id, status: 'requires_review', reasonCode: 'unreadable' });
    expect((await app.caller(user).auth.me())?.kycStatus).toBe('requires_review');
    await asAdmin().kyc.undoDecision({ id: newer.id, eventId: await lastEventId(newer.id) });
    expect((await app.caller(user).auth.me())?.kycStatus).toBe('rejected');
    const [, first] = await app.caller(user).kyc.myApplications();
    expect(first).toMatchObject({ id, status: 'approved', supersededAt: null });
  });

  test.each([
    ['after 10 seconds', async () => app.clock.advance(10_001)],
    [
      'after the email was sent',
      async (user: TestUser) => {
        await app.deps.db
          .updateTable('mail_messages')
          .set({ status: 'sent' })
          .where('user_id', '=', user.userId)
          .execute();
      },
    ],
    ['after the applicant applied again', (user: TestUser) => submit(user)],
    [
      'after another decision',
      async (_user: TestUser, id: string) => {
        app.clock.advance(1_000);
        await app.caller(other).admin.kyc.setStatus({ id, status: 'approved' });
      },
    ],
  ])('an undo is rejected %s, and changes nothing', async (_name, meanwhile) => {
    const { user, id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'rejected' });
    const eventId = await lastEventId(id);
    await meanwhile(user, id);
    const before = await asAdmin().kyc.get({ id });
    const emails = await decisionEmails(user);
    await expect(asAdmin().kyc.undoDecision({ id, eventId })).rejects.toMatchObject({
      cause: { code: 'conflict' },
    });
    expect(await asAdmin().kyc.get({ id })).toEqual(before);
    expect(await decisionEmails(user)).toEqual(emails);
  });

  test('only one of 20 concurrent undo requests succeeds', async () => {
    const { id } = await applicant();
    await asAdmin().kyc.setStatus({ id, status: 'rejected' });
    const eventId = await lastEventId(id);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => asAdmin().kyc.undoDecision({ id, eventId })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('requesting items again', () => {
  test('an admin can request items in a case that needs review, and then other items; the applicant gets an email each time', async () => {
    const { id, user } = await applicant();
    const requestItems = (requestedItems?: ('front_side' | 'back_side')[]) =>
      asAdmin().kyc.setStatus({ id, status: 'requires_review', ...(requestedItems && { requestedItems }) });
    const emails = async () => (await emailsTo(app, user, 'kyc_requires_review')).length;
    await requestItems();
    expect(await emails()).toBe(1);
    expect(await requestItems(['front_side'])).toMatchObject({ requestedItems: ['front_side'] });
    expect(await requestItems(['back_side', 'front_side'])).toMatchObject({
      requestedItems: ['back_side', 'front_side'],
    });
    expect(await emails()).toBe(3);
    // The same items in another order, or no items, do not count as another request.
    await requestItems(['front_side', 'back_side']);
    expect(await requestItems()).toMatchObject({ requestedItems: ['back_side', 'front_side'] });
    expect(await emails()).toBe(3);
  });
});

describe('decision emails', () => {
  test('list the requested items, and offer an appeal after a final rejection', async () => {
    const applicantOfCase = await applicant();
    await asAdmin().kyc.setStatus({
      id: applicantOfCase.id,
      status: 'requires_review',
      requestedItems: ['back_side'],
    });
    const [email] = await emailsTo(app, applicantOfCase.user, 'kyc_requires_review');
    expect(email?.subject).toBe('We need something from you');
    for (const body of [email?.body_text, email?.body_html]) {
      expect(body).toContain('A new picture of the back side');
      expect(body).toContain('http://localhost:3000/kyc');
    }
    const waiting = await applicant();
    await asAdmin().kyc.setStatus({ id: waiting.id, status: 'requires_review' });
    const [noRequest] = await emailsTo(app, waiting.user, 'kyc_requires_review');
    expect(noRequest?.body_text).toContain('There is nothing you need to do');
    const rejected = await applicant();
    await asAdmin().kyc.setStatus({ id: rejected.id, status: 'rejected', canResubmit: false });
    const [rejection] = await emailsTo(app, rejected.user, 'kyc_rejected');
    expect(rejection?.body_text).toContain('appeal once');
  });
});
