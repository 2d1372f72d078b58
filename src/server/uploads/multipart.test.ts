import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { createAdmin, productInput } from '../payments/testing/purchases.ts';
import { sweepUploads } from './sweep.operations.ts';
import { storedKeys } from './testing/sent-uploads.ts';

const mebibyte = 1024 * 1024;
const mp4Head = Buffer.concat([
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
]);

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let other: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
  other = await createAdmin(app);
});

const calls = (actor: AdminActor = admin) => app.caller(actor).admin.uploads;
const fingerprintOf = (video: Buffer) => createHash('sha256').update(video).digest('hex');
const newVideo = (bytes = 11 * mebibyte) => Buffer.concat([mp4Head, randomBytes(bytes - mp4Head.length)]);
const begin = (video: Buffer, actor: AdminActor = admin) =>
  calls(actor).createMultipart({
    filename: 'river.mp4',
    contentType: 'video/mp4',
    size: video.length,
    fingerprint: fingerprintOf(video),
  });

type BegunUpload = Awaited<ReturnType<typeof begin>>;

async function sendPart(video: Buffer, { uploadId, partBytes }: BegunUpload, partNumber: number) {
  const { url, headers } = await calls().signPart({ uploadId, partNumber });
  const bytes = video.subarray((partNumber - 1) * partBytes, partNumber * partBytes);
  expect(await app.put(url, bytes, headers)).toBe(200);
}

async function sendAll(video: Buffer, upload: BegunUpload) {
  for (let number = 1; number <= upload.partCount; number += 1) await sendPart(video, upload, number);
  const parts = await calls().listParts({ uploadId: upload.uploadId });
  return parts.map(({ partNumber, etag }) => ({ partNumber, etag: `"${etag}"` }));
}

async function sendVideo(video = newVideo()) {
  const upload = await begin(video);
  const parts = await sendAll(video, upload);
  const done = await calls().completeMultipart({ uploadId: upload.uploadId, parts });
  if (done.status !== 'done') throw new Error('joining 11 MB took longer than eight seconds');
  return { uploadId: upload.uploadId, reference: done.reference, video };
}

const keys = () => storedKeys(app.deps.storage);

const statusOf = async (id: string) =>
  (await app.deps.db.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst())?.status;

