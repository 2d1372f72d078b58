import { randomBytes } from 'node:crypto';
import type { Actor, AdminActor, Origin } from '../actor.ts';
import { ensureAdmin, register } from '../auth/auth.operations.ts';
import type { Deps } from '../deps.ts';
import { setApplicationStatus } from '../kyc/decisions.operations.ts';
import { submitApplication } from '../kyc/kyc.operations.ts';
import { inTransaction } from '../platform/db/database.ts';
import { createProduct } from '../shop/products-admin.operations.ts';
import { claimProductFile, prepareProductFile } from '../uploads/product-files.operations.ts';
import { requestUpload } from '../uploads/uploads.operations.ts';
import {
  findDemoMark,
  findUserIdByEmail,
  insertCoachingPdf,
  insertDemoMark,
  verifyAddresses,
} from './demo.queries.ts';
import { demoPlans, demoProducts } from './demo-catalogue.ts';
import { makeDocumentImage, makePdf } from './demo-files.ts';

const origin: Origin = { ip: '127.0.0.1', requestId: 'demo-data', userAgent: 'demo data' };
const student = { email: 'student@example.test', password: 'demo-student' };

/**
 * Fills an empty academy once: products with small PDFs, the ten coaching plans, and users with applications in each
 * state. Uses the same operations as the screens.
 * @returns lines to print after the first start; nothing on later starts
 */
export async function seedDemoData(deps: Deps): Promise<string[]> {
  if (await findDemoMark(deps.db)) return [];
  const adminEmail = deps.config.admin?.email ?? 'admin@example.test';
  const adminPassword = deps.config.admin?.password ?? randomBytes(9).toString('base64url');
  await ensureAdmin(deps, { email: adminEmail, password: adminPassword });
  const adminId = await findUserIdByEmail(deps.db, adminEmail);
  if (!adminId) throw new Error('the admin was not created');
  const admin: AdminActor = { userId: adminId, role: 'admin' };

  await Promise.all([seedProducts(deps, admin), seedPlans(deps, admin), seedPeople(deps, admin)]);
  // Nobody can open the mailbox of a made-up person.
  const addresses = [adminEmail, ...people.map(({ email }) => email)];
  await inTransaction(deps.db, (trx) => verifyAddresses(trx, addresses, deps.now()));
  await insertDemoMark(deps.db);
  return [
    `Demo student:  ${student.email}  /  ${student.password}`,
    ...(deps.config.admin
      ? [`Admin:         ${adminEmail}  (password from ADMIN_PASSWORD)`]
      : [`Admin:         ${adminEmail}  /  ${adminPassword}   (shown once)`]),
  ];
}

/** Puts bytes where the browser would PUT them. @returns the reference that the operations take. */
async function upload(
  deps: Deps,
  actor: Actor,
  purpose: 'kyc' | 'product',
  bytes: Buffer,
  contentType: string,
  filename: string,
): Promise<string> {
  const uploader = { actor, ticket: null };
  const { grant } = await requestUpload(
    deps,
    uploader,
    { purpose, contentType, size: bytes.length, filename },
    origin,
  );
  const key = /quarantine\/[0-9a-f-]{36}/.exec(grant.uploadURL)?.[0];
  if (!key) throw new Error('the upload address has an unknown form');
  await deps.storage.write(key, bytes, { contentType });
  return grant.uploadURL;
}

async function seedProducts(deps: Deps, admin: AdminActor): Promise<void> {
  const numbers = { pdf: 0, session: 0 };
  for (const product of demoProducts) {
    numbers[product.type] += 1;
    const productNumber = numbers[product.type];
    const filePath =
      product.type === 'pdf'
        ? await upload(
            deps,
            admin,
            'product',
            await makePdf(product.title, productNumber, product.text),
            'application/pdf',
            `${product.title}.pdf`,
          )
        : null;
    await createProduct(
      deps,
      admin,
      {
        type: product.type,
        productNumber,
        title: product.title,
        description: product.description,
        difficulty: product.difficulty,
        price: product.price,
        isActive: true,
        isFree: product.price === 0,
        filePath,
        videoUrl: null,
        content: product.type === 'session' ? product.text.join('\n\n') : null,
        estimatedDuration: product.minutes ?? null,
        prerequisites: null,
      },
      origin,
    );
  }
}

