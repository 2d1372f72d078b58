import { sql } from 'kysely';
import { sendProductPdf, testPdf } from '../../server/access/testing/stored-files.ts';
import type { AdminActor } from '../../server/actor.ts';
import { answer, askedQuestion, savedHand } from '../../server/coaching/testing/asked-questions.ts';
import { seedDemoBooklets, seedDemoData } from '../../server/demo/demo-data.ts';
import { buy, createTestProduct, deliver, openSession } from '../../server/payments/testing/purchases.ts';
import { httpClient, signIn } from '../http-client.ts';
import { changeUser } from '../rows.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../test-app.ts';
import type { KnownValues } from './plausible-values.ts';

export type FuzzActor = 'visitor' | 'student' | 'admin';

/** The academy that receives the fuzzed requests. */
export type FuzzWorld = {
  test: TestApp;
  /** Values that exist in the academy. Most of the ids are of the type that the call expects. */
  knownFor(target: string): KnownValues;
  student: TestUser;
  admin: AdminActor;
  checkoutSessions: readonly string[];
  /** The cookie header of a logged-in user or of a visitor. A visitor's cookie proves which upload is theirs. */
  cookieOf(actor: FuzzActor): string | undefined;
  /** Logs in new users in place of those whose session a request has ended or whose role it has removed. */
  revive(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens an academy with products, coaching plans, applications, purchases and files, and one logged-in user of each
 * role.
 */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const test = await createTestApp({
    stripe: 'sandbox',
    // Rate limit errors would hide other errors.
    rateLimitFactor: 1_000_000,
  });
  await (await seedDemoData(test.deps)).seedPractice();
  await seedDemoBooklets(test.deps);
  const admin = await test.createUser({ role: 'admin' });
  const adminActor: AdminActor = { ...admin, role: 'admin' };
  const student = await test.createUser();
  const checkoutSessions = await createPurchases(test, adminActor, student);
  const cookies = new Map<FuzzActor, string>();

  async function cookieFor(role: 'admin' | 'user', known?: TestUser): Promise<string> {
    const user = known ?? (await test.createUser({ role, password: testPassword }));
    await changeUser(test, user, {
      email_verified_at: test.deps.now(),
      password_hash: await test.deps.passwords.hash(testPassword),
    });
    return (await signIn(test.app, user)).cookie() ?? '';
  }

  async function isSignedIn(actor: FuzzActor): Promise<boolean> {
    const url = actor === 'admin' ? '/api/admin/analytics' : '/api/user';
    const response = await test.app.inject({ url, headers: { cookie: cookies.get(actor) ?? '' } });
    return response.statusCode === 200;
  }

  cookies.set('student', await cookieFor('user', student));
  cookies.set('admin', await cookieFor('admin', admin));
  const visitor = httpClient(test.app);
  await visitor.request('POST', '/api/objects/upload', {});
  cookies.set('visitor', visitor.cookie() ?? '');
  const images = await unclaimedImages(test, student);
  const pdfs = [
    await sendProductPdf(test, adminActor, await testPdf('First')),
    await sendProductPdf(test, adminActor, await testPdf('Second')),
  ];
  await addUsageData(test, admin, student);

  const idsByTable = await idsOfTables(test);
  // Most hands and questions of the demo data belong to other users.
  for (const [table, ownerColumn] of [
    ['hands', 'owner_id'],
    ['questions', 'student_id'],
  ] as const) {
    idsByTable.set(
      `own ${table}`,
      await valuesOf<string>(
        test,
        `select id::text as value from ${table} where ${ownerColumn} = '${student.userId}'`,
      ),
    );
  }
  const everyId = [...idsByTable.values()].flat();
  const userIds = idsByTable.get('users') ?? [];
  const shared = {
    productIds: await valuesOf<number>(test, 'select id as value from products order by id'),
    userIds,
    emails: [student.email, admin.email, 'dana@example.test'],
    images,
    pdfs,
    files: [...images, ...pdfs, ...(idsByTable.get('uploads') ?? []).map((id) => `/objects/${id}`)],
    checkoutSessions,
    password: testPassword,
  };

  return {
    test,
    student,
    admin: adminActor,
    checkoutSessions,
    knownFor(target) {
      const tables = tablesOf.filter(([pattern]) => pattern.test(target)).flatMap(([, names]) => names);
      const fitting = tables.flatMap((table) => idsByTable.get(table) ?? []);
      if (fitting.length === 0) return { ...shared, uuids: everyId };
      // About four out of five ids are of the expected type.
      const times = Math.ceil((4 * everyId.length) / fitting.length);
      return { ...shared, uuids: [...everyId, ...Array.from({ length: times }, () => fitting).flat()] };
    },
    cookieOf: (actor) => cookies.get(actor),
    async revive() {
      for (const actor of ['student', 'admin'] as const) {
        if (await isSignedIn(actor)) continue;
        cookies.set(actor, await cookieFor(actor === 'admin' ? 'admin' : 'user'));
      }
    },
    close: () => test.close(),
  };
}

/** The tables that the ids in the input of a call refer to, by the name of the call. */
const tablesOf: readonly [RegExp, readonly string[]][] = [
  [/^admin\.users\.|\/api\/(admin\/)?user\//, ['users']],
  [/^(admin\.)?kyc\.|application/i, ['kyc_applications']],
  [/removeNote/, ['user_notes']],
  [/learning\.\w+Note/, ['session_notes']],
  [/payment|refund/i, ['billing_payments', 'purchases', 'refund_requests']],
  [/declineRefund/i, ['refund_requests']],
  [/grant/i, ['plan_grants']],
  [/onHold|revokeProduct/i, ['purchases']],
  [/dispute/i, ['billing_disputes']],
  [/task/i, ['admin_tasks']],
  [/upload|multipart|secureDocument|objects/i, ['uploads', 'multipart_uploads']],
  [/event|webhook/i, ['stripe_events']],
  [/^admin\.email\./, ['mail_messages']],
  [/^admin\.contact\./, ['contact_messages', 'reply_templates']],
  [/^notifications\./, ['notifications']],
  [/^(admin\.)?hands\.|^questions\.ask/, ['own hands']],
  [/^ranges\./, ['ranges']],
  [/^daily\./, ['daily_spots', 'spots']],
  [/^drills\.(ask|deck|pauseDeck)/, ['decks', 'drills']],
  [/^drills\.(markEasy|takeBack)/, ['drill_tries']],
  [/^drills\./, ['drills', 'decks']],
  [/^questions\./, ['own questions', 'questions', 'coach_phrases']],
  [/^coaching\.(brief|setHomework)/, ['users']],
  [/^coaching\.\w+Homework/, ['homework']],
  [/endSession/, ['sessions']],
  [/exports/, ['data_exports']],
];

/** Adds rows to tables that are filled only by use of the academy. */
async function addUsageData(test: TestApp, admin: TestUser, student: TestUser): Promise<void> {
  const asStudent = test.caller(student);
  const asAdmin = test.caller(admin);
  const [session] = await asStudent.learning.listSessions();
  if (session)
    await asStudent.learning.addNote({
      place: { kind: 'session', id: session.id, atSeconds: 3 },
      text: 'Look at this again',
    });
  await asStudent.goals.save({ date: '2026-11-20', handsPlayed: 300, winLoss: -1_250 });
  await asStudent.privacy.requestExport({ password: testPassword });
  await test.caller(null).contact.send({
    name: 'Vera',
    email: 'vera@example.test',
    topic: 'general',
    message: 'Is there a plan for teams?',
    website: '',
  });
  await asAdmin.admin.coaching.grantCoach({ userId: admin.userId, displayName: 'Coach' });
  await savedHand(test, student);
  await askedQuestion(test, student);
  await asAdmin.admin.users.addNote({ id: student.userId, text: 'Called on Friday' });
  await asAdmin.admin.subscriptions.grantPlan({
    userId: student.userId,
    plan: 'gold',
    reason: 'Won a tournament',
  });
  const answered = await askedQuestion(test, student);
  await asAdmin.questions.claim({ id: answered });
  await asAdmin.questions.answer({ id: answered, ...answer });
  // Disputes the purchase of a product, because a membership with a disputed payment cannot be changed.
  const sold = test.sandbox
    .sessions()
    .find((session) => session.mode === 'payment' && session.payment_status === 'paid');
  const charge = test.sandbox.charges().find((one) => one.payment_intent === sold?.payment_intent);
  if (charge) test.sandbox.dispute(charge.id);
  for (const event of test.sandbox.events()) await deliver(test, event);
  const [payment] = (await asStudent.payments.myPayments()).filter(({ status }) => status === 'paid');
  if (payment) await asStudent.payments.requestRefund({ paymentId: payment.id, reason: 'Bought twice' });
  await test.deps.db
    .updateTable('mail_messages')
    .set({ status: 'failed' })
    .where('kind', '=', 'receipt')
    .execute();
}

/** Creates one paid purchase, one pending purchase and one subscription. @returns the ids of their checkout sessions */
async function createPurchases(test: TestApp, admin: AdminActor, student: TestUser): Promise<string[]> {
  const product = await createTestProduct(test, admin, { productNumber: 900 });
  const other = await createTestProduct(test, admin, { productNumber: 901, type: 'session' });
  const { url } = await test.caller(student).payments.createSubscriptionSession({ plan: 'silver' });
  const planSession = /cs_\w+$/.exec(url)?.[0] ?? '';
  await test.sandbox.pay(planSession);
  await test.caller(student).payments.verifySubscription({ sessionId: planSession });
  return [await buy(test, student, product), await openSession(test, student, other), planSession];
}

async function unclaimedImages(test: TestApp, user: TestUser): Promise<string[]> {
  const caller = test.caller(user);
  const grant = await caller.kyc.requestUpload({ contentType: 'image/jpeg', size: 100 });
  return [await test.uploadDocument(caller), await test.uploadDocument(caller), grant.uploadURL];
}

/** The first ids of each table, so that requests can find rows. */
async function idsOfTables(test: TestApp): Promise<Map<string, string[]>> {
  const tables = await valuesOf<string>(
    test,
    `select table_name as value from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type in ('uuid', 'text') order by table_name`,
  );
  const ids = new Map<string, string[]>();
  for (const table of tables) {
    ids.set(
      table,
      await valuesOf<string>(test, `select id::text as value from "${table}" order by id limit 12`),
    );
  }
  return ids;
}

async function valuesOf<Value>(test: TestApp, statement: string): Promise<Value[]> {
  const { rows } = await sql.raw<{ value: Value }>(statement).execute(test.deps.db);
  return rows.map(({ value }) => value);
}
