import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { dayMs } from '../../shared/durations.ts';
import { uploadRules } from '../../shared/limits.ts';
import type {
  CompletedMultipart,
  completeMultipartInput,
  createMultipartInput,
  MultipartUploadView,
  SignedPart,
  StoredPartView,
} from '../../shared/shop/multipart.ts';
import { partPlan } from '../../shared/shop/multipart.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { maxPutSeconds } from '../platform/storage/storage.ts';
import { securedKey } from '../platform/storage/upload-objects.ts';
import { findMultipart, findUnclaimed, insertMultipart, type MultipartRow } from './multipart.queries.ts';
import { assembleVideo, sizeOfPart, storeUploadOf } from './multipart-assembly.operations.ts';
import { discard, uploadGone } from './upload-inspection.operations.ts';
import { plainFilename } from './upload-policy.ts';
import { assertQuota } from './upload-quota.operations.ts';
import { objectPathOf } from './upload-reference.ts';
import { insertUpload } from './uploads.queries.ts';

/** The time in which a multipart upload must be completed. It can be resumed during this time. */
export const multipartMs = dayMs;
/** The time that one call waits for the parts to be joined, in milliseconds; far less than the request timeout. */
const waitMs = 8_000;

/**
 * Starts a multipart upload. If the user has already started to upload the same file, and no product uses that upload
 * yet, resumes it, for example after a reload, in another tab, or after a double click.
 * @throws DomainError too_large, too_many_attempts, storage_full; StorageError
 */
export async function createMultipart(
  deps: Deps,
  actor: AdminActor,
  input: z.infer<typeof createMultipartInput>,
): Promise<MultipartUploadView> {
  const rule = uploadRules.session_video;
  if (input.size > rule.maxBytes) {
    throw new DomainError('too_large', `This file is too large. Accepted: ${rule.hint}.`);
  }
  await deps.attemptLimits.count('uploadPerAccount', actor.userId);
  const now = deps.now();
  const wanted = {
    userId: actor.userId,
    fingerprint: input.fingerprint,
    sizeBytes: input.size,
    since: new Date(now.getTime() - multipartMs),
  };
  const known = await findUnclaimed(deps.db, wanted);
  if (known && (await canResume(deps, known))) return presentResumed(known);

  const id = randomUUID();
  const key = securedKey({ id, purpose: 'session_video' });
  const plan = partPlan(input.size);
  const storeUpload = await deps.storage.multipart.begin(key, {
    contentType: input.contentType,
    sizeBytes: input.size,
  });
  try {
    const winner = await inTransaction(deps.db, async (trx) => {
      const owner = { userId: actor.userId, ticketHash: null };
      await assertQuota(deps, trx, owner, 'session_video', input.size, now);
      // The second of two concurrent calls finds the first one's upload. `known`, if set, cannot be resumed, because
      // the store has lost its parts.
      const other = await findUnclaimed(trx, wanted);
      if (other && other.id !== known?.id) return other;
      await insertUpload(trx, {
        id,
        purpose: 'session_video',
        user_id: actor.userId,
        storage_key: key,
        filename: plainFilename(input.filename),
        declared_type: input.contentType,
        declared_size: input.size,
        max_bytes: rule.maxBytes,
        put_expires_at: new Date(now.getTime() + multipartMs),
        created_at: now,
      });
      await insertMultipart(trx, {
        upload_id: id,
        store_id: storeUpload.id,
        part_bytes: plan.partBytes,
        part_count: plan.partCount,
        fingerprint: input.fingerprint,
      });
      return undefined;
    });
    if (!winner) return { uploadId: id, ...plan, resumed: false, reference: null };
    await deps.storage.multipart.abort(storeUpload);
    return presentResumed(winner);
  } catch (error) {
    // No row refers to these parts. If the abort fails as well, the `sweep-uploads` job removes them by age.
    await deps.storage.multipart.abort(storeUpload).catch((abortError: unknown) => {
      deps.log.warn({ err: abortError }, 'could not abort a multipart upload; sweep-uploads will remove it');
    });
    throw error;
  }
}

