import type { Readable } from 'node:stream';
import { requireRecentAuthenticationBeyond } from '../access/recent-authentication.ts';
import { type Actor, type Origin, rejectWhileImpersonating } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { type ObjectInfo, StorageError } from '../platform/storage/storage.ts';
import { isUploadId } from '../uploads/upload-reference.ts';
import { findDocument } from '../uploads/uploads.operations.ts';
import { mayOpenOwnDocument } from './own-documents.operations.ts';

export type OpenDocument = {
  /** With the content type that was found by inspection, never one that a sender claimed. */
  info: ObjectInfo;
  body: Readable;
  filename: string;
  contentType: string;
};

/** The only types that an inspected document can have. */
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['application/pdf', 'pdf'],
]);

/**
 * An identity document for GET /objects/{id}: for admins, and for its owner where the academy allows that.
 * Each opening and each refusal of a signed-in person is audited; an admin's session whose proof of identity is old opens
 * a few an hour, a student's none. The caller reads `body` to its end or destroys it.
 * @param idText as it stands in the address
 * @throws DomainError not_signed_in; not_found, the same for unknown ids and for everyone who may not read it; gone when
 *   the document was erased; step_up_required; too_many_attempts; document_unreachable while the store does not answer;
 *   StorageError
 */
export async function openDocument(
  deps: Deps,
  actor: Actor | null,
  idText: string,
  origin: Origin,
  purpose: 'view' | 'download',
): Promise<OpenDocument> {
  if (!actor) throw notSignedIn();
  rejectWhileImpersonating(actor);
  const audit = (action: string, details: Record<string, unknown>) =>
    recordAudit(deps.db, {
      actorId: actor.userId,
      action,
      subjectType: 'document',
      // The URL may contain anything; only an id is worth recording.
      subjectId: isUploadId(idText) ? idText : 'malformed',
      origin,
      details: { purpose, ...details },
    });
  const refuse = async (code: 'not_found' | 'gone', reason: string): Promise<never> => {
    await audit('document.refused', { reason });
    throw new DomainError(code, 'Document not available');
  };

  if (actor.role !== 'admin') {
    await deps.attemptLimits.count('documentPerStudent', actor.userId);
    if (!(await mayOpenOwnDocument(deps, actor, idText))) return refuse('not_found', 'not an admin');
  } else {
    await requireRecentAuthenticationBeyond(deps, actor, 'documentPerAgedSession');
  }
  const document = await findDocument(deps, idText);
  if (!document) return refuse('not_found', 'unknown');
  if (document.status === 'erased') return refuse('gone', 'erased');
  const contentType = document.content_type ?? '';
  const extension = extensions.get(contentType);
  if (extension === undefined) return refuse('not_found', 'not secured');

  const file = await deps.storage.read(document.storage_key).catch(async (error: unknown) => {
    if (!(error instanceof StorageError) || error.code !== 'unavailable') throw error;
    // The store behind us fails, and not this server: 502.
    await audit('document.refused', { reason: 'store unreachable' });
    throw new DomainError('document_unreachable', 'Unable to load document image', { cause: error });
  });
  if (!file) {
    deps.log.error({ uploadId: document.id }, 'an identity document is missing from the store');
    return refuse('not_found', 'missing');
  }
  try {
    await audit(purpose === 'view' ? 'document.viewed' : 'document.downloaded', {
      ownerId: document.user_id,
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  const info = { ...file.info, contentType };
  return { info, body: file.body, filename: `document-${document.id}.${extension}`, contentType };
}
