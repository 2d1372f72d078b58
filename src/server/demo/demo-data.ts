import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ProductType } from '../../shared/enums.ts';
import { coachingPlanDefaults } from '../../shared/learning/coaching-plan-cards.ts';
import type { UploadPurpose } from '../../shared/limits.ts';
import { planCoverSeed } from '../../shared/poker/cover-range.ts';
import type { ProductInput } from '../../shared/shop/products.ts';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import { findActiveAdmins } from '../access/active-admins.ts';
import type { Actor, AdminActor, CoachActor, RequestMetadata } from '../actor.ts';
import { ensureAdmin } from '../auth/configured-admin.operations.ts';
import { register } from '../auth/registration.operations.ts';
import type { Deps } from '../deps.ts';
import { storeAcademyHands } from '../hands/academy-hands.operations.ts';
import { submitApplication } from '../kyc/kyc.operations.ts';
import { decideApplication } from '../kyc/review.operations.ts';
import { inTransaction } from '../platform/db/database.ts';
import { confirmPoint } from '../settings/confirmations.operations.ts';
import { saveSettings } from '../settings/settings.operations.ts';
import { createProduct, updateProduct } from '../shop/product-editing.operations.ts';
import { claimOwnFile } from '../uploads/own-upload.operations.ts';
import { prepareProductFile } from '../uploads/product-files.operations.ts';
import { requestUpload } from '../uploads/uploads.operations.ts';
import { type BookletThread, startBookletThread } from './booklet/booklet-thread.ts';
import { chaptersOf, type Lesson, listLessons } from './booklet/read-lesson.ts';
import {
  findDemoMark,
  findUserIdByEmail,
  findWithoutFile,
  insertCoachingPdf,
  insertDemoMark,
  setCoachingPdfFile,
  verifyAddresses,
} from './demo.queries.ts';
import { seedDaily } from './demo-daily.ts';
import { seedDrills, seedRanges } from './demo-drills.ts';
import { attachHandsToPlan, type DemoIds, seedHands } from './demo-hands.ts';
import { seedQuestions } from './demo-questions.ts';
import { makeDocumentImage } from './specimen-document.ts';

const metadata: RequestMetadata = { ip: '127.0.0.1', requestId: 'demo-data', userAgent: 'demo data' };
const student = { email: 'student@example.test', password: 'demo-student' };
const coach = { email: 'coach@example.test', password: 'demo-coach' };

/** What the caller of `seedDemoData` must print and run. */
export type DemoData = {
  /** Lines to print after the first start; empty on later starts. */
  notes: string[];
  /**
   * Adds ranges, drills, hands of the day, homework, and questions that students ask the coach. It takes a second,
   * during which the academy can be used. Does nothing on later starts.
   */
  seedPractice: () => Promise<void>;
};

/**
 * Fills an empty academy once: products, coaching plans, hands, settings and users. For each status of a KYC
 * application, one user has an application with this status. Products, users and applications are created by the
 * operations that the screens use. `seedDemoBooklets` adds the files of PDFs and coaching plans.
 */
export async function seedDemoData(deps: Deps): Promise<DemoData> {
  if (await findDemoMark(deps.db, 'demo_data_seeded')) return { notes: [], seedPractice: async () => {} };
  const adminEmail = deps.config.admin?.email ?? 'admin@example.test';
  const adminPassword = deps.config.admin?.password ?? randomBytes(9).toString('base64url');
  await ensureAdmin(deps, { email: adminEmail, password: adminPassword });
  const adminId = await findUserIdByEmail(deps.db, adminEmail);
  if (!adminId) throw new Error('the admin was not created');
  // Some settings require recent authentication.
  const admin: AdminActor = { userId: adminId, role: 'admin', confirmedAt: deps.now().toISOString() };

  // The lessons show these hands, so the hands are stored first.
  const hands = await storeAcademyHands(deps);
  const [sessions] = await Promise.all([
    seedProducts(deps, admin),
    seedPlans(deps),
    seedPeople(deps, admin),
    seedSettings(deps, admin),
  ]);
  await seedHands(deps, admin, await actorOf(deps, student.email), { hands, sessions }, metadata);
  // Demo users have no mailbox, so they cannot open the verification link.
  const addresses = [adminEmail, ...people.map(({ email }) => email)];
  await inTransaction(deps.db, (trx) => verifyAddresses(trx, addresses, deps.now()));
  await insertDemoMark(deps.db, 'demo_data_seeded');
  return {
    notes: [
      `Demo student:  ${student.email}  /  ${student.password}`,
      `Demo coach:    ${coach.email}  /  ${coach.password}`,
      ...(deps.config.admin
        ? [`Admin:         ${adminEmail}  (password from ADMIN_PASSWORD)`]
        : [`Admin:         ${adminEmail}  /  ${adminPassword}   (shown once)`]),
    ],
    seedPractice: () => seedPractice(deps, admin, { hands, sessions }),
  };
}

