import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlaceOfAnswer } from '../../shared/coaching/answers.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { storeFile } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { insertPdfDetails } from '../uploads/uploads.queries.ts';
import { answer, askedQuestion, openCoaching, verifiedStudent } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;
let admin: AdminActor;
let id: string;

beforeAll(async () => {
  ({ app, coach } = await openCoaching());
  admin = await createAdmin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await askedQuestion(app, await verifiedStudent(app));
  await app.caller(coach).questions.claim({ id });
});

const send = (place: PlaceOfAnswer) => app.caller(coach).questions.answer({ id, ...answer, place });
const withMessage = (message: string) => ({
  cause: { code: 'invalid_input', fields: { placeAt: message } },
});

it('an answer cannot link to a page that the coaching plan does not have', async () => {
  const file = await storeFile(app, admin, {
    bytes: Buffer.from('%PDF-1.7'),
    contentType: 'application/pdf',
  });
  await insertPdfDetails(app.deps.db, file, { pageCount: 3, chapters: [], preview: null, firstPage: null });
  await app.deps.db
    .insertInto('coaching_pdfs')
    .values({ pdf_number: 7, title: 'Raises', required_plan: 'gold', file_upload_id: file })
    .execute();
  const plan = { kind: 'plan' as const, id: 7 };
  await expect(send({ ...plan, page: 4 })).rejects.toMatchObject(withMessage('Enter a page from 1 to 3'));
  await send({ ...plan, page: 3 });
});

it('an answer can link to a time in a session only if the session has a video', async () => {
  const session = { type: 'session' as const, videoUrl: null, content: 'Read this.' };
  const { id: written } = await createTestProduct(app, admin, { ...session, productNumber: 1 });
  const { id: withVideo } = await createTestProduct(app, admin, {
    ...session,
    productNumber: 2,
    videoUrl: 'https://vimeo.com/76979871',
  });
  const at = (number: number, atSeconds: number) => send({ kind: 'session', id: number, atSeconds });
  await expect(at(written, 90)).rejects.toMatchObject(
    withMessage('This session has no video. Leave the time empty.'),
  );
  await at(written, 0);
  await app.caller(coach).questions.undoAnswer({ id });
  await at(withVideo, 90);
});
