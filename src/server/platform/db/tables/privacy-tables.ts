import type { Generated } from 'kysely';
import type { NoticeDocument } from '../../../../shared/auth/consents.ts';
import type { Day, DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

type ConsentKind = 'terms' | 'privacy' | 'withdrawal_waiver' | 'marketing';

export type ConsentsTable = {
  id: Generated<string>;
  user_id: string;
  kind: ConsentKind;
  /** Version of the text that was agreed to. */
  version: string;
  /** The wording that the user saw. */
  statement: string;
  given_at: DefaultTimestamp;
  ip: string | null;
};

type DataExportStatus = 'requested' | 'ready' | 'failed' | 'expired';

export type DataExportsTable = {
  id: Generated<string>;
  user_id: string;
  status: Generated<DataExportStatus>;
  size_bytes: number | null;
  requested_at: DefaultTimestamp;
  ready_at: NullableTimestamp;
  expires_at: NullableTimestamp;
};

export type AccountDeletionsTable = {
  id: Generated<string>;
  user_id: string;
  requested_at: DefaultTimestamp;
  due_at: Timestamp;
  /** SHA-256 of the token in the emailed link that cancels the deletion, hex. */
  undo_token_hash: string;
  undone_at: NullableTimestamp;
  done_at: NullableTimestamp;
};

export type LegalNoticesTable = {
  id: Generated<string>;
  document: NoticeDocument;
  summary: string;
  effective_on: Day;
  /** The number of users to email, counted when the notice was created. */
  recipients: number;
  /** How many emails have been queued, in the order of the users' ids up to `last_user_id`. */
  emailed: Generated<number>;
  last_user_id: string | null;
  created_by: string | null;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
};

export type PrivacyTables = {
  consents: ConsentsTable;
  data_exports: DataExportsTable;
  account_deletions: AccountDeletionsTable;
  legal_notices: LegalNoticesTable;
};
