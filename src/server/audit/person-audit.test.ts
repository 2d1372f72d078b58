import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { openDocument } from '../kyc/documents.operations.ts';
import { createApplicant } from '../kyc/testing/applicants.ts';
import { chargeOf, deliverAll, paymentOf, paymentsOf, refundInput } from '../payments/testing/money.ts';
import { buy, createTestProduct, testMetadata } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  const created = await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Reviewer' });
  admin = { ...created, role: 'admin' };
});

const actionsAbout = async (id: string) =>
  (await app.caller(admin).admin.audit.list({ subjectId: id })).items.map(({ action }) => action);

describe('audit entries about one user', () => {
  it('a user’s id finds the entries about their disputes, refunds, KYC decisions and documents, and another user’s id does not', async () => {
    const product = await createTestProduct(app, admin, { type: 'session', productNumber: 9 });
    const { user, id: applicationId } = await createApplicant(app);
    const other = await createApplicant(app);
    await buy(app, other.user, product);
    await app.caller(admin).admin.kyc.setStatus({ id: other.id, status: 'rejected' });

    const sessionId = await buy(app, user, product);
    const dispute = app.sandbox.dispute(chargeOf(app, sessionId), 'product_not_received');
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
    const opened = await openDocument(app.deps, admin, document, testMetadata, 'view');
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
    // The application's id finds its entries, too.
    expect(await actionsAbout(applicationId)).toContain('kyc.approved');
    const others = await actionsAbout(other.user.userId);
    expect(others).toContain('kyc.rejected');
    expect(others.filter((action) => /^(payment|document)\./.test(action))).toEqual([]);

    const { applications } = await app.caller(admin).admin.users.get({ id: user.userId });
    expect(applications[0]?.decisions).toMatchObject([
      { status: 'approved', byName: 'Ada Reviewer', reasonCode: null, isUndone: false },
      { status: 'rejected', byName: 'Ada Reviewer', reasonCode: 'unreadable', isUndone: false },
    ]);
    const payments = await paymentsOf(app, admin, user.userId);
    expect(payments).toMatchObject([
      {
        status: 'refunded',
        disputes: [
          { id: dispute.id, standing: 'settled', reason: 'product_not_received', amountCents: 1999 },
        ],
      },
    ]);
  });
});
