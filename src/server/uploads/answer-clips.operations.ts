import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { inspectClip } from '../platform/storage/audio-content.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { alreadyClaimed, findOwnUpload, readReference } from './own-upload.operations.ts';
import { isSecured, readWhole, secureUpload, uploadGone } from './upload-inspection.operations.ts';
import { ownerOf } from './upload-owner.ts';
import { isUploadId } from './upload-reference.ts';
import { claimSecured, findUpload, releaseClaimed } from './uploads.queries.ts';

/**
 * Prepares a coach's voice clip for claiming, and reads how long it is. Slow file work: call it before the transaction.
 * @throws DomainError as `secureUpload`, not_found, invalid_input for another file, and conflict for a claimed clip
 */
export async function prepareClip(
  deps: Deps,
  actor: Actor,
  reference: string,
): Promise<{ id: string; seconds: number }> {
  const id = await readReference(deps, reference, 'voice');
  // The upload ticket, which identifies a visitor, is not needed: a coach is logged in.
  const upload = await findOwnUpload(deps, { actor, ticket: null }, id);
  if (upload.purpose !== 'answer_voice') throw invalidField('voice', 'This file is not a voice clip');
  if (upload.status === 'claimed') throw alreadyClaimed();
  const secured = await secureUpload(deps, upload);
  const file = await deps.storage.read(secured.storage_key);
  if (!file) throw uploadGone();
  return { id, seconds: inspectClip(await readWhole(file.body, file.info)).seconds };
}

/** Claims the clip for the answer that `trx` saves. @throws DomainError conflict when it cannot be claimed */
export async function claimClip(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  const claimed = await claimSecured(trx, [id], owner, ['answer_voice'], actor.userId, now);
  if (claimed !== 1) throw alreadyClaimed();
}

/** Makes the clip of an answer that was undone available to its coach again. */
export async function releaseClip(trx: Trx, id: string): Promise<void> {
  await releaseClaimed(trx, id, 'answer_voice');
}

export type StoredClip = {
  /** False until an answer contains the clip; until then only its coach may open it. */
  isClaimed: boolean;
  uploadedBy: string | null;
  /** Reads the whole clip, which is small; undefined if its file is missing. @throws StorageError */
  read(): Promise<{ info: ObjectInfo; bytes: Buffer } | undefined>;
};

/** The inspected clip with this id; undefined if there is none. Does not check access. */
export async function findStoredClip(deps: Deps, idText: string): Promise<StoredClip | undefined> {
  const upload = isUploadId(idText) ? await findUpload(deps.db, idText) : undefined;
  if (upload?.purpose !== 'answer_voice' || !isSecured(upload)) return undefined;
  return {
    isClaimed: upload.status === 'claimed',
    uploadedBy: upload.user_id,
    async read() {
      const file = await deps.storage.read(upload.storage_key);
      if (!file) {
        deps.log.error({ uploadId: upload.id }, 'a voice clip is missing from the store');
        return undefined;
      }
      const bytes = await readWhole(file.body, file.info);
      return { info: { ...file.info, contentType: upload.content_type ?? file.info.contentType }, bytes };
    },
  };
}
