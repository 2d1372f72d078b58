import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { academyHands, buildAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { type HttpClient, signedIn } from '../../testing/http-client.ts';
import { documentImage, setUpTestApp } from '../../testing/test-app.ts';
import { askedQuestion } from '../coaching/testing/asked-questions.ts';
import { applicantForm, submitForm } from '../kyc/testing/applicants.ts';
import { createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { procedureSchemas } from './procedure-schemas.ts';

/**
 * Calls every student procedure that takes the id of a private resource, with the id of another user's resource. The
 * response must equal the response to an unknown id, and the owner's data must not change.
 */

const unknown = '00000000-0000-4000-8000-000000000000';

type Owned = {
  userId: string;
  session: string;
  upload: string;
  /** An application that the admin sent back for another image. */
  sentBack: string;
  /** An application that was rejected for good, and can only be appealed. */
  final: string;
  note: string;
  notification: string;
  payment: string;
  export: string;
  hand: string;
  share: string;
  question: string;
  range: string;
};

/** The input that the other user sends, with the id of one of the owner's resources, or with an unknown id. */
const inputs: Record<string, (id: Owned) => Record<string, unknown>> = {
  'security.endSession': ({ session }) => ({ id: session }),
  'kyc.secureDocument': ({ upload }) => ({ documentImageUrl: `/objects/${upload}` }),
  'kyc.submitApplication': ({ upload }) => ({
    ...applicantForm,
    documentNumber1: 'A',
    documentNumber2: 'B',
    documentImageUrl1: `/objects/${upload}`,
    documentImageUrl2: `/objects/${unknown.replace(/0$/, '1')}`,
  }),
  'kyc.answerRequest': ({ sentBack, upload }) => ({
    ...applicantForm,
    id: sentBack,
    documentImageUrl2: `/objects/${upload}`,
  }),
  'kyc.appeal': ({ final }) => ({ id: final, message: 'It is me' }),
  'learning.updateNote': ({ note }) => ({ id: note, text: 'Overwritten' }),
  'learning.deleteNote': ({ note }) => ({ id: note }),
  'notifications.markRead': ({ notification }) => ({ ids: [notification] }),
  'payments.requestRefund': ({ payment }) => ({ paymentId: payment, reason: 'Not mine' }),
  'hands.update': ({ hand }) => ({ id: hand, title: 'Mine' }),
  'hands.star': ({ hand }) => ({ id: hand, starred: true }),
  'hands.noteAction': ({ hand }) => ({ id: hand, atAction: 0, text: 'Mine' }),
  'hands.labelSeat': ({ hand }) => ({ id: hand, seat: 1, label: 'Mine' }),
  'hands.share': ({ hand }) => ({ id: hand, mode: 'open' }),
  'hands.revokeShare': ({ share }) => ({ id: share }),
  'hands.remove': ({ hand }) => ({ ids: [hand] }),
  'questions.ask': ({ hand }) => ({ handId: hand, atAction: 0, thought: 'I called because he bets often.' }),
  'questions.withdraw': ({ question }) => ({ id: question }),
  'questions.revealAnswer': ({ question }) => ({ id: question, choice: null }),
  'questions.reopen': ({ question }) => ({ id: question, text: 'And what about a raise?' }),
  'questions.rate': ({ question }) => ({ id: question, helpful: 3 }),
  'questions.setAllowLibrary': ({ question }) => ({ id: question, allowLibrary: true }),
  'ranges.save': ({ range }) => ({ id: range, name: 'Mine', cells: { raise: 'AA', call: '' } }),
  'ranges.publish': ({ range }) => ({ id: range }),
  'ranges.setWithdrawn': ({ range }) => ({ id: range, isWithdrawn: true }),
  'ranges.restore': ({ range }) => ({ id: range, version: 1 }),
  'ranges.remove': ({ range }) => ({ id: range }),
  'ranges.train': ({ range }) => ({ id: range }),
  'ranges.trainAnswer': ({ range }) => ({ id: range, cell: 0, action: 'fold' }),
  'profile.updateNames': ({ userId }) => ({ id: userId, firstName: 'Taken', lastName: 'Over' }),
};

/**
 * Procedures that are not called here, because their ids are not private or another test covers them, each with the
 * reason.
 */
const notPrivate: Record<string, string> = {
  'auth.register': 'tested in uploads/upload-claims.test.ts',
  'security.verifyEmail': 'the token itself grants access',
  'security.resetPassword': 'the token itself grants access',
  'privacy.undoDeletion': 'the token itself grants access',
  'hands.get': 'tested in hands/hands.test.ts',
  'hands.shared': 'the token itself grants access',
  'hands.listAttached': 'a session or PDF; access depends on what the user owns',
  'hands.inLesson': 'a session; access depends on what the user owns',
  'ranges.get': 'tested in practice/ranges/ranges.test.ts',
  'daily.save': 'for coaches, with a hand of the academy',
  'coaching.setHomework': 'for coaches; tested in coaching/homework.test.ts',
  'coaching.removeHomework': 'for coaches; tested in coaching/homework.test.ts',
  'coaching.setHomeworkDone': 'tested in coaching/homework.test.ts',
  'coaching.brief': 'for coaches; tested in coaching/brief.test.ts',
  'questions.get': 'tested in coaching/coaching.test.ts',
  'questions.getForCoach': 'for coaches, who may open every open question',
  'questions.claim': 'for coaches, who may open every open question',
  'questions.release': 'for coaches; tested in coaching/question-access.test.ts',
  'questions.answer': 'for coaches; tested in coaching/question-access.test.ts',
  'questions.undoAnswer': 'for coaches; tested in coaching/question-access.test.ts',
  'questions.return': 'for coaches; tested in coaching/question-access.test.ts',
  'questions.similar': 'for coaches, who may open every open question',
  'questions.removePhrase': 'for coaches, and deletes only the caller’s own',
  'questions.setInOwnDeck': 'tested in coaching/question-drills.test.ts',
  'questions.makeDrill': 'for coaches; tested in coaching/question-drills.test.ts',
  'drills.deck': 'tested in coaching/question-drills.test.ts',
  'drills.attempt': 'tested in coaching/question-drills.test.ts',
  'drills.pauseDeck': 'tested in coaching/question-drills.test.ts',
  'drills.reportUnclear': 'tested in coaching/question-drills.test.ts',
  'drills.markEasy': 'tested in practice/practice.test.ts',
  'drills.takeBack': 'tested in practice/practice.test.ts',
  'drills.bury': 'a drill; the row belongs to the caller',
  'hands.academyDecision': 'for coaches, of a hand of the academy; tested in practice/editing.test.ts',
  'hands.editAcademyHand': 'for admins and coaches; tested in hands/academy-hands.test.ts',
  'hands.setAcademyHandPublic': 'for admins and coaches; tested in hands/academy-hands.test.ts',
  'drills.figures': 'for coaches, who see every drill of the academy',
  'leaks.noteShown': 'tested in practice/next.test.ts',
  'leaks.putOff': 'tested in practice/next.test.ts',
  'drills.edited':
    'for coaches, who may open every drill of the academy; tested in coaching/question-drills.test.ts',
  'drills.save': 'for coaches, who may change every drill of the academy',
  'drills.archive': 'for coaches, who may change every drill of the academy',
  'shop.getProduct': 'products are public',
  'learning.getSession': 'a product; its content depends on what the user owns',
  'learning.reportProgress': 'a product; the row belongs to the caller',
  'learning.markComplete': 'a product; the row belongs to the caller',
  'learning.unmark': 'a product; the row belongs to the caller',
  'learning.listNotes': 'a product; the notes belong to the caller',
  'learning.addNote': 'a product; the note belongs to the caller',
  'payments.createPurchaseSession': 'products are public',
  'payments.checkPromotionCode': 'products are public',
  'payments.completePurchase': 'tested in payments/outsider.test.ts',
  'payments.verifySubscription': 'tested in payments/outsider.test.ts',
  'payments.checkoutSession': 'tested in payments/outsider.test.ts',
};

const test = setUpTestApp();
let owned: Owned;
let otherUser: HttpClient;

beforeAll(async () => {
  const { db } = test.deps;
  const admin = await createAdmin(test);
  const review = test.caller(admin).admin.kyc.setStatus;
  const { user } = await signedIn(test);
  const owner = { user_id: user.userId };
  const caller = test.caller(user);
  const { id: sentBack } = await submitForm(test, user);
  await review({ id: sentBack, status: 'requires_review', requestedItems: ['back_side'] });
  const { id: final } = await submitForm(test, await test.createUser());
  await review({ id: final, status: 'rejected', reasonCode: 'expired', canResubmit: false });
  const upload = (await test.uploadDocument(caller, await documentImage())).slice('/objects/'.length);
  const product = await createTestProduct(test, admin, { type: 'session', productNumber: 5, isFree: true });
  const insert = async (
    table: 'session_notes' | 'notifications' | 'billing_payments' | 'data_exports',
    values: Record<string, unknown>,
  ) => {
    const names = Object.keys(values).map((name) => sql.ref(name));
    const { rows } = await sql<{ id: string }>`insert into ${sql.table(table)} (${sql.join(names)})
      values (${sql.join(Object.values(values))}) returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const [academyHand] = academyHands;
  if (!academyHand) throw new Error('the academy has no hand');
  const { id: hand } = await caller.hands.saveBuilt({ hand: buildAcademyHand(academyHand).hand, title: '' });
  await caller.hands.share({ id: hand, mode: 'open' });
  const [share] = (await caller.hands.get({ id: hand })).own?.shares ?? [];
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', user.userId)
    .execute();
  const coach = await test.createUser();
  await test.caller(admin).admin.coaching.grantCoach({ userId: coach.userId, displayName: 'Coach' });
  const question = await askedQuestion(test, user);
  const { id: range } = await caller.ranges.save({ name: 'Theirs', cells: { raise: 'AA', call: '' } });
  await caller.ranges.publish({ id: range });
  owned = {
    range,
    hand,
    question,
    share: share?.id ?? '',
    userId: user.userId,
    session: session.id,
    upload,
    sentBack,
    final,
    note: await insert('session_notes', { ...owner, session_id: product.id, text: 'mine' }),
    notification: await insert('notifications', {
      ...owner,
      kind: 'announcement',
      title: 'For you',
      dedupe_key: 'mine',
    }),
    payment: await insert('billing_payments', {
      ...owner,
      amount_cents: 500,
      status: 'paid',
      description: 'Gold membership',
      is_first_payment: true,
      paid_at: new Date(),
    }),
    export: await insert('data_exports', {
      ...owner,
      status: 'ready',
      ready_at: new Date(),
      size_bytes: 10,
      expires_at: new Date(Date.now() + 86_400_000),
    }),
  };
  await test.deps.storage.write(`documents/exports/${owned.export}`, Buffer.from('their data'), {
    contentType: 'application/zip',
  });
  otherUser = (await signedIn(test)).client;
});

const unknownIds: Owned = {
  userId: unknown,
  session: unknown,
  upload: unknown,
  sentBack: unknown,
  final: unknown,
  note: unknown,
  notification: unknown,
  payment: unknown,
  export: unknown,
  hand: unknown,
  share: unknown,
  question: unknown,
  range: unknown,
};

/** The rows of the tables with private resources, without columns that any request changes. */
async function privateRows(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of [
    'uploads',
    'kyc_applications',
    'kyc_events',
    'session_notes',
    'notifications',
    'billing_payments',
    'refund_requests',
    'data_exports',
    'mail_messages',
    'hands',
    'hand_notes',
    'hand_labels',
    'hand_shares',
    'questions',
    'question_credits',
    'coach_answers',
    'ranges',
    'range_versions',
    'range_progress',
    'range_misses',
  ] as const) {
    rows[table] = (await sql`select * from ${sql.table(table)} order by 1`.execute(test.deps.db)).rows;
  }
  rows.sessions = await test.deps.db.selectFrom('sessions').select('id').orderBy('id').execute();
  rows.users = await test.deps.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'kyc_status'])
    .orderBy('id')
    .execute();
  return rows;
}

it('this file tests, or lists with a reason, every student procedure that takes an id', () => {
  const takingIds = [...procedureSchemas]
    .filter(([name]) => !/^(admin|announcements|contact)\./.test(name))
    .filter(([, { input }]) => input !== undefined && takesId(input))
    .map(([name]) => name);
  const known = [...Object.keys(inputs), ...Object.keys(notPrivate)];
  expect(takingIds.filter((name) => !known.includes(name))).toEqual([]);
});

function takesId(input: z.ZodType): boolean {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).some((name) => /(^ids?$|Ids?\d?$|path$|url\d?$|token)/i.test(name));
}

describe.each(Object.entries(inputs))('%s', (name, body) => {
  it('a call with the id of another user’s resource gets the response to an unknown id, and changes nothing', async () => {
    const call = async (ids: Owned) => {
      const response = await otherUser.request('POST', `/trpc/${name}`, body(ids));
      const { requestId, ...rest } = response.json().error?.data ?? {};
      return { status: response.statusCode, ...rest, result: response.json().result };
    };
    const before = await privateRows();
    const response = await call(owned);
    expect(response).toEqual(await call(unknownIds));
    // These two mutations return 200 for any ids, and so do not reveal which ids exist.
    const isSilent = name === 'notifications.markRead' || name === 'hands.remove';
    expect(response.status).toBe(isSilent ? 200 : name === 'profile.updateNames' ? 403 : 404);
    expect(await privateRows()).toEqual(before);
  });
});

it("a request for another user's data export gets the response to an unknown export", async () => {
  for (const id of [owned.export, unknown]) {
    const response = await otherUser.request('GET', `/api/privacy/exports/${id}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'This copy was not found', code: 'not_found' });
  }
});
