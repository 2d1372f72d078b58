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
 * The caller's own identity documents whose files still exist. Empty if the academy does not let students see them, and
 * during impersonation.
 */
export async function listOwnDocuments(deps: Deps, actor: Actor): Promise<OwnDocument[]> {
  if (actor.impersonation || !(await getSettings(deps)).studentsSeeOwnPapers) return [];
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
 * Whether a student may open this document: the setting is on and the document belongs to one of the student's
 * applications. Does not look up documents of other users, so that neither the response nor its timing reveals which
 * ones exist. Requires recent authentication, so that a stolen session does not suffice.
 * @throws DomainError step_up_required, only for the student's own document; read_only_view
 */
export async function mayOpenOwnDocument(deps: Deps, actor: Actor, idText: string): Promise<boolean> {
  rejectWhileImpersonating(actor);
  if (!isUploadId(idText) || !(await getSettings(deps)).studentsSeeOwnPapers) return false;
  if (!(await isOwnDocument(deps.db, actor.userId, idText))) return false;
  requireRecentAuthentication(deps, actor);
  return true;
}
