import { buffer } from 'node:stream/consumers';
import type { UploadPurpose } from '../../../shared/limits.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Actor, RequestMetadata, Uploader } from '../../actor.ts';
import type { UploadRow } from '../../platform/db/tables/file-tables.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { requestUpload } from '../uploads.operations.ts';

export const uploaderMetadata: RequestMetadata = {
  ip: '203.0.113.7',
  requestId: 'uploads-test',
  userAgent: null,
};

/** A minimal file that is accepted as a PDF. */
export const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
);

/** A visitor. The visitor's first upload creates the ticket, and the visitor's cookie contains it afterwards. */
export const visitor = (ticket: string | null = null): Uploader => ({ actor: null, ticket });
export const person = (actor: Actor): Uploader => ({ actor, ticket: null });

/** The id in an upload URL or reference. */
export function idOf(reference: string): string {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(reference)?.[0];
  if (!id) throw new Error(`no id in ${reference}`);
  return id;
}

export function rowOf(app: TestApp, reference: string): Promise<UploadRow> {
  return app.deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', idOf(reference))
    .executeTakeFirstOrThrow();
}

/** Requests an upload URL and sends bytes to it. @returns the URL, and the uploader who may use it */
export async function send(
  app: TestApp,
  uploader: Uploader,
  bytes: Buffer,
  purpose?: UploadPurpose,
): Promise<{ url: string; uploader: Uploader }> {
  const { grant, ticket } = await requestUpload(app.deps, uploader, { purpose }, uploaderMetadata);
  const status = await app.put(grant.uploadURL, bytes, grant.headers);
  if (status !== 200) throw new Error(`the upload failed with ${status}`);
  return { url: grant.uploadURL, uploader: ticket ? visitor(ticket) : uploader };
}

/** The stored object with this key; undefined if there is none. */
export async function storedBytes(app: TestApp, key: string): Promise<Buffer | undefined> {
  const file = await app.deps.storage.read(key);
  return file && buffer(file.body);
}

/** The keys of all stored objects, sorted. */
export async function storedKeys(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list(''))).map(({ key }) => key).toSorted();
}
