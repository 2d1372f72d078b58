import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { tinyWebm, vp8FrameOf } from '../tiny-webm.ts';

const size = { width: 64, height: 36 };

/**
 * Creates a playable video of `seconds` seconds from one image, which the browser renders.
 * @param options.hasDuration - false omits the duration from the file, as in a video recorded by a browser
 */
export async function makeVideo(
  page: Page,
  seconds: number,
  { hasDuration = true }: { hasDuration?: boolean } = {},
): Promise<Buffer> {
  const picture = await page.evaluate(async ({ width, height }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = 'teal';
    context.fillRect(8, 8, 48, 20);
    return canvas.toDataURL('image/webp', 0.5).replace(/^[^,]*,/, '');
  }, size);
  return tinyWebm(vp8FrameOf(Buffer.from(picture, 'base64')), { ...size, seconds, hasDuration });
}

async function upload(
  admin: APIRequestContext,
  url: string,
  file: { purpose: string; contentType: string; filename: string; bytes: Buffer },
): Promise<string> {
  const { bytes, ...about } = file;
  const grant = await admin.post(`${url}/api/objects/upload`, { data: { ...about, size: bytes.length } });
  expect(grant.status(), await grant.text()).toBe(200);
  const { uploadURL, headers } = (await grant.json()) as {
    uploadURL: string;
    headers?: Record<string, string>;
  };
  const put = await admin.put(uploadURL, {
    data: bytes,
    headers: { 'content-type': file.contentType, ...headers },
  });
  expect(put.status(), await put.text()).toBe(200);
  return uploadURL;
}

export type NewSession = {
  title: string;
  productNumber: number;
  video?: Buffer;
  /** WebVTT. */
  captions?: string;
  videoUrl?: string;
  content?: string;
  prerequisites?: string;
};

/** Publishes a free session. @param admin - request context of a logged-in admin @returns the id of the session */
export async function publishSession(
  admin: APIRequestContext,
  url: string,
  { video, captions, ...session }: NewSession,
): Promise<number> {
  const videoPath =
    video &&
    (await upload(admin, url, {
      purpose: 'session_video',
      contentType: 'video/webm',
      filename: 'video.webm',
      bytes: video,
    }));
  const captionsPath =
    captions &&
    (await upload(admin, url, {
      purpose: 'captions',
      contentType: 'text/vtt',
      filename: 'subtitles.vtt',
      bytes: Buffer.from(captions),
    }));
  const response = await admin.post(`${url}/api/admin/products`, {
    data: {
      type: 'session',
      description: 'A session for tests.',
      difficulty: 'beginner',
      price: 0,
      isFree: true,
      ...session,
      ...(videoPath && { videoPath }),
      ...(captionsPath && { captionsPath }),
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { id } = (await response.json()) as { id: number };
  return id;
}
