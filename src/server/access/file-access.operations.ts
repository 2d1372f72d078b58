import type { Readable } from 'node:stream';
import { canAccess } from '../../shared/access/access-rules.ts';
import { canOpenCoachingPlan } from '../../shared/access/tier-gate.ts';
import { hourMs } from '../../shared/durations.ts';
import { type FileAccess, learningLimits } from '../../shared/learning/learning.ts';
import { retention } from '../../shared/profile/retention.ts';
import { productSlug } from '../../shared/shop/product-slug.ts';
import { productIdSchema } from '../../shared/shop/products.ts';
import { addMonths } from '../../shared/time-zone.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import type { AccessedKind } from '../platform/db/tables/learning-tables.ts';
import { networkCidr } from '../platform/network-address.ts';
import type { ByteRange, ObjectInfo } from '../platform/storage/storage.ts';
import { currentPlan } from './current-plan.operations.ts';
import {
  deleteAccessesBefore,
  findAccesses,
  findCoachingPlanResource,
  findProductResource,
  hasAccessSince,
  insertAccess,
  lockAccesses,
  type ProductFileColumn,
  type StoredFile,
} from './file-access.queries.ts';
import { productFacts } from './product-facts.ts';

/** A requested file. `idText` is the id or number as it appears in the URL. */
export type FileResource = { kind: AccessedKind; idText: string };

/** A file that the user may read. The storage key is never sent to the client. */
export type AuthorizedFile = {
  kind: AccessedKind;
  productId: number | null;
  pdfNumber: number | null;
  title: string;
  uploadId: string;
  storageKey: string;
  contentType: string;
  filename: string;
};

type ProductFileKind = Exclude<AccessedKind, 'plan'>;

const buySession = 'Please buy this session before you watch it';

const productFiles: Record<
  ProductFileKind,
  { column: ProductFileColumn; extension: string; noFile: string; mustBuy: string }
> = {
  product: {
    column: 'file_upload_id',
    extension: '.pdf',
    noFile: 'This product has no file yet',
    mustBuy: 'Please buy this product before you download it',
  },
  session_video: {
    column: 'video_upload_id',
    extension: '',
    noFile: 'This session has no video yet',
    mustBuy: buySession,
  },
  captions: {
    column: 'captions_upload_id',
    extension: '.vtt',
    noFile: 'This session has no captions',
    mustBuy: buySession,
  },
};

/**
 * A range request within this time after a recorded access, in milliseconds, is part of that access: players read a
 * video in many ranges.
 */
const accessWindowMs = 6 * hourMs;

/**
 * Checks access to a file of a product, a coaching plan or a session. Runs on every request, so that access ends
 * together with the purchase, plan or role that gave it.
 * @throws DomainError not_signed_in; not_found for an item that is unknown, without a file, or hidden from users
 * without access to it; forbidden if the item must be bought or requires a higher plan
 */
export async function authorizeFile(
  deps: Deps,
  actor: Actor | null,
  resource: FileResource,
): Promise<AuthorizedFile> {
  if (!actor) throw notSignedIn();
  return resource.kind === 'plan'
    ? authorizeCoachingPlan(deps, actor, resource.idText)
    : authorizeProduct(deps, actor, resource.kind, resource.idText);
}

async function authorizeProduct(
  deps: Deps,
  actor: Actor,
  kind: ProductFileKind,
  idText: string,
): Promise<AuthorizedFile> {
  const { column, extension, noFile, mustBuy } = productFiles[kind];
  const id = productIdSchema.safeParse(idText);
  const row = id.success ? await findProductResource(deps.db, id.data, column, actor.userId) : undefined;
  const what = kind === 'product' ? 'Product' : 'Session';
  if (!row || (kind !== 'product' && row.type !== 'session')) throw notFound(what);
  const facts = productFacts(row);
  if (!canAccess(actor, facts)) {
    throw facts.isListed ? new DomainError('forbidden', mustBuy) : notFound(what);
  }
  const slug = productSlug({ title: row.title, type: row.type, productNumber: row.product_number });
  return {
    kind,
    productId: row.id,
    pdfNumber: null,
    title: row.title,
    filename: `${slug}${extension}`,
    ...requireStored(row, noFile),
  };
}

async function authorizeCoachingPlan(deps: Deps, actor: Actor, numberText: string): Promise<AuthorizedFile> {
  // The table `coaching_pdfs` determines which coaching plans exist.
  const row = /^\d{1,2}$/.test(numberText)
    ? await findCoachingPlanResource(deps.db, Number(numberText))
    : undefined;
  if (!row) throw notFound('Coaching plan');
  const { pdf_number: pdfNumber } = row;
  if (!canOpenCoachingPlan(actor, await currentPlan(deps, actor.userId), row.required_plan)) {
    throw new DomainError('forbidden', 'Access denied. Please upgrade your subscription to access this PDF.');
  }
  return {
    kind: 'plan',
    productId: null,
    pdfNumber,
    title: row.title,
    filename: `poker-coaching-plan-${pdfNumber}.pdf`,
    ...requireStored(row, 'This coaching plan has no file yet'),
  };
}

