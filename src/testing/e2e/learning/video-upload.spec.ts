import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { type CuttingProxy, openCuttingProxy } from '../cutting-proxy.ts';
import { signIn } from '../sign-in.ts';

/** Uploads of large videos over an unreliable connection, and the server's responses to range requests. */

const mebibyte = 1024 * 1024;
const videoBytes = 150 * mebibyte;

let academy: Academy;
let proxy: CuttingProxy;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'videos-'));
  proxy = await openCuttingProxy();
  academy = await startAcademy({ APP_URL: proxy.url });
  proxy.target.port = Number(new URL(academy.url).port);
});

test.afterAll(async () => {
  await proxy?.close();
  await academy?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file with an MP4 header and random bytes, so that all parts of the upload differ. @returns its path */
async function writeVideo(name: string): Promise<string> {
  const file = path.join(folder, name);
  const handle = await open(file, 'w');
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    Buffer.from('ftypisom'),
    Buffer.from([0, 0, 2, 0]),
  ]);
  for (let written = 0; written < videoBytes; written += mebibyte) {
    const bytes = randomBytes(mebibyte);
    if (written === 0) head.copy(bytes);
    await handle.write(bytes);
  }
  await handle.close();
  return file;
}

async function openEditor(page: Page, title: string): Promise<void> {
  await signIn(page.context(), proxy.url, admin);
  await page.goto(`${proxy.url}/admin?tab=products&type=session`);
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByLabel('Title').fill(title);
}

const uploadBar = (page: Page) => page.getByRole('progressbar', { name: 'Upload of Video file' });
const percent = async (page: Page) => Number(await uploadBar(page).getAttribute('value'));

async function productId(page: Page, title: string): Promise<number> {
  const response = await page.context().request.get(`${proxy.url}/api/admin/products`);
  const products: { id: number; title: string }[] = await response.json();
  return products.find((product) => product.title === title)?.id ?? 0;
}

test('a 150 MB upload survives two dropped connections, and the video is served in ranges', async ({
  page,
}) => {
  const source = await writeVideo('river.mp4');
  await openEditor(page, 'River Video');
  proxy.cutEvery(40 * mebibyte, 2);
  await page.getByLabel('Video file', { exact: true }).setInputFiles(source);
  await expect(page.getByText('The file is still uploading.')).toBeVisible();
  await expect(page.getByText(/\d+% · \d+\.\d MB of 150\.0 MB/)).toBeVisible();
  await expect(page.getByText('river.mp4')).toBeVisible({ timeout: 180_000 });
  expect(proxy.cuts()).toBe(2);

  await page.getByLabel('Captions', { exact: true }).setInputFiles({
    name: 'river.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the river.\n'),
  });
  await expect(page.getByText('river.vtt')).toBeVisible();
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();

  const id = await productId(page, 'River Video');
  const { request } = page.context();
  const video = `${proxy.url}/api/coaching/sessions/${id}/video`;
  const handle = await open(source, 'r');
  const start = 77 * mebibyte + 123;
  const expected = Buffer.alloc(4_096);
  await handle.read(expected, 0, expected.length, start);
  await handle.close();
  const part = await request.get(video, { headers: { range: `bytes=${start}-${start + 4_095}` } });
  expect(part.status()).toBe(206);
  expect(part.headers()).toMatchObject({
    'content-type': 'video/mp4',
    'content-range': `bytes ${start}-${start + 4_095}/${videoBytes}`,
    'accept-ranges': 'bytes',
  });
  expect((await part.body()).equals(expected)).toBe(true);
  const { etag = '' } = part.headers();
  const same = await request.get(video, { headers: { range: 'bytes=-16', 'if-range': etag } });
  expect([same.status(), (await same.body()).length]).toEqual([206, 16]);
  const beyond = await request.get(video, { headers: { range: `bytes=${videoBytes}-` } });
  expect(beyond.status()).toBe(416);
  expect((await request.head(video)).headers()['content-length']).toBe(String(videoBytes));
  const captions = await request.get(video.replace(/video$/, 'captions'));
  expect([captions.status(), captions.headers()['content-type']]).toEqual([
    200,
    expect.stringContaining('text/vtt'),
  ]);
  expect(await captions.text()).toContain('Welcome to the river.');
});

test('a video upload can be paused and resumed; after a reload, it continues when the file is selected again', async ({
  page,
}) => {
  const source = await writeVideo('turn.mp4');
  let partsSent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') partsSent += 1;
  });
  await page.clock.install();
  await openEditor(page, 'Turn Video');
  // The proxy holds the upload during the checks, so that the upload does not finish before them.
  let held = proxy.holdAfter(40 * mebibyte);
  await page.getByLabel('Video file', { exact: true }).setInputFiles(source);
  await held;
  await expect.poll(() => percent(page)).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Pause Video file' }).click();
  await expect(page.getByText(/paused$/)).toBeVisible();
  const paused = await percent(page);
  const sentBefore = partsSent;
  proxy.release();
  await page.clock.runFor(10_000);
  expect(await percent(page)).toBe(paused);
  expect(partsSent).toBe(sentBefore);
  held = proxy.holdAfter(40 * mebibyte);
  await page.getByRole('button', { name: 'Resume Video file' }).click();
  await held;
  await expect.poll(() => percent(page)).toBeGreaterThan(paused);
  proxy.release();

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await openEditor(page, 'Turn Video');
  partsSent = 0;
  await page.getByLabel('Video file', { exact: true }).setInputFiles(source);
  await expect(page.getByText('turn.mp4')).toBeVisible({ timeout: 120_000 });
  // 30 parts in total; the parts uploaded earlier are not sent again.
  expect(partsSent).toBeLessThan(27);
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
});

test('a broken connection shows an error; Retry resumes the upload, Cancel aborts it, and a file that is not a video is rejected', async ({
  page,
}) => {
  const source = await writeVideo('flop.mp4');
  await openEditor(page, 'Flop Video');
  let held = proxy.holdAfter(30 * mebibyte);
  await page.getByLabel('Video file', { exact: true }).setInputFiles(source);
  await held;
  await expect.poll(() => percent(page)).toBeGreaterThan(10);
  proxy.setDown(true);
  await expect(page.getByText('This looks like a network error', { exact: false })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('The part that was sent is kept for a day', { exact: false })).toBeVisible();
  proxy.setDown(false);
  held = proxy.holdAfter(30 * mebibyte);
  await page.getByRole('button', { name: 'Retry Video file' }).click();
  await held;
  await expect.poll(() => percent(page)).toBeGreaterThan(10);
  const aborted = page.waitForResponse((response) => response.url().includes('admin.uploads.abortMultipart'));
  await page.getByRole('button', { name: 'Cancel Video file' }).click();
  proxy.release();
  expect((await aborted).status()).toBe(200);
  await expect(page.getByText('MP4, WebM up to 2 GB')).toBeVisible();

  await page.getByLabel('Video file', { exact: true }).setInputFiles({
    name: 'page.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('<!doctype html><title>No video</title>'),
  });
  await expect(page.getByText('This kind of file is not accepted', { exact: false })).toBeVisible();
});
