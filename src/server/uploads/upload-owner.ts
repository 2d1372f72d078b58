import { createHash, randomBytes } from 'node:crypto';
import type { Uploader } from '../actor.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';

/** The owner of uploads as stored in the database. A null matches no upload. */
export type UploadOwner = { userId: string | null; ticketHash: string | null };

/** Creates a visitor's upload ticket: 256 random bits for the sealed cookie. */
export function makeTicket(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash is stored, so that a leaked table does not give access to uploads. */
function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** User and ticket may both be set: a visitor who logs in with the same browser keeps access to their uploads. */
export function ownerOf(uploader: Uploader): UploadOwner {
  return {
    userId: uploader.actor?.userId ?? null,
    ticketHash: uploader.ticket === null ? null : hashTicket(uploader.ticket),
  };
}

export function ownsUpload(owner: UploadOwner, upload: Pick<UploadRow, 'user_id' | 'ticket_hash'>): boolean {
  return (
    (owner.userId !== null && upload.user_id === owner.userId) ||
    (owner.ticketHash !== null && upload.ticket_hash === owner.ticketHash)
  );
}
