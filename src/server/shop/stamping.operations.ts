import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { dayMs, hourMs } from '../../shared/durations.ts';
import type { StampProblem } from '../../shared/shop/stamping.ts';
import type { AuthorizedFile } from '../access/file-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { notifyAdmins } from '../messages/notifications/notifications.operations.ts';
import { inTransaction } from '../platform/db/database.ts';
import { createLimiter } from '../platform/limiter.ts';
import { inBatches } from '../platform/storage/in-batches.ts';
import { NotStampable } from '../platform/storage/not-stampable.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findStampProblem, noteStampProblem } from '../uploads/pdf-facts.operations.ts';
import { stampLine, stampText } from './stamp-line.ts';
import {
  deleteStampedBefore,
  findDeckCode,
  findStamped,
  findStampedOf,
  findStampRecipient,
  markStampedUsed,
  type StampRecipientRow,
  saveStamped,
} from './stamping.queries.ts';

const prefix = 'stamped/';
/** A copy that was not requested for this long is deleted, and created again on demand. */
const retentionMs = 30 * dayMs;
/** The age from which an object without a row is removed; a younger object may not have its row yet. */
const orphanAgeMs = hourMs;
/** Increment this number when the stamp's appearance changes, so that existing copies are replaced. */
const stampVersion = 1;
/** Maximum number of copies that this server has in progress or queued; further ones are rejected. */
const maxInProgress = 20;

/** At most two copies are made at a time, because each original is read into memory. */
const stamping = createLimiter(2);

/** The copies that are being made, by storage key, so that concurrent requests for the same copy share the work. */
const inProgress = new Map<string, Promise<string | null>>();

const keyOf = (userId: string, uploadId: string, mark: string) =>
  `${prefix}${userId}/${uploadId}-${mark.slice(0, 16)}`;

/**
 * The PDF as this user receives it: stamped with their name on every page if the academy has turned stamping on,
 * otherwise unchanged. Copies are cached. Videos, files for admins and PDFs that cannot be stamped are not changed.
 * @throws DomainError busy, not_signed_in; StorageError
 */
export async function copyForUser(
  deps: Deps,
  actor: Actor | null,
  file: AuthorizedFile,
): Promise<AuthorizedFile> {
  if (!actor) throw notSignedIn();
  const isSold = file.kind === 'product' || file.kind === 'plan';
  if (!isSold || file.contentType !== 'application/pdf' || actor.role === 'admin') return file;
  // During impersonation, the admin must not create files with the student's name.
  if (actor.impersonation) return file;
  if (!(await getSettings(deps)).stampPdfs) return file;
  if ((await findStampProblem(deps, file.uploadId)) !== null) return file;

  const [row, code] = await Promise.all([
    findStampRecipient(deps.db, actor.userId, file.productId),
    findDeckCode(deps.db, file),
  ]);
  if (!row) throw notSignedIn();
  const recipient: StampRecipient = {
    ...row,
    url: code === undefined ? undefined : `${deps.appUrl()}/d/${code}`,
  };
  const mark = markOf(actor.userId, recipient);
  const key = keyOf(actor.userId, file.uploadId, mark);
  const copy = { userId: actor.userId, file, recipient, mark, key };
  const storageKey = (await isCached(deps, copy)) ? key : await stampOnce(deps, copy);
  return storageKey === null ? file : { ...file, storageKey };
}

/** `url` is the link to the file's deck of drills; undefined without one. */
type StampRecipient = StampRecipientRow & { url: string | undefined };

type StampedCopy = {
  userId: string;
  /** The original. */
  file: AuthorizedFile;
  recipient: StampRecipient;
  mark: string;
  /** Storage key of the copy. */
  key: string;
};

function factsOf(userId: string, recipient: StampRecipient) {
  const { first_name: firstName, last_name: lastName, email, purchase_id: purchaseId } = recipient;
  return { firstName, lastName, email, purchaseId, userId };
}

/** A hash of the facts in the stamp. A copy with another hash is outdated. */
function markOf(userId: string, recipient: StampRecipient): string {
  const { url, purchased_at: purchasedAt } = recipient;
  const stampParts = [
    stampVersion,
    stampText(factsOf(userId, recipient)),
    purchasedAt,
    ...(url === undefined ? [] : [url]),
  ];
  return createHash('sha256').update(JSON.stringify(stampParts)).digest('hex');
}

