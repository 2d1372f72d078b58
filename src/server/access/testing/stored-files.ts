import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import type { TierPlan } from '../../../shared/access/tier-gate.ts';
import { numberedImage } from '../../../testing/images.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Actor, AdminActor } from '../../actor.ts';

/** Creates a small readable PDF. */
export async function testPdf(text = 'The third barrel', pages = 1): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) document.addPage().drawText(text);
  return Buffer.from(await document.save());
}

/** Uploads a PDF for a product, as the editor does. @returns the reference that the operations accept */
export async function sendProductPdf(
  app: TestApp,
  admin: Actor,
  bytes: Buffer,
  filename = 'bluffs.pdf',
): Promise<string> {
  const grant = await app.caller(admin).kyc.requestUpload({
    purpose: 'product',
    contentType: 'application/pdf',
    size: bytes.length,
    filename,
  });
  const status = await app.put(grant.uploadURL, bytes, grant.headers);
  if (status !== 200) throw new Error(`upload failed with ${status}`);
  return grant.uploadURL;
}

/** Saves a coaching plan with a PDF. The plan's title and the text of each page are `Plan` and the number. */
export async function saveCoachingPlan(
  app: TestApp,
  admin: AdminActor,
  pdfNumber: number,
  requiredPlan: TierPlan,
  pages = 20,
): Promise<void> {
  const title = `Plan ${pdfNumber}`;
  const filePath = await sendProductPdf(app, admin, await testPdf(title, pages));
  const values = { pdfNumber, title, difficulty: 'beginner', requiredPlan, filePath } as const;
  await app.caller(admin).admin.coachingPlans.save(values);
}

/** Uploads a picture as the admin's editor does. Each `number` gives a different picture. @returns the upload's id */
export async function sendPicture(app: TestApp, admin: AdminActor, number: number): Promise<string> {
  const bytes = await numberedImage(number, 'png');
  const calls = app.caller(admin).kyc;
  const grant = await calls.requestUpload({
    purpose: 'picture',
    contentType: 'image/png',
    filename: 'river.png',
  });
  await app.put(grant.uploadURL, bytes, grant.headers);
  const { objectPath } = await calls.secureDocument({ documentImageUrl: grant.uploadURL });
  return objectPath.slice('/objects/'.length);
}

/**
 * Writes a file directly to the store and the database, as if it had been uploaded and claimed.
 * @param checkedType - the type in the database; the store records `contentType`
 * @returns the upload's id
 */
export async function storeFile(
  app: TestApp,
  admin: AdminActor,
  { bytes, contentType, checkedType = contentType }: StoredBytes & { checkedType?: string },
): Promise<string> {
  const id = randomUUID();
  const key = `products/${id}`;
  await app.deps.storage.write(key, bytes, { contentType });
  await app.deps.db
    .insertInto('uploads')
    .values({
      id,
      purpose: 'session_video',
      user_id: admin.userId,
      storage_key: key,
      status: 'claimed',
      max_bytes: bytes.length,
      content_type: checkedType,
      size_bytes: bytes.length,
      put_expires_at: new Date(),
    })
    .execute();
  return id;
}

type StoredBytes = { bytes: Buffer; contentType: string };

/** Writes a video or captions to the store and attaches them to a session. @returns the upload's id */
export async function attachToSession(
  app: TestApp,
  admin: AdminActor,
  sessionId: number,
  column: 'video_upload_id' | 'captions_upload_id',
  file: StoredBytes,
): Promise<string> {
  const id = await storeFile(app, admin, file);
  await app.deps.db
    .updateTable('products')
    .set({ [column]: id })
    .where('id', '=', sessionId)
    .execute();
  return id;
}
