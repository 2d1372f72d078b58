import { createHash, randomBytes } from 'node:crypto';
import type { Uploader } from '../actor.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';

/** Whose uploads these are, as the database knows it. Null never equals null. */
export type UploadOwner = { userId: string | null; ticketHash: string | null };

/** A visitor's upload ticket: 256 random bits for the sealed cookie. */
export function makeTicket(): string {
  return randomBytes(32).toString('base64url');
}

/** Only a hash is stored: a leaked table claims no upload. */
function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** A visitor's uploads stay theirs when they log in with the same browser, so both may be set. */
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
