import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { undoSeconds } from '../../shared/coaching/answers.ts';
import { dayMs } from '../../shared/durations.ts';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { tinyOggClip } from '../../testing/tiny-clip.ts';
import { createHandlers } from '../job-handlers.ts';
import { buildExport } from '../profile/privacy/data-export.operations.ts';
import { checkFiles } from '../uploads/file-check.operations.ts';
import { person, rowOf, send, storedBytes } from '../uploads/testing/sent-uploads.ts';
import {
  answer,
  askedQuestion,
  createCoach,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;
let otherCoach: TestUser;
let student: TestUser;
let id: string;

beforeAll(async () => {
  ({ app, admin, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(noon);
  student = await verifiedStudent(app);
  id = await askedQuestion(app, student);
});

const questions = (user: TestUser) => app.caller(user).questions;
const withCode = (code: string) => ({ cause: { code } });

/** Uploads and inspects a clip. @returns its upload URL */
async function sentClip(seconds = 42): Promise<string> {
  const { url } = await send(app, person(coach), tinyOggClip(seconds), 'answer_voice');
  await app.caller(coach).kyc.secureDocument({ documentImageUrl: url });
  return url;
}

/** Answers the question with a clip. @returns the path at which the clip is played */
async function answerWithClip(): Promise<string> {
  await questions(coach).claim({ id });
  await questions(coach).answer({
    id,
    ...answer,
    voice: { url: await sentClip(), transcript: 'Fold, and smile.' },
  });
  const { answers } = await questions(coach).getForCoach({ id });
  return answers[0]?.voice?.path ?? '';
}

async function clientOf(user: TestUser | null): Promise<HttpClient> {
  const client = httpClient(app.app);
  if (user) await client.request('POST', '/api/login', { email: user.email, password: testPassword });
  return client;
}
const statusFor = async (user: TestUser | null, path: string) =>
  (await (await clientOf(user)).request('GET', path)).statusCode;

it('a voice clip is part of the answer, with its length and transcript, and supports range requests', async () => {
  const path = await answerWithClip();
  app.clock.advance(undoSeconds * 1_000);
  expect(JSON.stringify(await questions(student).get({ id }))).not.toContain('clips');
  expect(await statusFor(student, path)).toBe(404);
  const { answers } = await questions(student).revealAnswer({ id, choice: null });
  expect(answers[0]?.voice).toEqual({ path, seconds: 42, transcript: 'Fold, and smile.' });
  const client = await clientOf(student);
  const whole = await client.request('GET', path);
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/ogg',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
  });
  expect(whole.rawPayload.equals(tinyOggClip(42))).toBe(true);
  const part = await client.request('GET', path, undefined, { range: 'bytes=0-3' });
  expect([part.statusCode, part.body]).toEqual([206, 'OggS']);
});

it('the routes for identity documents do not serve a voice clip', async () => {
  const asDocument = (await answerWithClip()).replace('/api/questions/clips', '/objects');
  const secured = app.caller(admin).kyc.secureDocument({ documentImageUrl: asDocument });
  await expect(secured).rejects.toMatchObject(withCode('not_found'));
  for (const user of [student, coach]) expect(await statusFor(user, asDocument)).toBe(404);
});

it('until a voice clip is part of an answer, only the coach who recorded it can play it and use it', async () => {
  const url = await sentClip();
  const { id: uploadId } = await rowOf(app, url);
  const path = `/api/questions/clips/${uploadId}`;
  expect(await statusFor(coach, path)).toBe(200);
  for (const user of [otherCoach, student]) expect(await statusFor(user, path)).toBe(404);
  await questions(otherCoach).claim({ id });
  await expect(questions(otherCoach).answer({ id, ...answer, voice: { url } })).rejects.toMatchObject(
    withCode('not_found'),
  );
  expect((await questions(student).get({ id })).status).toBe('claimed');
});

it('only coaches can upload voice clips, which must be recordings of at most three minutes', async () => {
  for (const user of [student, admin]) {
    await expect(send(app, person(user), tinyOggClip(3), 'answer_voice')).rejects.toMatchObject({
      code: 'coach_only',
    });
  }
  await expect(sentClip(200)).rejects.toThrow('longer than three minutes');
  const { url } = await send(app, person(coach), Buffer.alloc(200, 'x'), 'answer_voice');
  await expect(app.caller(coach).kyc.secureDocument({ documentImageUrl: url })).rejects.toThrow(
    'This is not a voice clip',
  );
});

it('a coach who undoes an answer can send its voice clip again, but a clip cannot be part of two answers', async () => {
  await questions(coach).claim({ id });
  const url = await sentClip();
  const input = { id, ...answer, voice: { url } };
  await questions(coach).answer(input);
  await questions(coach).undoAnswer({ id });
  expect((await rowOf(app, url)).status).toBe('secured');
  await questions(coach).answer(input);
  expect((await rowOf(app, url)).status).toBe('claimed');
  const second = await askedQuestion(app, await verifiedStudent(app));
  await questions(coach).claim({ id: second });
  await expect(questions(coach).answer({ ...input, id: second })).rejects.toMatchObject(withCode('conflict'));
});

it('a voice clip whose file is lost is reported as missing', async () => {
  const path = await answerWithClip();
  const uploadId = path.slice(path.lastIndexOf('/') + 1);
  await app.deps.storage.remove(`documents/${uploadId}`);
  await checkFiles(app.deps);
  const { files } = await app.caller(admin).admin.system.missingFiles();
  expect(files).toContainEqual(
    expect.objectContaining({
      id: uploadId,
      label: 'A voice clip',
      advice: 'Restore it from a backup of the files.',
    }),
  );
});

it('a voice clip is erased with the account of the coach who recorded it, and its transcript stays', async () => {
  const leaving = await createCoach(app, admin, 'Nora Vance');
  const { url } = await send(app, person(leaving), tinyOggClip(3), 'answer_voice');
  await app.caller(leaving).kyc.secureDocument({ documentImageUrl: url });
  await questions(leaving).claim({ id });
  await questions(leaving).answer({ id, ...answer, voice: { url, transcript: 'Call.' } });
  app.clock.advance(undoSeconds * 1_000);
  const { answers } = await questions(student).revealAnswer({ id, choice: null });
  expect(answers[0]?.voice?.path).toMatch(/^\/api\/questions\/clips\//);
  const { key } = await app.deps.db
    .selectFrom('uploads')
    .select('storage_key as key')
    .where('user_id', '=', leaving.userId)
    .executeTakeFirstOrThrow();
  expect(await storedBytes(app, key)).toBeDefined();
  await app.caller(leaving).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  app.clock.advance(60 * dayMs);
  await createHandlers(app.deps)['finish-deletions']();
  expect(await storedBytes(app, key)).toBeUndefined();
  expect((await questions(student).get({ id })).answers[0]?.voice).toEqual({
    path: null,
    seconds: 3,
    transcript: 'Call.',
  });
});

it('a voice clip is in the student’s data export, and is erased with the student’s account', async () => {
  await answerWithClip();
  const upload = await app.deps.db
    .selectFrom('uploads')
    .innerJoin('coach_answers', 'coach_answers.voice_upload_id', 'uploads.id')
    .select(['uploads.id', 'storage_key as key'])
    .where('coach_answers.question_id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: exportId } = await app.caller(student).privacy.requestExport({ password: testPassword });
  await buildExport(app.deps, exportId);
  const archive = await storedBytes(app, `documents/exports/${exportId}`);
  expect(Object.keys(unzipSync(archive ?? Buffer.alloc(0)))).toContain(
    `documents/voice-clip-${upload.id}.ogg`,
  );
  await app.caller(student).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  expect(await storedBytes(app, upload.key)).toBeDefined();
  app.clock.advance(60 * dayMs);
  await createHandlers(app.deps)['finish-deletions']();
  expect(await storedBytes(app, upload.key)).toBeUndefined();
});

it('a data export leaves out a voice clip that is too large, without reading it, and a voice clip whose file is lost, and names both', async () => {
  await answerWithClip();
  await sentClip();
  const [unread, lost] = await app.deps.db
    .selectFrom('uploads')
    .select(['id', 'storage_key as key'])
    .where('user_id', '=', coach.userId)
    .execute();
  if (!unread || !lost) throw new Error('the coach has sent clips');
  await app.deps.db
    .updateTable('uploads')
    .set({ size_bytes: 40 * 1024 * 1024 })
    .where('id', '=', unread.id)
    .execute();
  await app.deps.storage.remove(lost.key);
  const read = vi.spyOn(app.deps.storage, 'read');
  const { id: exportId } = await app.caller(coach).privacy.requestExport({ password: testPassword });
  await buildExport(app.deps, exportId);
  expect(read.mock.calls.flat()).not.toContain(unread.key);
  read.mockRestore();
  const archive = await storedBytes(app, `documents/exports/${exportId}`);
  const page = strFromU8(unzipSync(archive ?? Buffer.alloc(0))['index.html'] ?? Buffer.alloc(0));
  expect(page).toContain(`voice-clip-${unread.id}.ogg was left out because the copy would become too large.`);
  expect(page).toContain(`voice-clip-${lost.id}.ogg is missing from our store or damaged.`);
});
