import type { OwnDocument } from '../../shared/kyc/kyc.ts';
import { limits } from '../../shared/limits.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import { type Actor, rejectWhileImpersonating } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { UploadStatus } from '../platform/db/tables/file-tables.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { isUploadId } from '../uploads/upload-reference.ts';
import { findOwnDocuments, isOwnDocument } from './own-documents.queries.ts';

/**
 * The pictures of the reader's own identity documents that still exist; none while the academy does not let students see them, and
 * none for an admin who looks at the academy as this student.
 */
export async function listOwnDocuments(deps: Deps, actor: Actor): Promise<OwnDocument[]> {
  if (actor.viewing || !(await getSettings(deps)).studentsSeeOwnPapers) return [];
  const rows = await findOwnDocuments(deps.db, actor.userId, limits.listCap);
  return rows.flatMap((row) => [
    ...presentOwnDocument(
      row.application_id,
      'front',
      row.front_id,
      row.front_status,
      row.front_content_type,
    ),
    ...presentOwnDocument(row.application_id, 'back', row.back_id, row.back_status, row.back_content_type),
  ]);
}

function presentOwnDocument(
  applicationId: string,
  side: OwnDocument['side'],
  uploadId: string,
  status: UploadStatus,
  contentType: string | null,
): OwnDocument[] {
  if (status === 'erased' || contentType === null) return [];
  return [{ applicationId, side, address: `/objects/${uploadId}`, contentType }];
}

/**
 * Whether a student may open this document: the setting is on and it belongs to one of their applications. Others'
 * documents are not looked up, so that neither the response nor its time reveals which documents exist. A stolen
 * session is not enough, as for Download My Data.
 * @throws DomainError step_up_required, for their own document only; read_only_view
 */
export async function mayOpenOwnDocument(deps: Deps, actor: Actor, idText: string): Promise<boolean> {
  rejectWhileImpersonating(actor);
  if (!isUploadId(idText) || !(await getSettings(deps)).studentsSeeOwnPapers) return false;
  if (!(await isOwnDocument(deps.db, actor.userId, idText))) return false;
  requireRecentAuthentication(deps, actor);
  return true;
}