async function isCached(deps: Deps, { userId, file, mark, key }: StampedCopy): Promise<boolean> {
  const known = await findStamped(deps.db, userId, file.uploadId);
  if (known?.mark !== mark || !(await deps.storage.head(key))) return false;
  const now = deps.now();
  if (now.getTime() - Date.parse(known.used_at) > dayMs) {
    await markStampedUsed(deps.db, userId, file.uploadId, now);
  }
  return true;
}

/** @returns the storage key of the copy; null if the file is missing or cannot be stamped */
async function stampOnce(deps: Deps, copy: StampedCopy): Promise<string | null> {
  const running = inProgress.get(copy.key);
  if (running) return running;
  if (inProgress.size >= maxInProgress) {
    throw new DomainError('busy', 'Many files are being prepared right now, please try again in a moment', {
      retryAfterSeconds: 10,
    });
  }
  const work = stamping.run(() => stampAndStore(deps, copy)).finally(() => inProgress.delete(copy.key));
  inProgress.set(copy.key, work);
  return work;
}

async function stampAndStore(
  deps: Deps,
  { userId, file, recipient, mark, key }: StampedCopy,
): Promise<string | null> {
  const original = await deps.storage.read(file.storageKey);
  // The original is missing from the store. The route reports this when it then opens the original.
  if (!original) return null;
  const now = deps.now();
  const line = stampLine(factsOf(userId, recipient), recipient.purchased_at ?? now.toISOString());
  let stamped: Buffer;
  try {
    stamped = await deps.pdfStamper.stamp(await buffer(original.body), line, recipient.url);
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    deps.log.warn({ err: error, uploadId: file.uploadId }, 'delivering a PDF without a stamp');
    await reportStampProblem(deps, file, error.problem);
    return null;
  }
  const { sizeBytes } = await deps.storage.write(key, stamped, { contentType: file.contentType });
  if (!(await saveStamped(deps.db, { userId, uploadId: file.uploadId, mark, sizeBytes, now }))) {
    // The account was deleted in the meantime; remove the copy, which carries the user's name.
    await deps.storage.remove(key);
    throw notSignedIn();
  }
  return key;
}

/** Stores the problem and notifies the admins. `tryStamp` detects most problems earlier, when a file is uploaded. */
async function reportStampProblem(deps: Deps, file: AuthorizedFile, problem: StampProblem): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await noteStampProblem(trx, file.uploadId, problem);
    await notifyAdmins(trx, {
      kind: 'file_not_stamped',
      title: `${file.title} cannot be stamped`,
      body: 'Its PDF is delivered as it is, without the name of the student. Upload another version to change that.',
      path: '/admin?tab=products',
      dedupeKey: `file_not_stamped:${file.uploadId}`,
      appearsAt: deps.now(),
    });
  });
}

/**
 * Removes copies that were not requested for `retentionMs` or were replaced, and those of deleted accounts.
 * Part of the `sweep-activity` and `finish-deletions` jobs. Idempotent.
 * @returns the number of copies removed
 */
export async function sweepStampedFiles(deps: Deps): Promise<number> {
  const now = deps.now().getTime();
  await deleteStampedBefore(deps.db, new Date(now - retentionMs));
  let removed = 0;
  const userIdOf = (key: string) => key.slice(prefix.length).split('/', 1)[0] ?? '';
  for await (const batch of inBatches(deps.storage.list(prefix), 200)) {
    const userIds = new Set(batch.map(({ key }) => userIdOf(key)));
    const { copies, existingUserIds } = await findStampedOf(deps.db, [...userIds]);
    const cachedKeys = new Set(copies.map((copy) => keyOf(copy.user_id, copy.upload_id, copy.mark)));
    for (const { key, modifiedAt } of batch) {
      const isOld = now - Date.parse(modifiedAt) > orphanAgeMs;
      if (cachedKeys.has(key) || (!isOld && existingUserIds.has(userIdOf(key)))) continue;
      await deps.storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