async function seedPractice(deps: Deps, admin: AdminActor, academy: DemoIds): Promise<void> {
  const [demoStudent, demoCoach, ...others] = await Promise.all(
    [
      student.email,
      coach.email,
      ...['dana', 'ivo', 'lena', 'maya'].map((name) => `${name}@example.test`),
    ].map((email) => actorOf(deps, email)),
  );
  if (!demoStudent || !demoCoach) throw new Error('the demo has no student or no coach');
  const mara: CoachActor = { ...demoCoach, coachName: 'Mara Ellis' };
  await seedQuestions(deps, { admin, coach: mara, student: demoStudent, others }, metadata);
  await seedRanges(deps, mara, metadata);
  await seedDaily(deps, mara, academy, metadata);
  await seedDrills(deps, mara, demoStudent, metadata);
}

/**
 * Lays out and attaches the booklets of the demo's PDFs and coaching plans that have no file. This takes several
 * seconds. Meanwhile, the academy can be used, and shows that the files are not ready yet. An interrupted run continues
 * on the next start; after a complete run, later starts do nothing.
 * @param signal - ends the run as soon as the booklets that are being attached are complete
 */
export async function seedDemoBooklets(deps: Deps, signal?: AbortSignal): Promise<void> {
  if (await findDemoMark(deps.db, 'demo_booklets_seeded')) return;
  const [first] = await inTransaction(deps.db, findActiveAdmins);
  if (!first) return;
  const admin: AdminActor = { userId: first.id, role: 'admin', confirmedAt: deps.now().toISOString() };
  const [pdfs, plans] = await Promise.all([listLessons('pdfs'), listLessons('plans')]);
  const missing = await findWithoutFile(deps.db);
  if (signal?.aborted) return;
  const booklets = startBookletThread();
  signal?.addEventListener('abort', () => void booklets.close());
  const attached = await Promise.allSettled([
    ...pdfs.map(async (lesson) => {
      const product = missing.products.get(lesson.title);
      if (product) await attachBooklet(deps, admin, booklets, product, lesson);
    }),
    ...plans.map(async (lesson) => {
      if (missing.plans.get(lesson.title) === lesson.number) await attachPlan(deps, admin, booklets, lesson);
    }),
  ]);
  await booklets.close();
  if (signal?.aborted) return;
  const failed = attached.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  await insertDemoMark(deps.db, 'demo_booklets_seeded');
}

async function actorOf(deps: Deps, email: string): Promise<Actor> {
  const userId = await findUserIdByEmail(deps.db, email);
  if (!userId) throw new Error(`${email} was not created`);
  return { userId, role: 'user' };
}

/** Stores bytes where a browser's upload would store them. @returns the reference that the operations accept */
async function upload(
  deps: Deps,
  actor: Actor,
  purpose: UploadPurpose,
  bytes: Buffer,
  contentType: string,
  filename: string,
): Promise<string> {
  const uploader = { actor, ticket: null };
  const { grant } = await requestUpload(
    deps,
    uploader,
    { purpose, contentType, size: bytes.length, filename },
    metadata,
  );
  const key = /quarantine\/[0-9a-f-]{36}/.exec(grant.uploadURL)?.[0];
  if (!key) throw new Error('the upload URL has an unknown form');
  await deps.storage.write(key, bytes, { contentType });
  return grant.uploadURL;
}

/** Creates the PDFs and sessions of the shop. @returns ids of sessions by their number */
async function seedProducts(deps: Deps, admin: AdminActor): Promise<Map<number, number>> {
  const sessions = new Map<number, number>();
  // Products are created one after the other, so that their ids follow the order of the lessons.
  for (const [folder, type] of [
    ['pdfs', 'pdf'],
    ['sessions', 'session'],
  ] as const) {
    for (const lesson of await listLessons(folder)) {
      const video = type === 'session' ? await uploadVideo(deps, admin, lesson) : {};
      const { id } = await createProduct(deps, admin, { ...productOf(lesson, type), ...video }, metadata);
      if (type === 'session') sessions.set(lesson.number, id);
    }
  }
  return sessions;
}

/** Uploads the video of a session and its captions, if the session has a video. `npm run demo-video` creates both. */
async function uploadVideo(
  deps: Deps,
  admin: AdminActor,
  { number, title }: Lesson,
): Promise<Pick<ProductInput, 'videoPath' | 'captionsPath'>> {
  const folder = new URL('./content/videos/', import.meta.url);
  const name = (await readdir(folder)).find(
    (file) => file.startsWith(`${number}-`) && file.endsWith('.webm'),
  );
  if (name === undefined) return {};
  const [video, captions] = await Promise.all([
    readFile(new URL(name, folder)),
    readFile(new URL(name.replace('.webm', '.vtt'), folder)),
  ]);
  return {
    videoPath: await upload(deps, admin, 'session_video', video, 'video/webm', `${title}.webm`),
    captionsPath: await upload(deps, admin, 'captions', captions, 'text/vtt', `${title}.vtt`),
  };
}