describe('access to multipart uploads', () => {
  it('only the admin who started an upload has access; for others, it does not exist', async () => {
    const video = newVideo();
    const { uploadId } = await begin(video);
    const parts = [{ partNumber: 1, etag: 'x' }];
    for (const attempt of [
      () => calls(other).signPart({ uploadId, partNumber: 1 }),
      () => calls(other).listParts({ uploadId }),
      () => calls(other).completeMultipart({ uploadId, parts }),
      () => calls(other).abortMultipart({ uploadId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    // Another admin's upload of the same file is separate.
    expect((await begin(video, other)).uploadId).not.toBe(uploadId);
    const student = app.caller(await app.createUser());
    await expect(
      student.kyc.requestUpload({ purpose: 'session_video', contentType: 'video/mp4' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(student.kyc.requestUpload({ purpose: 'captions' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(app.caller(null).kyc.requestUpload({ purpose: 'captions' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});

describe('limits of multipart uploads', () => {
  it('allows 2 GB per video, 100 MB per PUT, and only the planned parts', async () => {
    const input = { filename: 'a.mp4', contentType: 'video/mp4', fingerprint: 'a'.repeat(64) } as const;
    await expect(calls().createMultipart({ ...input, size: 2048 * mebibyte + 1 })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    await expect(
      app.caller(admin).kyc.requestUpload({ purpose: 'session_video', size: 100 * mebibyte + 1 }),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    const upload = await begin(newVideo());
    expect(upload).toMatchObject({ partBytes: 5 * mebibyte, partCount: 3, resumed: false, reference: null });
    await expect(calls().signPart({ uploadId: upload.uploadId, partNumber: 4 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    // Of 11 MiB in parts of 5 MiB, the third part has 1 MiB.
    const { url } = await calls().signPart({ uploadId: upload.uploadId, partNumber: 3 });
    expect(await app.put(url, randomBytes(mebibyte + 1), {})).toBe(413);
    expect(await app.put(url, randomBytes(mebibyte - 1), {})).toBe(400);
    expect(await calls().listParts({ uploadId: upload.uploadId })).toEqual([]);
  });

  it('a signed URL expires after 15 minutes, with the error that makes the client request a new URL', async () => {
    const video = newVideo();
    const upload = await begin(video);
    const { url } = await calls().signPart({ uploadId: upload.uploadId, partNumber: 3 });
    app.clock.advance(15 * 60_000 + 2_000);
    const { pathname, search } = new URL(url);
    const response = await app.app.inject({
      method: 'PUT',
      url: pathname + search,
      payload: video.subarray(10 * mebibyte),
    });
    expect([response.statusCode, response.json().message]).toEqual([403, 'Request has expired']);
    await sendPart(video, upload, 3);
  });
});

describe('completing a multipart upload', () => {
  it('returns the same reference to concurrent and later calls', async () => {
    const video = newVideo();
    const upload = await begin(video);
    const parts = await sendAll(video, upload);
    const { uploadId } = upload;
    const results = await Promise.all(
      Array.from({ length: 20 }, () => calls().completeMultipart({ uploadId, parts })),
    );
    results.push(await calls().completeMultipart({ uploadId, parts }));
    for (const result of results)
      expect(result).toEqual({ status: 'done', reference: `/objects/${uploadId}` });
    expect((await keys()).filter((key) => key.includes(uploadId))).toEqual([`videos/${uploadId}`]);
    // If the same file is selected again before the product is saved, no part remains to be sent.
    expect(await begin(video)).toMatchObject({ uploadId, resumed: true, reference: `/objects/${uploadId}` });
  });

  it('rejects missing, swapped, changed and additional parts, and can be retried', async () => {
    const video = newVideo();
    const upload = await begin(video);
    const { uploadId } = upload;
    const [first, second, third] = await sendAll(video, upload);
    if (!first || !second || !third) throw new Error('three parts were sent');
    for (const parts of [
      [first, second],
      [second, first, third],
      [first, second, { ...third, etag: first.etag }],
      [first, second, third, { partNumber: 4, etag: 'x' }],
    ]) {
      await expect(calls().completeMultipart({ uploadId, parts })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    await expect(
      calls().completeMultipart({ uploadId, parts: [first, second, third] }),
    ).resolves.toMatchObject({ status: 'done' });
  });

  it('accepts only videos', async () => {
    const page = Buffer.concat([Buffer.from('<!doctype html><script>'), randomBytes(6 * mebibyte)]);
    const upload = await begin(page);
    const parts = await sendAll(page, upload);
    const complete = () => calls().completeMultipart({ uploadId: upload.uploadId, parts });
    await expect(complete()).rejects.toThrow('neither an MP4 nor a WebM');
    expect((await keys()).filter((key) => key.includes(upload.uploadId))).toEqual([]);
    expect(await statusOf(upload.uploadId)).toBe('erased');
    await expect(complete()).rejects.toThrow('no longer available');
    await expect(calls().listParts({ uploadId: upload.uploadId })).rejects.toThrow('no longer available');
  });

  it('resumes after a crash between the completion in the store and the update of the row', async () => {
    const video = newVideo();
    const upload = await begin(video);
    const parts = await sendAll(video, upload);
    const { uploadId } = upload;
    const { store_id: id } = await app.deps.db
      .selectFrom('multipart_uploads')
      .select('store_id')
      .where('upload_id', '=', uploadId)
      .executeTakeFirstOrThrow();
    await app.deps.storage.multipart.complete(
      { key: `videos/${uploadId}`, id },
      parts.map(({ partNumber, etag }) => ({ number: partNumber, etag: etag.replaceAll('"', '') })),
    );
    await expect(calls().completeMultipart({ uploadId, parts })).resolves.toMatchObject({ status: 'done' });
  });
});

describe('resuming a multipart upload', () => {
  it('continues the upload of the same file after a reload, in two tabs and after a double click', async () => {
    const video = newVideo();
    const uploads = await Promise.all(Array.from({ length: 10 }, () => begin(video)));
    expect(new Set(uploads.map(({ uploadId }) => uploadId)).size).toBe(1);
    const [upload] = uploads;
    if (!upload) throw new Error('no upload was started');
    await sendPart(video, upload, 2);
    const again = await begin(video);
    expect(again).toMatchObject({ uploadId: upload.uploadId, resumed: true, reference: null });
    expect(await calls().listParts({ uploadId: again.uploadId })).toMatchObject([
      { partNumber: 2, sizeBytes: 5 * mebibyte },
    ]);
    expect((await begin(newVideo())).uploadId).not.toBe(upload.uploadId);
  });

  it('after an abort, every part is removed, and an upload of the same file starts over', async () => {
    const video = newVideo();
    const upload = await begin(video);
    await sendPart(video, upload, 1);
    const { url } = await calls().signPart({ uploadId: upload.uploadId, partNumber: 2 });
    await calls().abortMultipart({ uploadId: upload.uploadId });
    await calls().abortMultipart({ uploadId: upload.uploadId });
    expect(await app.put(url, video.subarray(5 * mebibyte, 10 * mebibyte), {})).toBe(404);
    expect(await statusOf(upload.uploadId)).toBe('erased');
    const next = await begin(video);
    expect(next.uploadId).not.toBe(upload.uploadId);
    expect(await calls().listParts({ uploadId: next.uploadId })).toEqual([]);
  });

  it('after a day, the sweep erases abandoned uploads with their parts, and unused videos, but not videos in use', async () => {
    const video = newVideo();
    const abandoned = await begin(video);
    await sendPart(video, abandoned, 1);
    const unused = await sendVideo();
    const used = await sendVideo();
    await app.caller(admin).admin.products.create({
      ...productInput({ type: 'session', productNumber: 700 }),
      videoPath: used.reference,
    });
    app.clock.advance(dayMs + 60_000);
    const { failed } = await sweepUploads(app.deps);
    expect(failed).toBe(0);
    expect(await Promise.all([abandoned, unused, used].map(({ uploadId }) => statusOf(uploadId)))).toEqual([
      'erased',
      'erased',
      'claimed',
    ]);
    const left = await keys();
    expect(left).toContain(`videos/${used.uploadId}`);
    expect(left.filter((key) => key.includes(abandoned.uploadId) || key.includes(unused.uploadId))).toEqual(
      [],
    );
    await expect(calls().listParts({ uploadId: abandoned.uploadId })).rejects.toThrow('no longer available');
    expect((await begin(video)).resumed).toBe(false);
  });
});

describe('the video of a session', () => {
  const session = (changes: Record<string, unknown>) =>
    app
      .caller(admin)
      .admin.products.create({ ...productInput({ type: 'session', productNumber: 800 }), ...changes });

  async function sendSmall(purpose: 'session_video' | 'captions', bytes: Buffer, contentType: string) {
    const grant = await app
      .caller(admin)
      .kyc.requestUpload({ purpose, contentType, size: bytes.length, filename: `a.${purpose}` });
    expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
    return grant.uploadURL;
  }

  it('a session’s video is saved with captions, kept by the next save, replaced and removed', async () => {
    const { reference, uploadId, video } = await sendVideo();
    const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome\n');
    const product = await session({
      videoPath: reference,
      captionsPath: await sendSmall('captions', vtt, 'text/vtt'),
    });
    expect(product).toMatchObject({
      videoPath: reference,
      videoName: 'river.mp4',
      captionsPath: expect.stringMatching(/^\/objects\//),
      captionsName: 'a.captions',
    });
    const { id, productNumber } = product;
    const save = (changes: Record<string, unknown>) =>
      app.caller(admin).admin.products.update({
        ...productInput({ type: 'session', productNumber }),
        id,
        ...changes,
      });
    expect(await save({ videoPath: reference })).toMatchObject({
      videoPath: reference,
      captionsPath: product.captionsPath,
    });
    // A claimed video cannot be used by another session.
    await expect(session({ videoPath: reference })).rejects.toMatchObject({ code: 'CONFLICT' });

    const small = await sendSmall('session_video', video.subarray(0, 50_000), 'video/mp4');
    const replaced = await save({ videoPath: small });
    expect(replaced.videoPath).not.toBe(reference);
    expect(await statusOf(uploadId)).toBe('erased');
    await sweepUploads(app.deps);
    expect((await keys()).filter((key) => key.includes(uploadId))).toEqual([]);
    expect(await save({ videoPath: null, captionsPath: null })).toMatchObject({
      videoPath: null,
      captionsPath: null,
    });
  });

  it('a session rejects an HTML page as video, SubRip captions, and uploads for another purpose', async () => {
    const page = await sendSmall('session_video', Buffer.from('<!doctype html><p>video'), 'video/mp4');
    await expect(session({ videoPath: page })).rejects.toThrow('neither an MP4 nor a WebM');
    const captions = await sendSmall('captions', Buffer.from('1\n00:00:00,0 --> 00:00:01,0\nx'), 'text/vtt');
    await expect(session({ captionsPath: captions })).rejects.toThrow('not a WebVTT caption file');
    const { reference } = await sendVideo(newVideo(6 * mebibyte));
    await expect(session({ filePath: reference })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(session({ captionsPath: reference })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const unfinished = await begin(newVideo());
    await expect(session({ videoPath: `/objects/${unfinished.uploadId}` })).rejects.toThrow(
      'Please upload the file first',
    );
  });
});
