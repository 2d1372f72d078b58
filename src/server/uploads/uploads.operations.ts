import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { hourMs } from '../../shared/durations.ts';
import type { UploadGrant, uploadRequestInput } from '../../shared/kyc/kyc.ts';
import { identityPurposes, uploadRules } from '../../shared/limits.ts';
import type { Actor, RequestMetadata, Uploader } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, rejectInvalidFields } from '../errors.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { UnknownKeyError } from '../platform/crypto/sealing.ts';
import { createToken } from '../platform/crypto/secret-token.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { maxPutSeconds, StorageError } from '../platform/storage/storage.ts';
import { quarantineKey, securedKey } from '../platform/storage/upload-objects.ts';
import { alreadyClaimed, findOwnUpload, readReference } from './own-upload.operations.ts';
import { discard, finishSecuring, secureUpload, uploadGone } from './upload-inspection.operations.ts';
import { ownerOf } from './upload-owner.ts';
import {
  assertMayUpload,
  declaredType,
  isIdentityPurpose,
  maxPutBytes,
  plainFilename,
  usualPurpose,
} from './upload-policy.ts';
import { assertQuota } from './upload-quota.operations.ts';
import { isUploadId, objectPathOf } from './upload-reference.ts';
import { claimSecured, findOwnDocuments, findUpload, insertUpload } from './uploads.queries.ts';

type UploadRequest = z.infer<typeof uploadRequestInput>;

/** A registration can use a document for this many milliseconds after its upload URL was requested. */
const registrationClaimMs = hourMs;

/**
 * Signs a URL for one PUT, valid for 15 minutes, and records the upload. The default purpose depends on the uploader.
 * @returns `ticket`: a new ticket for a visitor's cookie; null for a logged-in user, and for a visitor who has a ticket
 * already. The ticket is the secret by which a visitor without an account owns uploads.
 * @throws DomainError as `assertMayUpload`; too_large, unsupported_type, too_many_attempts, storage_full
 */
export async function requestUpload(
  deps: Deps,
  uploader: Uploader,
  input: UploadRequest,
  metadata: RequestMetadata,
): Promise<{ grant: UploadGrant; ticket: string | null }> {
  const purpose = input?.purpose ?? usualPurpose(uploader.actor);
  await assertMayUpload(deps, uploader.actor, purpose);
  const rule = uploadRules[purpose];
  const maxBytes = maxPutBytes(purpose);
  const contentType = declaredType(purpose, input?.contentType);
  if (input?.size !== undefined && input.size > maxBytes) {
    throw new DomainError(
      'too_large',
      input.size > rule.maxBytes
        ? `This file is too large. Accepted: ${rule.hint}.`
        : 'One request can send up to 100 MB. The product editor sends larger videos in parts.',
    );
  }
  if (uploader.actor) await deps.attemptLimits.count('uploadPerAccount', uploader.actor.userId);
  else await deps.attemptLimits.count('uploadPerAddress', limitAddress(metadata.ip));

  const freshTicket = uploader.actor === null && uploader.ticket === null ? createToken() : null;
  const ticket = uploader.actor === null ? (uploader.ticket ?? freshTicket) : null;
  const owner = ownerOf({ actor: uploader.actor, ticket });
  const id = randomUUID();
  const { url, ...signed } = await deps.storage.signPut(quarantineKey(id), {
    maxBytes,
    ...(input?.size !== undefined && { exactBytes: input.size }),
    ...(contentType !== undefined && { contentType }),
    expiresInSeconds: maxPutSeconds,
  });

  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await assertQuota(deps, trx, owner, purpose, input?.size ?? maxBytes, now);
    await insertUpload(trx, {
      id,
      purpose,
      user_id: owner.userId,
      ticket_hash: owner.ticketHash,
      storage_key: quarantineKey(id),
      // The filename of a user's photo is not needed and may identify them.
      filename: isIdentityPurpose(purpose) ? null : plainFilename(input?.filename),
      declared_type: contentType ?? null,
      declared_size: input?.size ?? null,
      max_bytes: maxBytes,
      put_expires_at: signed.expiresAt,
      created_at: now,
    });
  });
  return { grant: { uploadURL: url, ...signed, maxBytes }, ticket: freshTicket };
}

/**
 * PUT /api/kyc/document: inspects an uploaded file and stores it. Idempotent.
 * @param reference - the upload URL, or `/objects/{id}`
 * @throws DomainError invalid_input, not_found for another user's upload, too_large, unreadable_document, gone, busy;
 * StorageError
 */
export async function secureDocument(
  deps: Deps,
  uploader: Uploader,
  reference: string,
): Promise<{ objectPath: `/objects/${string}` }> {
  const upload = await findOwnUpload(
    deps,
    uploader,
    await readReference(deps, reference, 'documentImageUrl'),
  );
  const secured = await secureUpload(deps, upload);
  return { objectPath: objectPathOf(secured.id) };
}

/**
 * Inspects and stores both sides of an identity document, so that they can be claimed. Does file I/O: call it before
 * the transaction.
 * @returns the ids of the two uploads
 * @throws DomainError as `secureDocument`, and conflict if an application already uses a side
 */
export async function prepareDocuments(
  deps: Deps,
  uploader: Uploader,
  [front, back]: readonly [string, string],
): Promise<[string, string]> {
  const frontId = await readReference(deps, front, 'documentImageUrl1');
  const backId = await readReference(deps, back, 'documentImageUrl2');
  if (frontId === backId) {
    throw invalidField('documentImageUrl2', 'The front and the back must be two files');
  }
  await prepareSides(deps, uploader, { documentImageUrl1: frontId, documentImageUrl2: backId });
  return [frontId, backId];
}

