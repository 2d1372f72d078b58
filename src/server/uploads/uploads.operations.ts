import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { UploadGrant, uploadRequestInput } from '../../shared/kyc.ts';
import { type UploadPurpose, uploadRules } from '../../shared/limits.ts';
import type { AdminActor, Origin, Uploader } from '../actor.ts';
import { limitAddress } from '../attempt-limits.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import type { UploadRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { maxPutSeconds } from '../storage/storage.ts';
import { secureUpload } from './upload-inspection.operations.ts';
import { quarantineKey } from './upload-objects.ts';
import { makeTicket, ownerOf, ownsUpload } from './upload-owner.ts';
import { assertMayUpload, declaredType, plainFilename, usualPurpose } from './upload-policy.ts';
import { isUploadId, objectPathOf, parseUploadReference } from './upload-reference.ts';
import {
  claimSecured,
  countWaiting,
  findOwnDocuments,
  findUpload,
  insertUpload,
  lockOwner,
  sumUnclaimedBytes,
} from './uploads.queries.ts';

type UploadRequest = z.infer<typeof uploadRequestInput>;

const gibibyte = 1024 ** 3;
const hour = 60 * 60 * 1000;

/** What one person or browser may leave unclaimed (KYC-8). */
const maxWaiting = 20;

/** What all unclaimed uploads of a purpose may hold together: visitors cannot take the room of students (KYC-8). */
const maxUnclaimedBytes: Record<UploadPurpose, number> = {
  registration: 4 * gibibyte,
  kyc: 4 * gibibyte,
  product: 8 * gibibyte,
};

const documentPurposes: readonly UploadPurpose[] = ['registration', 'kyc'];

/** A registration's documents are claimed within this time (D-22). */
const registrationClaimMs = 60 * 60 * 1000;

/**
 * Signs an address for one PUT of 15 minutes (D-23, D-76). Without a purpose it follows from who asks.
 * @returns the grant, and the ticket to keep in the browser's cookie when a new one was made for a visitor, else null
 * @throws DomainError not_signed_in, forbidden, too_large, unsupported_type, too_many_attempts, storage_full
 */
export async function requestUpload(
  deps: Deps,
  uploader: Uploader,
  input: UploadRequest,
  origin: Origin,
): Promise<{ grant: UploadGrant; ticket: string | null }> {
  const purpose = input?.purpose ?? usualPurpose(uploader.actor);
  assertMayUpload(uploader.actor, purpose);
  const rule = uploadRules[purpose];
  const contentType = declaredType(purpose, input?.contentType);
  if (input?.size !== undefined && input.size > rule.maxBytes) {
    throw new DomainError('too_large', `This file is too large. Accepted: ${rule.hint}.`);
  }
  if (uploader.actor) await deps.attemptLimits.count('uploadPerAccount', uploader.actor.userId);
  else await deps.attemptLimits.count('uploadPerAddress', limitAddress(origin.ip));

  const freshTicket = uploader.actor === null && uploader.ticket === null ? makeTicket() : null;
  const ticket = uploader.actor === null ? (uploader.ticket ?? freshTicket) : null;
  const owner = ownerOf({ actor: uploader.actor, ticket });
  const id = randomUUID();
  const { url, ...signed } = await deps.storage.signPut(quarantineKey(id), {
    maxBytes: rule.maxBytes,
    ...(input?.size !== undefined && { exactBytes: input.size }),
    ...(contentType !== undefined && { contentType }),
    expiresInSeconds: maxPutSeconds,
  });

  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockOwner(trx, owner);
    if ((await countWaiting(trx, owner, new Date(now.getTime() - hour))) >= maxWaiting)
      throw tooManyWaiting();
    const taken = await sumUnclaimedBytes(trx, purpose);
    if (taken + (input?.size ?? rule.maxBytes) > maxUnclaimedBytes[purpose]) throw noRoom();
    await insertUpload(trx, {
      id,
      purpose,
      user_id: owner.userId,
      ticket_hash: owner.ticketHash,
      storage_key: quarantineKey(id),
      // The name of a person's photo may say who they are and nobody needs it.
      filename: purpose === 'product' ? plainFilename(input?.filename) : null,
      declared_type: contentType ?? null,
      declared_size: input?.size ?? null,
      max_bytes: rule.maxBytes,
      put_expires_at: signed.expiresAt,
      created_at: now,
    });
  });
  return { grant: { uploadURL: url, ...signed, maxBytes: rule.maxBytes }, ticket: freshTicket };
}

