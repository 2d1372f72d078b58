import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { DocumentType, KycStatus } from '../../../../shared/enums.ts';
import type { KycEventKind } from '../../../../shared/kyc/kyc.ts';
import type { KycReason, RequestedItem } from '../../../../shared/kyc/kyc-reasons.ts';
import type { Day, DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

export type KycApplicationsTable = {
  id: Generated<string>;
  user_id: string;
  status: Generated<KycStatus>;
  first_name: string;
  last_name: string;
  date_of_birth: Day;
  phone_number: string;
  address: string;
  city: string;
  state: string;
  country: string;
  postal_code: string;
  document_type1: DocumentType;
  document_type2: DocumentType;
  /**
   * Numbers that an earlier version of this server stored in plain text. They are sealed when the server starts, and
   * null afterwards.
   */
  document_number1: string | null;
  document_number2: string | null;
  document_number_sealed1: string | null;
  document_number_sealed2: string | null;
  /** Keyed hash of the normalized number: equal numbers of different users have equal hashes. */
  document_number_hash1: string | null;
  document_number_hash2: string | null;
  /** The last 4 characters. */
  document_number_tail1: string | null;
  document_number_tail2: string | null;
  /** Whether the names of the account and the application differ; set by triggers. */
  name_differs: Generated<boolean>;
  /** Whether another user's application has one of the numbers; set by a trigger. */
  number_shared: Generated<boolean>;
  /** When the retention job erased both images. */
  documents_erased_at: NullableTimestamp;
  document_upload1: string;
  document_upload2: string;
  reviewed_by: string | null;
  reviewed_at: NullableTimestamp;
  admin_notes: string | null;
  internal_notes: string | null;
  reason_code: KycReason | null;
  can_resubmit: Generated<boolean>;
  requested_items: Generated<RequestedItem[]>;
  assigned_to: string | null;
  assigned_at: NullableTimestamp;
  superseded_at: NullableTimestamp;
  /** When we apologized for a review that takes longer than promised. */
  apologised_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

/** What remains of an application after its account is deleted. */
type KycTombstonesTable = {
  application_id: string;
  user_id: string;
  status: KycStatus;
  reason_code: KycReason | null;
  submitted_at: Timestamp;
  reviewed_at: NullableTimestamp;
  reviewed_by: string | null;
  superseded_at: NullableTimestamp;
  documents_erased_at: Timestamp;
  buried_at: Timestamp;
};

export type KycEventsTable = {
  id: Generated<string>;
  application_id: string;
  actor_id: string | null;
  from_status: KycStatus | null;
  to_status: KycStatus;
  kind: Generated<KycEventKind>;
  note: string | null;
  internal_note: string | null;
  reason_code: KycReason | null;
  /** The previous decision, which is restored if this one is undone. */
  former: ColumnType<FormerDecision | null, string | null | undefined, string | null>;
  ip: string | null;
  created_at: DefaultTimestamp;
};

export type FormerDecision = Pick<
  Selectable<KycApplicationsTable>,
  | 'status'
  | 'admin_notes'
  | 'internal_notes'
  | 'reason_code'
  | 'can_resubmit'
  | 'requested_items'
  | 'assigned_to'
  | 'assigned_at'
  | 'reviewed_by'
  | 'reviewed_at'
> & { supersededIds: string[] };

export type KycTables = {
  kyc_applications: KycApplicationsTable;
  kyc_events: KycEventsTable;
  kyc_tombstones: KycTombstonesTable;
};

export type KycApplicationRow = Selectable<KycApplicationsTable>;
export type NewKycApplication = Insertable<KycApplicationsTable>;