const tiers = [
  'free',
  'free',
  'silver',
  'silver',
  'gold',
  'gold',
  'gold',
  'diamond',
  'diamond',
  'diamond',
] as const;
const levels = [
  'beginner',
  'beginner',
  'beginner',
  'beginner',
  'intermediate',
  'intermediate',
  'intermediate',
  'advanced',
  'advanced',
  'advanced',
] as const;

async function seedPlans(deps: Deps, admin: AdminActor): Promise<void> {
  for (const [index, plan] of demoPlans.entries()) {
    const pdfNumber = index + 1;
    const bytes = await makePdf(plan.title, pdfNumber, plan.text, plan.weeks);
    const reference = await upload(deps, admin, 'product', bytes, 'application/pdf', `${plan.title}.pdf`);
    const uploadId = await prepareProductFile(deps, admin, reference);
    await inTransaction(deps.db, async (trx) => {
      await claimProductFile(trx, admin, uploadId, deps.now());
      await insertCoachingPdf(trx, {
        pdf_number: pdfNumber,
        title: plan.title,
        description: plan.description,
        difficulty: levels[index] ?? 'beginner',
        required_plan: tiers[index] ?? 'diamond',
        file_upload_id: uploadId,
      });
    });
  }
}

const people = [
  { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.test', decision: 'pending' },
  { firstName: 'Ivo', lastName: 'Marek', email: 'ivo@example.test', decision: 'approved' },
  { firstName: 'Lena', lastName: 'Ortiz', email: 'lena@example.test', decision: 'rejected' },
  { firstName: 'Maya', lastName: 'Lindqvist', email: 'maya@example.test', decision: 'requires_review' },
  { firstName: 'Sam', lastName: 'Okafor', email: student.email, decision: null },
] as const;

const notes = {
  approved: 'Thank you, both sides are clear. Welcome to the academy.',
  rejected: 'The back side is too blurred to read. Please send a new photo taken in daylight.',
  requires_review: 'A colleague will look at the address once more. There is nothing you need to do.',
} as const;

async function seedPeople(deps: Deps, admin: AdminActor): Promise<void> {
  for (const [index, person] of people.entries()) {
    const documentNumber = `X123456${index}`;
    const identity = {
      firstName: person.firstName,
      lastName: person.lastName,
      dateOfBirth: `19${80 + index * 3}-0${index + 1}-1${index}`,
      phoneNumber: `+1 555 010 01${10 + index}`,
      address: `${12 + index} Harbour Street`,
      city: 'Trenton',
      state: 'New Jersey',
      country: 'United States',
      postalCode: `0860${index}`,
    };
    const { user } = await register(
      deps,
      {
        ...identity,
        email: person.email,
        password: student.password,
        documentType: 'passport',
        documentNumber,
        documentImageUrl1: null,
        documentImageUrl2: null,
      },
      { actor: null, ticket: null },
      origin,
    );
    if (person.decision === null) continue;
    const actor: Actor = { userId: user.id, role: 'user' };
    const name = `${person.firstName} ${person.lastName}`;
    const [front, back] = await Promise.all([
      makeDocumentImage(name, documentNumber, 'front'),
      makeDocumentImage(name, documentNumber, 'back'),
    ]);
    const application = await submitApplication(
      deps,
      actor,
      {
        ...identity,
        documentType1: 'passport',
        documentType2: 'passport',
        documentNumber1: documentNumber,
        documentNumber2: documentNumber,
        documentImageUrl1: await upload(deps, actor, 'kyc', front, 'image/jpeg', 'front.jpg'),
        documentImageUrl2: await upload(deps, actor, 'kyc', back, 'image/jpeg', 'back.jpg'),
      },
      { actor, ticket: null },
      origin,
    );
    if (person.decision === 'pending') continue;
    await setApplicationStatus(
      deps,
      admin,
      { id: application.id, status: person.decision, adminNotes: notes[person.decision] },
      origin,
    );
  }
}
