import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDiskStorage } from '../../server/platform/storage/disk-storage.ts';
import { type Academy, admin } from '../e2e/academy.ts';

const mebibyte = 1024 * 1024;

/** A session with a film of that size, on the server's own disk. @returns where an admin's browser reads it */
export async function placeFilm(
  academy: Academy,
  megabytes: number,
): Promise<{ address: string; cookie: string }> {
  const cookie = await signIn(academy);
  const sessionId = await createSession(academy, cookie);
  // In the place of the small one, in the store itself: sending it is another drill's matter.
  const store = createDiskStorage({
    root: `${academy.dataDir}/objects`,
    baseUrl: () => academy.url,
    secret: randomBytes(32),
  });
  const [film] = await Array.fromAsync(store.list('videos/'));
  if (!film) throw new Error(`session ${sessionId} has no film`);
  const chunk = randomBytes(mebibyte);
  function* chunks() {
    for (let written = 0; written < megabytes; written += 1) yield chunk;
  }
  await store.write(film.key, Readable.from(chunks()), { contentType: 'video/mp4' });
  return { address: `${academy.url}/api/coaching/sessions/${sessionId}/video`, cookie };
}

async function signIn({ url }: Academy): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!answer.ok) throw new Error(`sign-in failed: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function call({ url }: Academy, path: string, cookie: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** A session whose film is a small file so far. */
async function createSession(academy: Academy, cookie: string): Promise<number> {
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    Buffer.from('ftypisom'),
    Buffer.from([0, 0, 2, 0]),
  ]);
  const grant = await call(academy, '/api/objects/upload', cookie, {
    purpose: 'session_video',
    contentType: 'video/mp4',
    size: head.length,
    filename: 'drill.mp4',
  });
  const { uploadURL, headers } = grant as { uploadURL: string; headers: Record<string, string> };
  const sent = await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(head) });
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}`);
  const product = await call(academy, '/api/admin/products', cookie, {
    type: 'session',
    productNumber: 99,
    title: 'Drill',
    price: 1999,
    videoPath: uploadURL,
  });
  return (product as { id: number }).id;
}
