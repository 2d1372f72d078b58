import type { AdminKycApplication, KycApplication } from '../../shared/kyc.ts';
import type { KycApplicationRow, UploadStatus } from '../db/schema.ts';
import type { AdminApplicationRow, EventRow } from './kyc.queries.ts';

/** What its owner may see: no document number, no picture, no internal note (D-28). */
export function presentApplication(row: KycApplicationRow): KycApplication {
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What an admin sees. The documents are references that `/objects` guards; an erased one has no content type. */
export function presentAdminApplication(
  row: AdminApplicationRow,
  events: readonly EventRow[],
): AdminKycApplication {
  return {
    ...presentApplication(row),
    dateOfBirth: row.date_of_birth,
    phoneNumber: row.phone_number,
    address: row.address,
    city: row.city,
    state: row.state,
    country: row.country,
    postalCode: row.postal_code,
    documentNumber1: row.document_number1,
    documentNumber2: row.document_number2,
    documentImageUrl1: `/objects/${row.document_upload1}`,
    documentImageUrl2: `/objects/${row.document_upload2}`,
    documentContentType1: contentTypeOf(row.front_upload_status, row.front_content_type),
    documentContentType2: contentTypeOf(row.back_upload_status, row.back_content_type),
    reviewedBy: row.reviewed_by,
    reviewerName: fullName(row.reviewer_first_name, row.reviewer_last_name),
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
      note: event.note,
      actorName: fullName(event.actor_first_name, event.actor_last_name),
      createdAt: event.created_at,
    })),
  };
}

function contentTypeOf(status: UploadStatus, contentType: string | null): string | null {
  return status === 'erased' ? null : contentType;
}

function fullName(firstName: string | null, lastName: string | null): string | null {
  return firstName === null ? null : `${firstName} ${lastName ?? ''}`.trim();
}