function requireStored(row: StoredFile, missingText: string) {
  const { upload_id: uploadId, storage_key: storageKey, content_type: contentType } = row;
  // A database constraint ensures that none of these values of a claimed upload is null.
  if (uploadId === null || storageKey === null || contentType === null || row.upload_status !== 'claimed') {
    throw new DomainError('not_found', missingText);
  }
  return { uploadId, storageKey, contentType };
}

/** Size and version of an authorized file, for the response headers. @throws DomainError not_found; StorageError */
export async function headFile(deps: Deps, file: AuthorizedFile): Promise<ObjectInfo> {
  const info = await deps.storage.head(file.storageKey);
  if (!info) throw goneFromStore(deps, file);
  return { ...info, contentType: file.contentType };
}

/**
 * The content of an authorized file. The caller must read the stream to its end or destroy it.
 * @throws DomainError not_found; StorageError
 */
export async function readFile(deps: Deps, file: AuthorizedFile, range?: ByteRange): Promise<Readable> {
  const found = await deps.storage.read(file.storageKey, range);
  if (!found) throw goneFromStore(deps, file);
  return found.body;
}

function goneFromStore(deps: Deps, file: AuthorizedFile): DomainError {
  const { kind, productId, pdfNumber, uploadId } = file;
  deps.log.error(
    { kind, productId, pdfNumber, uploadId },
    'a file that a user may open is missing from the store',
  );
  return new DomainError('not_found', 'This file is not available right now');
}

/**
 * Records that the user accessed the file: every complete download, but a range request only if there was no access in
 * the last six hours. Of concurrent range requests, one is recorded.
 * @param isPart - whether it was a range request
 */
export async function recordAccess(
  deps: Deps,
  actor: Actor,
  file: AuthorizedFile,
  metadata: RequestMetadata,
  isPart: boolean,
): Promise<void> {
  // During impersonation the admin accesses the file, not the student.
  if (actor.impersonation) return;
  const now = deps.now();
  const access = {
    user_id: actor.userId,
    kind: file.kind,
    product_id: file.productId,
    pdf_number: file.pdfNumber,
    upload_id: file.uploadId,
    title: file.title,
    content_type: file.contentType,
    ip_prefix: networkCidr(metadata.ip),
    opened_at: now,
  };
  const since = new Date(now.getTime() - accessWindowMs);
  const isKnown = (db: Db | Trx) => hasAccessSince(db, actor.userId, file.uploadId, file.kind, since);
  if (isPart && (await isKnown(deps.db))) return;
  await inTransaction(deps.db, async (trx) => {
    if (isPart) {
      await lockAccesses(trx, actor.userId, file.uploadId);
      if (await isKnown(trx)) return;
    }
    await insertAccess(trx, access);
    await recordAccessEvent(trx, actor, file, now);
  });
}

async function recordAccessEvent(trx: Trx, actor: Actor, file: AuthorizedFile, at: Date): Promise<void> {
  const { kind, productId, pdfNumber } = file;
  const event = { userId: actor.userId, at };
  if (kind === 'plan' && pdfNumber !== null) {
    await recordEvent(trx, 'plan_downloaded', { ...event, properties: { pdfNumber } });
  } else if (kind === 'product' && productId !== null) {
    await recordEvent(trx, 'product_downloaded', { ...event, properties: { productId } });
  } else if (kind === 'session_video' && productId !== null) {
    await recordEvent(trx, 'session_video_started', { ...event, properties: { sessionId: productId } });
  }
}

/**
 * The latest accesses of a user, newest first. `isCurrentVersion` is false if the file has since been replaced or
 * removed.
 */
export async function listAccesses(deps: Deps, userId: string): Promise<FileAccess[]> {
  const rows = await findAccesses(deps.db, userId, learningLimits.accessesShown);
  return rows.map((row) => ({
    kind: row.kind,
    productId: row.product_id,
    pdfNumber: row.pdf_number,
    title: row.title,
    openedAt: row.opened_at,
    isCurrentVersion: row.is_current,
    currentVersionAt: row.current_at,
  }));
}

/** Part of the `sweep-activity` job. @returns the number of records deleted */
export function sweepAccesses(deps: Deps): Promise<number> {
  return deleteAccessesBefore(deps.db, addMonths(deps.now(), -retention.fileAccessMonths));
}
