import type { Uploader } from '../actor.ts';
import { hashToken } from '../platform/crypto/secret-token.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';

/** The owner of uploads as stored in the database. A null matches no upload. */
export type UploadOwner = { userId: string | null; ticketHash: string | null };

/** User and ticket may both be set: a visitor who logs in with the same browser keeps access to their uploads. */
export function ownerOf(uploader: Uploader): UploadOwner {
  return {
    userId: uploader.actor?.userId ?? null,
    ticketHash: uploader.ticket === null ? null : hashToken(uploader.ticket),
  };
}

export function ownsUpload(owner: UploadOwner, upload: Pick<UploadRow, 'user_id' | 'ticket_hash'>): boolean {
  return (
    (owner.userId !== null && upload.user_id === owner.userId) ||
    (owner.ticketHash !== null && upload.ticket_hash === owner.ticketHash)
  );
}
