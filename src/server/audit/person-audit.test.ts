import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { emptyDatabase } from '../../testing/test-db.ts';
import type { AdminActor } from '../actor.ts';
import { openDocument } from '../kyc/documents.operations.ts';
import { createApplicant } from '../kyc/testing/applicants.ts';
import { deliverAll, paymentOf, refundInput } from '../payments/testing/money.ts';
import { buy, createTestProduct, purchaseOf, testOrigin } from '../payments/testing/purchases.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrateToLatest, migrateUpTo } from '../platform/db/migrate.ts';

let app: TestApp;
let admin: AdminActor;

beforeAll(async () => {
  app = await createTestApp({ stripe: 'sandbox' });
  const created = await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Reviewer' });
  admin = { ...created, role: 'admin' };
});
afterAll(() => app.close());

const actionsAbout = async (id: string) =>
  (await app.caller(admin).admin.audit.list({ subjectId: id })).entries.map(({ action }) => action);

describe('what is known of one person', () => {
  it('has their payments, disputes and identity decisions, and those of nobody else', async () => {
    const product = await createTestProduct(app, admin, { type: 'session', productNumber: 9 });
    const { user, id: applicationId } = await createApplicant(app);
    const other = await createApplicant(app);
    await buy(app, other.user, product);
    await app.caller(admin).admin.kyc.setStatus({ id: other.id, status: 'rejected' });

    const sessionId = await buy(app, user, product);
    const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
    const charge = app.sandbox.charges().find((one) => one.payment_intent === intent);
    const dispute = app.sandbox.dispute(charge?.id ?? '', 'product_not_received');
    await deliverAll(app);
    app.sandbox.closeDispute(dispute.id, 'won');
    await deliverAll(app);
    await app.caller(admin).admin.payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    await deliverAll(app);
    await app.caller(admin).admin.kyc.setStatus({
      id: applicationId,
      status: 'rejected',
      reasonCode: 'unreadable',
    });
    await app.caller(admin).admin.kyc.setStatus({ id: applicationId, status: 'approved' });
    const { document_upload1: document } = await app.deps.db
      .selectFrom('kyc_applications')
      .select('document_upload1')
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const opened = await openDocument(app.deps, admin, document, testOrigin, 'view');
    opened.body.destroy();

    const actions = await actionsAbout(user.userId);
    expect(actions).toEqual(
      expect.arrayContaining([
        'payment.disputed',
        'payment.paid',
        'payment.refunded',
        'kyc.rejected',
        'kyc.approved',
        'document.viewed',
      ]),
    );
    const others = await actionsAbout(other.user.userId);
    expect(others).toContain('kyc.rejected');
    expect(others.filter((action) => /^(payment|document)\./.test(action))).toEqual([]);

    const { applications } = await app.caller(admin).admin.users.get({ id: user.userId });
    expect(applications[0]?.decisions).toMatchObject([
      { status: 'approved', byName: 'Ada Reviewer', reasonCode: null, isUndone: false },
      { status: 'rejected', byName: 'Ada Reviewer', reasonCode: 'unreadable', isUndone: false },
    ]);
    const { payments } = await app.caller(admin).admin.payments.list({ userId: user.userId });
    expect(payments).toMatchObject([
      {
        status: 'refunded',
        disputes: [
          { id: dispute.id, standing: 'settled', reason: 'product_not_received', amountCents: 1999 },
        ],
      },
    ]);
  });

  it('is found by the id of the person and of the thing, and closed to students', async () => {
    const { user, id } = await createApplicant(app);
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'approved' });
    await expect(app.caller(user).admin.audit.list({ subjectId: user.userId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await actionsAbout(user.userId)).toContain('kyc.approved');
    // The application's own id still finds what is filed under it.
    expect(await actionsAbout(id)).toContain('kyc.approved');
  });
});

describe('entries of before it was written down whom they are about', () => {
  it('are found by what they name, and stay as they were', async () => {
    const empty = await emptyDatabase();
    const database = openDatabase(empty.connection, () => undefined);
    try {
      const { db } = database;
      await migrateUpTo(db, '2026-11-23T0400-payment-cover');
      const { rows } = await sql<{ id: string }>`
        insert into users (email, password_hash, first_name, last_name)
        values ('before@audit.test', 'none', 'Anna', 'Before') returning id`.execute(db);
      const id = rows[0]?.id ?? '';
      const paid = await sql<{ id: string }>`
        insert into billing_payments (user_id, amount_cents, status, description, paid_at)
        values (${id}, 500, 'paid', 'Gold plan', now()) returning id`.execute(db);
      const details = JSON.stringify({ userId: id, to: 'approved' });
      await sql`insert into audit_log (action, subject_type, subject_id, details) values
        ('user.suspended', 'user', ${id}, '{}'),
        ('payment.disputed', 'payment', ${paid.rows[0]?.id ?? ''}, '{}'),
        ('kyc.approved', 'kyc_application', gen_random_uuid()::text, ${details}::jsonb),
        ('document.refused', 'document', 'malformed', '{}')`.execute(db);
      expect(await migrateToLatest(db)).toContain('2026-11-23T0410-audit-about');
      const after = await sql<{ action: string; about: string | null }>`
        select action, about_user_id as about from audit_log order by id`.execute(db);
      expect(after.rows).toEqual([
        { action: 'user.suspended', about: id },
        { action: 'payment.disputed', about: id },
        { action: 'kyc.approved', about: id },
        { action: 'document.refused', about: null },
      ]);
      await expect(sql`update audit_log set action = 'x'`.execute(db)).rejects.toThrow('append-only');
    } finally {
      await database.close();
      await empty.drop();
    }
  });
});
