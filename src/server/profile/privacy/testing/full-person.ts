import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dayMs } from '../../../../shared/durations.ts';
import { signIn } from '../../../../testing/http-client.ts';
import { documentImage, type TestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';
import { answer, askedQuestion, createCoach } from '../../../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../../../payments/testing/purchases.ts';
import { insertCoachingOf, insertDrillsOf, insertHandsOf, insertPracticeOf } from './study-of-person.ts';

/** Words that appear only in the data of this user. */
export const secrets = {
  email: 'Quillfeather@example.test',
  firstName: 'Isolde',
  lastName: 'Quillfeather',
  documentNumber: 'QF-7788-XYZZY',
  address: '9 Marzipan Wharf',
  phoneNumber: '+31 20 555 87 65',
  note: 'my secret leak is the turn',
} as const;

/** Counts the users, so that their announcements have different days: only one may be active at a time. */
let fullPersons = 0;

/** Creates a user with a row in every table of the register except `data_exports` and `kyc_tombstones`. */
export async function createFullPerson(app: TestApp): Promise<TestUser> {
  const { email, firstName, lastName } = secrets;
  const user = await app.createUser({ password: testPassword, email, firstName, lastName });
  const { db } = app.deps;
  const owner = { user_id: user.userId };
  const { phoneNumber, address, documentNumber } = secrets;
  await db
    .updateTable('users')
    .set({
      phone_number: phoneNumber,
      address,
      date_of_birth: '1990-01-31',
      city: 'Delft',
      email_verified_at: app.deps.now(),
    })
    .where('id', '=', user.userId)
    .execute();
  const caller = app.caller(user);
  await caller.kyc.submitApplication({
    firstName,
    lastName,
    dateOfBirth: '1990-01-31',
    phoneNumber,
    address,
    city: 'Delft',
    state: 'ZH',
    country: 'Netherlands',
    postalCode: '2611',
    documentType1: 'passport',
    documentType2: 'passport',
    documentNumber1: documentNumber,
    documentNumber2: documentNumber,
    documentImageUrl1: await app.uploadDocument(caller, await documentImage()),
    documentImageUrl2: await app.uploadDocument(caller, await documentImage()),
  });
  await signIn(app.app, user);
  await db
    .insertInto('two_factor_secrets')
    .values({ ...owner, sealed: 'never confirmed' })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_hash: 'of a code' })
    .execute();
  await db
    .insertInto('sign_in_challenges')
    .values({ ...owner, token_hash: 'of a token', expires_at: new Date() })
    .execute();
  await caller.security.requestEmailVerification();
  const admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' as const };
  const [application] = await caller.kyc.myApplications();
  await app.caller(admin).admin.kyc.setStatus({
    id: application?.id ?? '',
    status: 'rejected',
    reasonCode: 'glare',
    adminNotes: `Dear ${firstName} ${lastName}, please try again.`,
  });
  await app
    .caller(admin)
    .admin.users.addNote({ id: user.userId, text: `${firstName} ${lastName} asked for help` });
  await app.caller(admin).admin.users.addTag({ ids: [user.userId], tag: `Friend of ${lastName}` });
  const product = await createTestProduct(app, admin, { type: 'session', productNumber: 77 });
  await db
    .insertInto('purchases')
    .values({
      ...owner,
      product_id: product.id,
      product_type: 'session',
      product_name: 'River Bluffs',
      amount_cents: 1999,
      status: 'completed',
      purchased_at: new Date(),
      payment_intent_id: 'pi_kept',
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({ ...owner, id: 'sub_kept', plan: 'gold', status: 'canceled', price_cents: 500 })
    .execute();
  const payment = await db
    .insertInto('billing_payments')
    .values({
      ...owner,
      amount_cents: 500,
      status: 'paid',
      description: 'Gold membership',
      receipt_url: `https://pay.example/receipts/${email}`,
      paid_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('billing_refunds')
    .values({ payment_id: payment.id, amount_cents: 100, status: 'succeeded' })
    .execute();
  await db
    .insertInto('billing_disputes')
    .values({
      id: 'dp_kept',
      payment_id: payment.id,
      status: 'won',
      standing: 'settled',
      reason: 'fraudulent',
      amount_cents: 400,
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('admin_tasks')
    .values({ kind: 'refunded_at_stripe', payment_id: payment.id, source: 're_kept' })
    .execute();
  await db
    .insertInto('refund_requests')
    .values({ ...owner, payment_id: payment.id, reason: secrets.note })
    .execute();
  await db
    .insertInto('subscription_checkouts')
    .values({
      ...owner,
      plan: 'gold',
      price_cents: 500,
      stripe_price_id: 'price_kept',
      customer_id: 'cus_kept',
      status: 'completed',
    })
    .execute();
  const promotion = await db
    .insertInto('promotion_codes')
    .values({
      id: randomUUID(),
      code: `KEPT-${randomUUID().slice(0, 8).toUpperCase()}`,
      percent_off: 20,
      scope: 'everything',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('promotion_redemptions')
    .values({
      ...owner,
      promotion_code_id: promotion.id,
      source_id: randomUUID(),
      what: 'River Bluffs',
      paid_cents: 1599,
      discount_cents: 400,
      at: new Date(),
    })
    .execute();
  await db
    .insertInto('plan_grants')
    .values({ ...owner, plan: 'gold', reason: 'gift' })
    .execute();
  await db
    .insertInto('user_progress')
    .values({ ...owner, session_id: product.id, status: 'completed', notes: secrets.note })
    .execute();
  await db
    .insertInto('study_profiles')
    .values({ ...owner, game: 'cash', stakes: 'micro', aim: 'fundamentals', weekly_hours: 4 })
    .execute();
  await db
    .insertInto('daily_goals')
    .values({ ...owner, date: '2026-11-20', notes: secrets.note })
    .execute();
  const onPage = { ...owner, pdf_number: 3, page: 2, text: secrets.note };
  await db
    .insertInto('session_notes')
    .values([{ ...owner, session_id: product.id, at_seconds: 751, text: secrets.note }, onPage])
    .execute();
  await insertHandsOf(app, user, product.id, secrets.note);
  await insertQuestionsOf(app, user, admin);
  await insertPracticeOf(app, user, secrets.firstName);
  await db
    .insertInto('reading_positions')
    .values({ ...owner, product_id: product.id, page: 3, page_count: 12 })
    .execute();
  await db
    .insertInto('file_accesses')
    .values({
      ...owner,
      kind: 'session_video',
      product_id: product.id,
      title: product.title,
      content_type: 'video/mp4',
      ip_prefix: '192.0.2.0/24',
    })
    .execute();
  await db
    .insertInto('bookmarks')
    .values({ ...owner, product_id: product.id, page: 3 })
    .execute();
  await db
    .insertInto('stamped_files')
    .values({
      ...owner,
      upload_id: (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirstOrThrow()).id,
      mark: 'a'.repeat(64),
      size_bytes: 1_234,
    })
    .execute();
  await db
    .insertInto('notifications')
    .values({ ...owner, kind: 'announcement', title: firstName, path: '/coaching', dedupe_key: 'test' })
    .execute();
  await db
    .insertInto('analytics_events')
    .values({ ...owner, event_name: 'opened', properties: JSON.stringify({ who: email }) })
    .execute();
  await db
    .insertInto('consents')
    .values({ ...owner, kind: 'terms', version: '2026-11-21', statement: 'agreed', ip: '192.0.2.7' })
    .execute();
  await db
    .insertInto('mail_preferences')
    .values({ ...owner, kind: 'kyc_received', enabled: true })
    .execute();
  const message = { name: firstName, topic: 'general', website: '' } as const;
  await caller.contact.send({ ...message, email, message: 'I wrote this logged in' });
  await app
    .caller(null)
    .contact.send({ ...message, email: email.toUpperCase(), message: 'I wrote this logged out' });
  const emails = await db
    .selectFrom('mail_messages')
    .select('user_id')
    .where('body_text', 'ilike', `%${email}%`)
    .where('kind', '=', 'contact_message')
    .execute();
  expect(emails.length).toBeGreaterThanOrEqual(2);
  const messages = await db
    .selectFrom('contact_messages')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute();
  for (const { id } of messages) {
    await app.caller(admin).admin.contact.reply({ id, version: 1, body: `Dear ${firstName}`, close: false });
  }
  await db
    .insertInto('reply_templates')
    .values({
      title: `Hello ${user.userId}`,
      body: 'Hello {name}',
      updated_by: user.userId,
      updated_at: new Date(),
    })
    .execute();
  await db
    .insertInto('account_deletions')
    .values({
      ...owner,
      due_at: new Date(Date.now() + dayMs),
      undo_token_hash: 'an earlier one',
      undone_at: new Date(),
    })
    .execute();
  await db
    .insertInto('settings')
    .values({ key: 'test', value: '1', updated_by: user.userId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ updated_by: user.userId }))
    .execute();
  await db
    .insertInto('owner_confirmations')
    .values({ point: 'planPrices', confirmed_by: user.userId, confirmed_at: new Date() })
    .onConflict((conflict) => conflict.column('point').doUpdateSet({ confirmed_by: user.userId }))
    .execute();
  await db
    .insertInto('account_views')
    .values({
      ...owner,
      admin_id: admin.userId,
      reason: secrets.note,
      started_at: new Date(),
      ends_at: new Date(Date.now() + dayMs),
    })
    .execute();
  await db
    .insertInto('legal_notices')
    .values({
      document: 'terms',
      summary: 'We sell courses too',
      effective_on: '2026-12-01',
      recipients: 1,
      created_by: user.userId,
      created_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  fullPersons += 1;
  await db
    .insertInto('site_texts')
    .values({ key: 'test', version: fullPersons, value: 'Our words', changed_by: user.userId })
    .execute();
  await db
    .insertInto('site_logos')
    .values({
      theme: 'light',
      image: Buffer.from(''),
      hash: 'test',
      width: 1,
      height: 1,
      changed_by: user.userId,
    })
    .onConflict((conflict) => conflict.column('theme').doUpdateSet({ changed_by: user.userId }))
    .execute();
  const startsAt = Date.now() + fullPersons * 2 * dayMs;
  await db
    .insertInto('announcements')
    .values({
      message: 'We are back',
      tone: 'info',
      audience: 'everyone',
      starts_at: new Date(startsAt),
      ends_at: new Date(startsAt + dayMs),
      created_by: user.userId,
    })
    .execute();
  const upload = await db
    .insertInto('uploads')
    .values({
      purpose: 'product',
      user_id: admin.userId,
      storage_key: `products/of-the-academy-${fullPersons}`,
      max_bytes: 1,
      put_expires_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('product_file_versions')
    .values({ product_id: product.id, upload_id: upload.id, number: 1, added_by: user.userId })
    .execute();
  return user;
}

/** Inserts an answered question of the user, question credits, drills, and data that the user has as a coach. */
async function insertQuestionsOf(app: TestApp, user: TestUser, admin: TestUser): Promise<void> {
  const { coaching } = app.caller(admin).admin;
  const coach = await createCoach(app, admin);
  const gift = { userId: user.userId, count: 2, validDays: null, reason: 'A gift', requestId: randomUUID() };
  await coaching.grantQuestions(gift);
  const id = await askedQuestion(app, user, `${secrets.note}, and I called`);
  await app.caller(coach).questions.claim({ id });
  await app.caller(coach).questions.answer({ id, ...answer });
  const displayName = `${secrets.firstName} ${secrets.lastName}`;
  await coaching.grantCoach({ userId: user.userId, displayName });
  // Becoming a coach ended all sessions of the user.
  await signIn(app.app, user);
  await app.caller(user).questions.savePhrase({ text: secrets.note });
  await insertCoachingOf(app, user, coach);
  await insertDrillsOf(app, user, id);
}
