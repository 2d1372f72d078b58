import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { smallPdf } from '../../uploads/testing/sent-uploads.ts';
import { chargeOf, deliverAll } from '../testing/money.ts';
import { buy, createAdmin, minutesLater } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { syncPayment } from './sync.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
});
afterAll(() => app.close());

async function disputed(options: { isInquiry?: boolean } = {}) {
  const user = await app.createUser({ firstName: 'Ольга', lastName: 'Müller' });
  const sessionId = await buy(app, user, product);
  const events = app.sandbox.events().length;
  const { id } = app.sandbox.dispute(chargeOf(app, sessionId), 'product_not_received', options);
  await deliverAll(app, events);
  return { user, id };
}

const send = (disputeId: string, statement = 'They watched all of it.', by = admin) =>
  app.caller(by).admin.payments.sendEvidence({ disputeId, statement });
/** Uploads a file as the evidence form does. @returns its reference */
async function uploaded(bytes: Buffer, filename: string, by = admin): Promise<string> {
  const caller = app.caller(by);
  const grant = await caller.kyc.requestUpload({ purpose: 'dispute_evidence', filename });
  expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
  return (await caller.kyc.secureDocument({ documentImageUrl: grant.uploadURL })).objectPath;
}

const atStripe = (id: string) => app.sandbox.disputes().find((dispute) => dispute.id === id);
const listed = async (id: string) =>
  (await app.caller(admin).admin.payments.disputes({})).items.find((dispute) => dispute.id === id);
const sentBy = async (id: string) => {
  const { rows } = await app.deps.pool.query<{ actor_id: string }>(
    `select actor_id from audit_log where action = 'dispute.evidence_sent' and details->>'disputeId' = $1`,
    [id],
  );
  return rows.map(({ actor_id }) => actor_id);
};

it('submits the evidence with the academy’s records as a file, and shows the evidence as sent', async () => {
  const { id, user } = await disputed();
  expect(await listed(id)).toMatchObject({ evidenceSentAt: null, status: 'needs_response' });
  await send(id);
  expect(atStripe(id)).toMatchObject({
    status: 'under_review',
    evidence_details: { has_evidence: true, submission_count: 1 },
    evidence: {
      customer_email_address: user.email,
      customer_name: 'Ольга Müller',
      uncategorized_text: 'They watched all of it.',
      uncategorized_file: expect.stringMatching(/^file_/),
    },
  });
  const upload = app.sandbox.requests.findLast(({ path }) => path === '/v1/files');
  expect(upload?.params).toMatchObject({ purpose: 'dispute_evidence', file: { type: 'application/pdf' } });
  expect(await listed(id)).toMatchObject({
    evidenceSentAt: expect.any(String),
    evidenceStatement: 'They watched all of it.',
  });
  expect(await sentBy(id)).toEqual([admin.userId]);
});

it('sends the admin’s own files, each in its field of Stripe’s form, and shows their names', async () => {
  const { id } = await disputed();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const messagesPath = await uploaded(smallPdf, 'chat.pdf');
  const deliveryPath = await uploaded(png, 'opened.png');
  const before = app.sandbox.requests.length;
  await app
    .caller(admin)
    .admin.payments.sendEvidence({ disputeId: id, statement: '', messagesPath, deliveryPath });
  const evidence = atStripe(id)?.evidence;
  const ids = [
    evidence?.uncategorized_file,
    evidence?.customer_communication,
    evidence?.service_documentation,
  ];
  expect(new Set(ids).size).toBe(3);
  for (const fileId of ids) expect(fileId).toMatch(/^file_/);
  const sent = app.sandbox.requests.slice(before).filter(({ path }) => path === '/v1/files');
  expect(sent.map(({ params }) => params.file)).toMatchObject([
    { filename: `dispute-evidence-${id}.pdf` },
    {
      filename: 'chat.pdf',
      type: 'application/pdf',
      sha256: createHash('sha256').update(smallPdf).digest('hex'),
    },
    { filename: 'opened.png', type: 'image/png' },
  ]);
  expect(await listed(id)).toMatchObject({ evidenceFiles: ['chat.pdf', 'opened.png'] });
  const { rows } = await app.deps.pool.query<{ details: unknown }>(
    `select details from audit_log where action = 'dispute.evidence_sent' and details->>'disputeId' = $1`,
    [id],
  );
  expect(rows[0]?.details).toEqual({ disputeId: id, files: 2 });
});