/**
 * Inspects and stores one side of an identity document, so that it can be claimed. Does file I/O: call it before the
 * transaction.
 * @param field - the form field that shows the error
 * @returns the id of the upload
 * @throws DomainError as `prepareDocuments`
 */
export async function prepareSide(
  deps: Deps,
  uploader: Uploader,
  reference: string,
  field: 'documentImageUrl1' | 'documentImageUrl2',
): Promise<string> {
  const id = await readReference(deps, reference, field);
  await prepareSides(deps, uploader, { [field]: id });
  return id;
}

/** @param sides - ids by form field. An error about fields names each side that must be sent again. */
async function prepareSides(deps: Deps, uploader: Uploader, sides: Record<string, string>): Promise<void> {
  const uploads: UploadRow[] = [];
  const problems: Record<string, string> = {};
  for (const [field, id] of Object.entries(sides)) {
    const upload = await findOwnUpload(deps, uploader, id);
    uploads.push(upload);
    if (!isIdentityPurpose(upload.purpose)) {
      problems[field] = 'This file is not an identity document';
      continue;
    }
    if (upload.status === 'claimed') throw alreadyClaimed();
    const age = deps.now().getTime() - Date.parse(upload.created_at);
    if (upload.purpose === 'registration' && age > registrationClaimMs) {
      problems[field] = 'This upload is more than an hour old, please upload the file again';
    }
  }
  rejectInvalidFields(problems);
  for (const upload of uploads) await secureUpload(deps, upload);
}

/**
 * Claims the uploads for the application that `trx` creates for `userId`. Only the uploader can claim them, and only
 * once.
 * @throws DomainError conflict unless all of them can be claimed
 */
export async function claimUploads(
  trx: Trx,
  uploader: Uploader,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<void> {
  const claimed = await claimSecured(trx, ids, ownerOf(uploader), identityPurposes, userId, now);
  if (claimed !== new Set(ids).size) throw alreadyClaimed();
}

/**
 * Copies a document of one of the user's applications for their next one. Each application has its own files, so that
 * erasing one never affects another. Does file I/O: call it before the transaction. The `sweep-uploads` job erases
 * unclaimed copies like other unclaimed uploads.
 * @returns the id of the copy
 * @throws DomainError gone, too_many_attempts, storage_full; StorageError
 */
export async function copyOwnDocument(deps: Deps, actor: Actor, id: string): Promise<string> {
  const original = await findUpload(deps.db, id);
  if (!original || !isOwnStored(original, actor)) throw uploadGone();
  await deps.attemptLimits.count('uploadPerAccount', actor.userId);
  const copyId = randomUUID();
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const owner = { userId: actor.userId, ticketHash: null };
    await assertQuota(deps, trx, owner, 'kyc', original.size_bytes ?? original.max_bytes, now);
    await insertUpload(trx, {
      id: copyId,
      purpose: 'kyc',
      user_id: actor.userId,
      storage_key: quarantineKey(copyId),
      declared_type: original.content_type,
      declared_size: original.size_bytes,
      max_bytes: original.max_bytes,
      put_expires_at: now,
      created_at: now,
    });
  });
  const copy = await findUpload(deps.db, copyId);
  const file = await readDocument(deps, original);
  if (!copy || !file) {
    if (copy) await discard(deps, copy);
    throw uploadGone();
  }
  const contentType = original.content_type ?? file.info.contentType;
  const storageKey = securedKey(copy);
  const { sizeBytes } = await deps.storage.write(storageKey, file.body, { contentType });
  await finishSecuring(deps, copy, { storageKey, contentType, sizeBytes, imageHash: original.image_hash });
  return copyId;
}

/** The file of a document; undefined, with an error in the log, if the store has lost or damaged it. */
export async function readDocument(
  deps: Pick<Deps, 'storage' | 'log'>,
  { id, storage_key: key }: Pick<UploadRow, 'id' | 'storage_key'>,
): ReturnType<Deps['storage']['read']> {
  try {
    const file = await deps.storage.read(key);
    if (!file) deps.log.error({ uploadId: id }, 'a document is missing from the store');
    return file;
  } catch (error) {
    const isDamaged = error instanceof StorageError && error.code === 'damaged';
    // With a missing key, the file is intact, and the operator must configure the key.
    if (!isDamaged || error.cause instanceof UnknownKeyError) throw error;
    deps.log.error({ err: error, uploadId: id }, 'a document in the store is damaged');
    return undefined;
  }
}

function isOwnStored(upload: UploadRow, actor: Actor): boolean {
  return upload.user_id === actor.userId && upload.status === 'claimed' && isIdentityPurpose(upload.purpose);
}

/** The row of an identity document; undefined for other files and unknown ids. Does not check access. */
export async function findDocument(deps: Deps, idText: string): Promise<UploadRow | undefined> {
  const upload = isUploadId(idText) ? await findUpload(deps.db, idText) : undefined;
  return upload && isIdentityPurpose(upload.purpose) ? upload : undefined;
}

/** A user's identity documents that still exist, newest first. */
export function listOwnDocuments(deps: Pick<Deps, 'db'>, userId: string) {
  return findOwnDocuments(deps.db, userId);
}