/**
 * Signs a URL for one part of the planned size, valid for `maxPutSeconds`.
 * @throws DomainError not_found for another user's upload, invalid_input for a part that is not in the plan, gone
 */
export async function signPart(
  deps: Deps,
  actor: AdminActor,
  input: { uploadId: string; partNumber: number },
): Promise<SignedPart> {
  const upload = await findOpen(deps, actor, input.uploadId);
  const sizeBytes = sizeOfPart(upload, input.partNumber);
  if (sizeBytes === undefined) {
    throw new DomainError('invalid_input', `This file has ${upload.part_count} parts`);
  }
  const { url, headers, expiresAt } = await deps.storage.multipart.signPart(
    storeUploadOf(upload),
    { number: input.partNumber, sizeBytes },
    maxPutSeconds,
  );
  return { url, headers, expiresAt };
}

/**
 * Lists the parts that have arrived in their planned size, so that the client sends only the missing parts.
 * @throws DomainError not_found, gone; StorageError
 */
export async function listParts(deps: Deps, actor: AdminActor, uploadId: string): Promise<StoredPartView[]> {
  const upload = await findOpen(deps, actor, uploadId);
  const parts = await deps.storage.multipart.listParts(storeUploadOf(upload));
  if (!parts) throw uploadGone();
  return parts
    .filter(({ number, sizeBytes }) => sizeBytes === sizeOfPart(upload, number))
    .map(({ number, sizeBytes, etag }) => ({ partNumber: number, sizeBytes, etag }));
}

/**
 * Joins the parts and inspects the joined video. Idempotent, even in concurrent calls. Returns `assembling` if this
 * takes longer than `waitMs`; then the client calls again.
 * @throws DomainError invalid_input if parts are missing or differ from what was sent, unreadable_document if the
 * result is not a video, not_found, gone; StorageError
 */
export async function completeMultipart(
  deps: Deps,
  actor: AdminActor,
  input: z.infer<typeof completeMultipartInput>,
): Promise<CompletedMultipart> {
  const upload = await findOwn(deps, actor, input.uploadId);
  const sent = input.parts.map(({ partNumber, etag }) => ({
    number: partNumber,
    etag: etag.replaceAll('"', ''),
  }));
  const waiting = new AbortController();
  try {
    return await Promise.race([
      assembleVideo(deps, upload, sent).then(
        ({ id }): CompletedMultipart => ({ status: 'done', reference: objectPathOf(id) }),
      ),
      sleep(waitMs, { status: 'assembling' } as const, { signal: waiting.signal }),
    ]);
  } finally {
    waiting.abort();
  }
}

/**
 * Aborts an upload and removes its parts or its joined video. Idempotent; keeps a video that a product uses.
 * @throws DomainError not_found
 */
export async function abortMultipart(deps: Deps, actor: AdminActor, uploadId: string): Promise<void> {
  const upload = await findOwn(deps, actor, uploadId);
  await discard(deps, upload, upload.store_id, ['issued', 'secured']);
}

/** False if the parts are not joined and the store has removed them. */
async function canResume(deps: Deps, upload: MultipartRow): Promise<boolean> {
  if (upload.status === 'secured') return true;
  return (await deps.storage.multipart.listParts(storeUploadOf(upload))) !== undefined;
}

function presentResumed(upload: MultipartRow): MultipartUploadView {
  return {
    uploadId: upload.id,
    partBytes: upload.part_bytes,
    partCount: upload.part_count,
    resumed: true,
    reference: upload.status === 'secured' ? objectPathOf(upload.id) : null,
  };
}

/** @throws DomainError not_found, the same for an unknown upload and for another admin's */
async function findOwn(deps: Deps, actor: AdminActor, id: string): Promise<MultipartRow> {
  const upload = await findMultipart(deps.db, id);
  if (!upload || upload.user_id !== actor.userId) throw notFound('This upload');
  return upload;
}

async function findOpen(deps: Deps, actor: AdminActor, id: string): Promise<MultipartRow> {
  const upload = await findOwn(deps, actor, id);
  if (upload.status !== 'issued') throw uploadGone();
  return upload;
}
