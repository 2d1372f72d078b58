import type { Readable } from 'node:stream';
import { requireRecentAuthenticationBeyond } from '../access/recent-authentication.ts';
import { type Actor, type RequestMetadata, rejectWhileImpersonating } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { type ObjectInfo, StorageError } from '../platform/storage/storage.ts';
import { isUploadId } from '../uploads/upload-reference.ts';
import { findDocument } from '../uploads/uploads.operations.ts';
import { mayOpenOwnDocument } from './own-documents.operations.ts';

export type OpenDocument = {
  /** With the content type that the inspection detected, not the content type that the uploader declared. */
  info: ObjectInfo;
  body: Readable;
  filename: string;
  contentType: string;
};

/** The only types of identity documents that pass inspection. */
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['application/pdf', 'pdf'],
]);

/**
 * Opens an identity document of an application for GET /objects/{id}: for admins, and for the document's owner if the
 * academy allows owners to open their documents. Nobody can open an upload that was not sent with an application.
 * Writes every access, and every rejection with not_found, gone or document_unreachable, to the audit log. Without
 * recent authentication, an admin can open a few documents an hour, and a student cannot open any. The caller must read
 * `body` to the end or destroy it.
 * @param idText - the id as it appears in the URL
 * @throws DomainError not_signed_in; not_found, both for an unknown id and for a caller without access; gone if the
 * document was erased; step_up_required; too_many_attempts; read_only_view during impersonation; document_unreachable
 * if the store does not respond; StorageError
 */
export async function openDocument(
  deps: Deps,
  actor: Actor | null,
  idText: string,
  metadata: RequestMetadata,
  purpose: 'view' | 'download',
): Promise<OpenDocument> {
  if (!actor) throw notSignedIn();
  rejectWhileImpersonating(actor);
  const audit = (action: string, details: Record<string, unknown>) =>
    recordAudit(deps.db, {
      actorId: actor.userId,
      action,
      subjectType: 'document',
      // The URL may contain any text, which is recorded only if it is an id.
      subjectId: isUploadId(idText) ? idText : 'malformed',
      metadata,
      details: { purpose, ...details },
    });
  const reject = async (code: 'not_found' | 'gone', reason: string): Promise<never> => {
    await audit('document.refused', { reason });
    throw new DomainError(code, 'Document not available');
  };

  if (actor.role !== 'admin') {
    await deps.attemptLimits.count('documentPerStudent', actor.userId);
    if (!(await mayOpenOwnDocument(deps, actor, idText))) return reject('not_found', 'not an admin');
  } else {
    await requireRecentAuthenticationBeyond(deps, actor, 'documentPerAgedSession');
  }
  const document = await findDocument(deps, idText);
  if (!document) return reject('not_found', 'unknown');
  if (document.status === 'erased') return reject('gone', 'erased');
  const contentType = document.content_type ?? '';
  const extension = extensions.get(contentType);
  if (document.status !== 'claimed' || extension === undefined) {
    return reject('not_found', 'not sent with an application');
  }

  const file = await deps.storage.read(document.storage_key).catch(async (error: unknown) => {
    if (!(error instanceof StorageError) || error.code !== 'unavailable') throw error;
    // Returns 502, because the store failed and not this server.
    await audit('document.refused', { reason: 'store unreachable' });
    throw new DomainError('document_unreachable', 'Unable to load document image', { cause: error });
  });
  if (!file) {
    deps.log.error({ uploadId: document.id }, 'an identity document is missing from the store');
    return reject('not_found', 'missing');
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