function productOf(lesson: Lesson, type: ProductType): ProductInput {
  const { title, description, difficulty, price, author, outcomes } = lesson;
  return {
    type,
    productNumber: lesson.number,
    title,
    description,
    difficulty,
    price,
    isActive: true,
    isFree: price === 0,
    content: type === 'session' ? lesson.body : null,
    estimatedDuration: lesson.minutes ?? null,
    author,
    publishedOn: lesson.date,
    outcomes: outcomes.join('\n'),
    // For a PDF, the server reads the table of contents from the outline of the file.
    contents: type === 'session' ? chaptersOf(lesson).join('\n') : null,
  };
}

async function attachBooklet(
  deps: Deps,
  admin: AdminActor,
  booklets: BookletThread,
  { id, updated_at: editedFrom }: { id: number; updated_at: string },
  lesson: Lesson,
): Promise<void> {
  // The cover image is generated from the product's id, as in the shop.
  const bytes = await booklets.make(lesson, {
    ...bookletOptions,
    number: lesson.number,
    coverSeed: id,
    kind: 'PDF',
  });
  const filePath = await upload(deps, admin, 'product', bytes, 'application/pdf', `${lesson.title}.pdf`);
  // `editedFrom` prevents overwriting an admin's changes.
  await updateProduct(deps, admin, { ...productOf(lesson, 'pdf'), id, filePath, editedFrom }, metadata);
}

const bookletOptions = { academyName: siteSettingsDefaults.academyName };

/** Creates the coaching plans, without their files. */
async function seedPlans(deps: Deps): Promise<void> {
  const plans = await listLessons('plans');
  await inTransaction(deps.db, async (trx) => {
    for (const { number, title, description } of plans) {
      const { difficulty, requiredPlan } = coachingPlanDefaults(number);
      await insertCoachingPdf(trx, {
        pdf_number: number,
        title,
        description,
        difficulty,
        required_plan: requiredPlan,
      });
    }
  });
}

async function attachPlan(
  deps: Deps,
  admin: AdminActor,
  booklets: BookletThread,
  lesson: Lesson,
): Promise<void> {
  const bytes = await booklets.make(lesson, {
    ...bookletOptions,
    number: lesson.number,
    coverSeed: planCoverSeed(lesson.number),
    kind: 'Coaching plan',
  });
  const reference = await upload(deps, admin, 'product', bytes, 'application/pdf', `${lesson.title}.pdf`);
  const uploadId = await prepareProductFile(deps, admin, reference);
  await inTransaction(deps.db, async (trx) => {
    await claimOwnFile(trx, admin, uploadId, deps.now(), 'product');
    await setCoachingPdfFile(trx, lesson.number, uploadId);
  });
  await attachHandsToPlan(deps, admin, lesson.number, metadata);
}

/** Company, coaches and links of the demo academy. The texts say that company and coaches are examples. */
const exampleSettings = {
  companyName: 'Example Card Room Studies Ltd. (example company)',
  companyAddress: '1 Example Street, Trenton, NJ 08601',
  companyRegistration: 'Registration EX-0000 (example)',
  coaches: [
    'Mara Ellis: Example coach. Has taught cash games for eleven years and writes most lessons on them here.',
    'Jonas Reed: Example coach. Plays tournaments, keeps records, and teaches the endgame and the mental game.',
  ].join('\n'),
  // Pages that exist, so that the demo has no dead links.
  discordUrl: 'https://discord.com',
  whatsappUrl: 'https://www.whatsapp.com',
  telegramUrl: 'https://telegram.org',
  desktopAppUrl: 'https://example.com',
} as const;

async function seedSettings(deps: Deps, admin: AdminActor): Promise<void> {
  for (const [key, value] of Object.entries(exampleSettings)) {
    const point = key as keyof typeof exampleSettings;
    await saveSettings(deps, admin, [{ key: point, value }], metadata);
    // The admin must not appear to have confirmed an example value.
    await confirmPoint(deps, admin, { point, confirmed: false }, metadata);
  }
}

const people = [
  { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.test', decision: 'pending' },
  { firstName: 'Ivo', lastName: 'Marek', email: 'ivo@example.test', decision: 'approved' },
  { firstName: 'Lena', lastName: 'Ortiz', email: 'lena@example.test', decision: 'rejected' },
  { firstName: 'Maya', lastName: 'Lindqvist', email: 'maya@example.test', decision: 'requires_review' },
  { firstName: 'Sam', lastName: 'Okafor', email: student.email, decision: null },
  { firstName: 'Mara', lastName: 'Ellis', email: coach.email, decision: null },
] as const;

const notesOfDecisions = {
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
        password: person.email === coach.email ? coach.password : student.password,
        documentType: 'passport',
        documentNumber,
        documentImageUrl1: null,
        documentImageUrl2: null,
      },
      { actor: null, ticket: null },
      metadata,
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
      metadata,
    );
    if (person.decision === 'pending') continue;
    await decideApplication(
      deps,
      admin,
      { id: application.id, status: person.decision, adminNotes: notesOfDecisions[person.decision] },
      metadata,
    );
  }
}
