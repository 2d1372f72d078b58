import type { MissingFile, MissingFiles } from '../../../shared/admin/system.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { getFileCheck, listMissingFiles, type MissingFileRow } from '../../uploads/file-check.operations.ts';
import { bad, type Finding, well } from './finding.ts';

/** The result of the last comparison of stored files with the database, with instructions for each missing file. */
export async function listStoredFiles(deps: Deps, _actor: AdminActor): Promise<MissingFiles> {
  const [found, rows] = await Promise.all([getFileCheck(deps), listMissingFiles(deps)]);
  return {
    files: rows.map(presentMissing),
    withheld: found?.check.withheld ?? 0,
    checkedAt: found?.check.checked_at ?? null,
    erasingAllowed: (found?.check.erasing_allowed_at ?? null) !== null,
  };
}

function presentMissing(row: MissingFileRow): MissingFile {
  const { id, foundAt, userId } = row;
  return { id, foundAt, userId, label: labelOf(row), advice: adviceOf(row) };
}

const kinds: Record<MissingFileRow['purpose'], string> = {
  registration: 'An identity document',
  kyc: 'An identity document',
  product: 'The PDF',
  session_video: 'The video',
  captions: 'The captions',
  picture: 'A picture',
  dispute_evidence: 'An evidence file',
  answer_voice: 'A voice clip',
};

function labelOf(row: MissingFileRow): string {
  const { purpose, firstName, lastName, productTitle, versionedTitle, planNumber } = row;
  const kind = kinds[purpose];
  if (firstName !== null) return `${kind} of ${firstName} ${lastName}`;
  if (productTitle !== null) return `${kind} of ${productTitle}`;
  if (versionedTitle !== null) return `An earlier PDF of ${versionedTitle}`;
  return planNumber === null ? kind : `${kind} of coaching plan ${planNumber}`;
}

function adviceOf({ purpose, userId, productTitle, versionedTitle }: MissingFileRow): string {
  const backup = 'Restore it from a backup of the files';
  if (userId !== null) return `${backup}, or ask the applicant for a new image.`;
  if (purpose === 'answer_voice') return `${backup}.`;
  if (productTitle === null && versionedTitle !== null) return `${backup}. Buyers get the newest version.`;
  return `${backup}, or upload it again in Product Management.`;
}

/** The result of the last comparison, as a health check. */
export async function filesFinding(deps: Pick<Deps, 'db'>): Promise<Finding> {
  const found = await getFileCheck(deps);
  if (!found) return well('Not compared with the database yet; this is done each night');
  const { check, missing } = found;
  if (missing > 0) {
    return bad(
      'failed',
      missing === 1 ? 'One file is missing' : `${missing.toLocaleString('en-US')} files are missing`,
      'The list below says what is missing and what to do.',
    );
  }
  if (check.withheld > 0) {
    return bad(
      'warning',
      check.withheld === 1
        ? 'One file is not in the database'
        : `${check.withheld.toLocaleString('en-US')} files are not in the database`,
      check.erasing_allowed_at === null
        ? 'A number this high suggests that the server uses the wrong database, or one restored from an old backup. If the database is right, press “Allow their deletion” below.'
        : 'Their deletion is allowed. The nightly comparison deletes them.',
    );
  }
  return well(
    check.files === 1
      ? 'The one file is in place'
      : `All ${check.files.toLocaleString('en-US')} files are in place`,
  );
}