it('if one of two files cannot be sent, the error names its field, nothing is sent, and the other file remains usable', async () => {
  const { id, user } = await disputed();
  const other = await createAdmin(app);
  const good = await uploaded(smallPdf, 'good.pdf');
  const erased = await uploaded(smallPdf, 'gone.pdf');
  await app.deps.pool.query(`update uploads set status = 'erased' where filename = 'gone.pdf'`);
  const foreign = await uploaded(smallPdf, 'foreign.pdf', other);
  const attempt = (deliveryPath: string) =>
    app
      .caller(admin)
      .admin.payments.sendEvidence({ disputeId: id, statement: '', messagesPath: good, deliveryPath });
  for (const path of [erased, foreign, '/objects/00000000-0000-4000-8000-000000000000', 'chat.pdf']) {
    await expect(attempt(path), path).rejects.toMatchObject({
      cause: { code: 'invalid_input', fields: { deliveryPath: expect.any(String) } },
    });
  }
  expect(atStripe(id)?.evidence_details.submission_count).toBe(0);
  expect(await listed(id)).toMatchObject({ evidenceSentAt: null, evidenceFiles: [] });
  await attempt(await uploaded(smallPdf, 'again.pdf'));
  expect(await listed(id)).toMatchObject({ evidenceFiles: ['good.pdf', 'again.pdf'] });

  // A file's content, not its name, decides its type. Evidence has a maximum size, and only admins may upload it.
  await expect(uploaded(Buffer.from('a text'), 'chat.pdf')).rejects.toMatchObject({
    cause: { code: 'unreadable_document' },
  });
  await expect(
    app.caller(admin).kyc.requestUpload({ purpose: 'dispute_evidence', size: 5 * 1024 ** 2 + 1 }),
  ).rejects.toMatchObject({ cause: { code: 'too_large' } });
  await expect(app.caller(user).kyc.requestUpload({ purpose: 'dispute_evidence' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

it('submits the evidence once if two admins send it concurrently, and rejects a later attempt', async () => {
  const { id } = await disputed();
  const other = await createAdmin(app);
  const outcomes = await Promise.allSettled([send(id), send(id), send(id, 'Mine.', other)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(atStripe(id)?.evidence_details.submission_count).toBe(1);
  await expect(send(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await sentBy(id)).toHaveLength(1);
});

it('evidence counts as sent after a lost response, and after an admin sent it in Stripe’s dashboard', async () => {
  const { id } = await disputed();
  app.sandbox.faults.onRequest = ({ method, path }) =>
    method === 'POST' && path === `/v1/disputes/${id}` ? { kind: 'reset', when: 'after' } : undefined;
  await expect(send(id)).rejects.toMatchObject({ cause: { code: 'payments_unavailable' } });
  app.sandbox.faults.onRequest = undefined;
  await minutesLater(app, 2, async () => {
    await expect(send(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
  expect(atStripe(id)?.evidence_details.submission_count).toBe(1);
  expect((await listed(id))?.evidenceSentAt).not.toBeNull();

  const { id: elsewhere } = await disputed();
  await app.deps.stripe.disputes.update(elsewhere, { evidence: { uncategorized_text: 'By hand' } });
  await syncPayment(app.deps, (await listed(elsewhere))?.payment.id ?? '');
  expect((await listed(elsewhere))?.evidenceSentAt).not.toBeNull();
});

it('evidence can be sent again after the upload of its file to Stripe failed', async () => {
  const { id } = await disputed();
  app.sandbox.faults.onRequest = ({ path }) =>
    path === '/v1/files' ? { kind: 'status', status: 500, when: 'before' } : undefined;
  await expect(send(id)).rejects.toMatchObject({ cause: { code: 'payments_unavailable' } });
  app.sandbox.faults.onRequest = undefined;
  await minutesLater(app, 2, () => send(id));
  expect(atStripe(id)?.evidence_details.submission_count).toBe(1);
});

it('asks for evidence again when an answered inquiry becomes a dispute', async () => {
  const { id } = await disputed({ isInquiry: true });
  await send(id);
  expect(atStripe(id)?.status).toBe('warning_under_review');
  const events = app.sandbox.events().length;
  app.sandbox.escalateInquiry(id);
  await deliverAll(app, events);
  expect(await listed(id)).toMatchObject({ standing: 'open', evidenceSentAt: null });
  await send(id);
  expect(atStripe(id)).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 2 } });
});

it('rejects evidence after the bank’s deadline, and evidence for a decided dispute', async () => {
  const { id } = await disputed();
  await minutesLater(app, 8 * 24 * 60, async () => {
    await expect(send(id)).rejects.toThrow(/^The time to answer the bank ended on /);
  });
  app.sandbox.closeDispute(id, 'lost');
  await expect(send(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(atStripe(id)?.evidence_details.submission_count).toBe(0);
});