/**
 * PUT /api/kyc/document: inspects what was sent to our upload address and keeps it. Idempotent.
 * @param reference the upload address, or `/objects/{id}` of an upload that is secured already
 * @throws DomainError invalid_input, not_found for uploads of others, too_large, unreadable_document, gone, busy;
 *   StorageError
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
 * Makes both sides of an identity document ready to be claimed. File work: call it before the transaction.
 * @returns the ids of the two uploads
 * @throws DomainError as `secureDocument`, and conflict when a side belongs to an application already
 */
export async function prepareDocuments(
  deps: Deps,
  uploader: Uploader,
  [front, back]: readonly [string, string],
): Promise<[string, string]> {
  const frontId = await readReference(deps, front, 'documentImageUrl1');
  const backId = await readReference(deps, back, 'documentImageUrl2');
  if (frontId === backId) {
    throw invalidReference('documentImageUrl2', 'The front and the back must be two files');
  }
  await prepareDocument(deps, uploader, frontId, 'documentImageUrl1');
  await prepareDocument(deps, uploader, backId, 'documentImageUrl2');
  return [frontId, backId];
}

async function prepareDocument(deps: Deps, uploader: Uploader, id: string, field: string): Promise<void> {
  const upload = await findOwnUpload(deps, uploader, id);
  if (!isDocument(upload)) throw invalidReference(field, 'This file is not an identity document');
  if (upload.status === 'claimed') throw alreadyClaimed();
  const age = deps.now().getTime() - Date.parse(upload.created_at);
  if (upload.purpose === 'registration' && age > registrationClaimMs) {
    throw invalidReference(field, 'This upload is more than an hour old, please upload the file again');
  }
  await secureUpload(deps, upload);
}

/**
 * Makes the uploads part of what `trx` creates for `userId`: each upload once, by its own uploader only (KYC-6).
 * @throws DomainError conflict unless all of them could be claimed
 */
export async function claimUploads(
  trx: Trx,
  uploader: Uploader,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<void> {
  const claimed = await claimSecured(trx, ids, ownerOf(uploader), documentPurposes, userId, now);
  if (claimed !== new Set(ids).size) throw alreadyClaimed();
}

/**
 * Makes a product's PDF ready to be claimed. File work: call it before the transaction.
 * @returns the id of the upload
 * @throws DomainError as `secureDocument`
 */
export async function prepareProductFile(deps: Deps, actor: AdminActor, reference: string): Promise<string> {
  const id = await readReference(deps, reference, 'filePath');
  const upload = await findOwnUpload(deps, { actor, ticket: null }, id);
  if (upload.purpose !== 'product') throw invalidReference('filePath', 'This file is not a product file');
  if (upload.status === 'claimed') throw alreadyClaimed();
  return (await secureUpload(deps, upload)).id;
}

/** Makes the file part of the product that `trx` saves. @throws DomainError conflict when it is part of another */
export async function claimProductFile(trx: Trx, actor: AdminActor, id: string, now: Date): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  if ((await claimSecured(trx, [id], owner, ['product'], actor.userId, now)) !== 1) throw alreadyClaimed();
}

/** An identity document's row by its id as text; undefined for other files and unknown ids. Checks no right. */
export async function findDocument(deps: Deps, idText: string): Promise<UploadRow | undefined> {
  const upload = isUploadId(idText) ? await findUpload(deps.db, idText) : undefined;
  return upload && isDocument(upload) ? upload : undefined;
}

function isDocument(upload: UploadRow): boolean {
  return documentPurposes.some((purpose) => purpose === upload.purpose);
}

async function readReference(deps: Deps, reference: string, field: string): Promise<string> {
  const id = await parseUploadReference(deps.storage, reference);
  if (id === undefined) throw invalidReference(field, 'This is not a file that was uploaded here');
  return id;
}

/** The same answer for an unknown upload and for somebody else's. */
async function findOwnUpload(deps: Deps, uploader: Uploader, id: string): Promise<UploadRow> {
  const upload = await findUpload(deps.db, id);
  if (!upload || !ownsUpload(ownerOf(uploader), upload)) throw notFound('This upload');
  return upload;
}

function invalidReference(field: string, message: string): DomainError {
  return new DomainError('invalid_input', message, { fields: { [field]: message } });
}

function alreadyClaimed(): DomainError {
  return new DomainError('conflict', 'This file was already used. Please upload it again.');
}

function tooManyWaiting(): DomainError {
  return new DomainError(
    'too_many_attempts',
    `You have ${maxWaiting} uploaded files that were not submitted. Please try again in an hour.`,
    { retryAfterSeconds: 3_600 },
  );
}

function noRoom(): DomainError {
  return new DomainError(
    'storage_full',
    'There is no room for more uploads right now. Please try again later.',
  );
}

/** The identity documents of one person that still exist, the newest first. */
export function listOwnDocuments(deps: Pick<Deps, 'db'>, userId: string) {
  return findOwnDocuments(deps.db, userId);
}
