import { openKycStatuses } from '../../shared/enums.ts';
import type { AdminKycApplication, KycApplication, KycStep } from '../../shared/kyc/kyc.ts';
import type { KycLastDetails, KycRequest } from '../../shared/kyc/kyc-answer.ts';
import { type KycFlag, type KycMatch, type KycQueueItem, kycFlags } from '../../shared/kyc/kyc-review.ts';
import { joinedName, type NameColumns } from '../platform/db/name-columns.ts';
import type { UploadStatus } from '../platform/db/tables/file-tables.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import type { AdminApplicationRow, EventRow } from './applications.queries.ts';
import { countryName } from './country-codes.ts';
import { maskedNumbers } from './document-numbers.ts';
import type { QueueRow } from './queue.queries.ts';
import type { MatchRow } from './review.queries.ts';

/** What the applicant may see: no document numbers, images or internal notes. */
export function presentApplication(row: KycApplicationRow, appealedAt: string | null): KycApplication {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    supersededAt: row.superseded_at,
    firstName: row.first_name,
    lastName: row.last_name,
    documentType1: row.document_type1,
    documentType2: row.document_type2,
    reviewedAt: row.reviewed_at,
    adminNotes: row.admin_notes,
    reasonCode: row.reason_code,
    canResubmit: row.can_resubmit,
    requestedItems: row.requested_items,
    appealedAt,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @param events - of one application, oldest first */
export function presentSteps(events: readonly EventRow[]): KycStep[] {
  const steps: KycStep[] = [];
  for (const { kind, to_status: status, created_at: at } of events) {
    // Only the last decision can be undone.
    if (kind === 'undo') steps.pop();
    else steps.push({ kind, status, at });
  }
  return steps;
}

function presentDetails(row: KycApplicationRow) {
  return {
    dateOfBirth: row.date_of_birth,
    phoneNumber: row.phone_number,
    address: row.address,
    city: row.city,
    state: row.state,
    country: row.country,
    postalCode: row.postal_code,
  };
}

/**
 * What the applicant does not have to enter again.
 * @param isStored - whether the image of each side is still stored, so that it need not be sent again
 */
export function presentLastDetails(
  row: KycApplicationRow,
  isStored: { front: boolean; back: boolean },
): KycLastDetails {
  return {
    frontStays: isStored.front,
    backStays: isStored.back,
    firstName: row.first_name,
    lastName: row.last_name,
    ...presentDetails(row),
    documentType1: row.document_type1,
    documentType2: row.document_type2,
  };
}

/**
 * What the applicant sees when items are requested: the details that were sent, with only the end of each document
 * number.
 */
export function presentRequest(
  row: KycApplicationRow,
  isStored: { front: boolean; back: boolean },
): KycRequest {
  return {
    ...presentLastDetails(row, isStored),
    id: row.id,
    requestedItems: row.requested_items,
    sentAt: row.created_at,
    documentNumberEnd1: row.document_number_tail1 ?? '',
    documentNumberEnd2: row.document_number_tail2 ?? '',
    numbersStay: row.document_number_sealed1 !== null && row.document_number_sealed2 !== null,
  };
}

/**
 * What an admin sees. Documents are URLs under the access-controlled `/objects`. The content type of an erased document
 * is null.
 */
export function presentAdminApplication(
  row: AdminApplicationRow,
  [documentNumber1, documentNumber2]: readonly [string, string],
  events: readonly EventRow[],
): AdminKycApplication {
  return {
    ...presentApplication(row, events.find(({ kind }) => kind === 'appeal')?.created_at ?? null),
    ...presentDetails(row),
    documentNumber1,
    documentNumber2,
    documentImageUrl1: `/objects/${row.document_upload1}`,
    documentImageUrl2: `/objects/${row.document_upload2}`,
    documentContentType1: contentTypeOf(row.front_upload_status, row.front_content_type),
    documentContentType2: contentTypeOf(row.back_upload_status, row.back_content_type),
    documentsErasedAt: row.documents_erased_at,
    reviewedBy: row.reviewed_by,
    reviewerName: nameOf(row, 'reviewer'),
    internalNotes: row.internal_notes,
    flags: flagsOf(row),
    assignedTo: row.assigned_to,
    assigneeName: nameOf(row, 'assignee'),
    user: {
      id: row.user_id,
      email: row.user_email,
      firstName: row.user_first_name,
      lastName: row.user_last_name,
      role: row.user_role,
      kycStatus: row.user_kyc_status,
      createdAt: row.user_created_at,
    },
    events: events.map((event) => ({
      id: event.id,
      fromStatus: event.from_status,
      toStatus: event.to_status,
      kind: event.kind,
      note: event.note,
      internalNote: event.internal_note,
      reasonCode: event.reason_code,
      actorName: nameOf(event, 'actor'),
      createdAt: event.created_at,
    })),
  };
}

export function presentQueueItem(row: QueueRow): KycQueueItem {
  const [documentNumber1, documentNumber2] = maskedNumbers(row);
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    requestedItems: row.requested_items,
    supersededAt: row.superseded_at,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.user_email,
    country: countryName(row.country),
    documentType1: row.document_type1,
    documentType2: row.document_type2,
    documentNumber1,
    documentNumber2,
    documentsErasedAt: row.documents_erased_at,
    createdAt: row.created_at,
    flags: flagsOf(row),
    assignedTo: row.assigned_to,
    assigneeName: nameOf(row, 'assignee'),
  };
}

export function presentMatch(row: MatchRow): KycMatch {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    at: (openKycStatuses.includes(row.status) ? null : row.reviewed_at) ?? row.created_at,
  };
}

export function flagsOf(row: Record<KycFlag, boolean>): KycFlag[] {
  return kycFlags.filter((flag) => row[flag]);
}

function contentTypeOf(status: UploadStatus, contentType: string | null): string | null {
  return status === 'erased' ? null : contentType;
}

/** The name in the columns that begin with `who`; null if the left join found no account. */
export function nameOf<Who extends string>(row: NameColumns<Who>, who: Who): string | null {
  return row[`${who}_first_name` as const] === null ? null : joinedName(row, who);
}
