import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import { inspectClip } from '../platform/storage/audio-content.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { prepareOwnFile } from './own-upload.operations.ts';
import { isSecured, readWhole, uploadGone } from './upload-inspection.operations.ts';
import { isUploadId } from './upload-reference.ts';
import { findUpload, releaseClaimed } from './uploads.queries.ts';

/** Prepares a coach's voice clip for claiming, as `prepareOwnFile` does, and reads its duration. */
export async function prepareClip(
  deps: Deps,
  actor: Actor,
  reference: string,
): Promise<{ id: string; seconds: number }> {
  const secured = await prepareOwnFile(deps, actor, reference, {
    purpose: 'answer_voice',
    field: 'voice',
    wrongPurpose: 'This file is not a voice clip',
  });
  const file = await deps.storage.read(secured.storage_key);
  if (!file) throw uploadGone();
  return { id: secured.id, seconds: inspectClip(await readWhole(file.body, file.info)).seconds };
}

/** Releases the clip of an undone answer, so that its coach can use it again. */
export async function releaseClip(trx: Trx, id: string): Promise<void> {
  await releaseClaimed(trx, id, 'answer_voice');
}

export type StoredClip = {
  /** Whether an answer contains the clip. Before that, only the coach who uploaded the clip may open it. */
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
