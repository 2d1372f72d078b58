import type { Generated } from 'kysely';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

type ConsentKind = 'terms' | 'privacy' | 'withdrawal_waiver' | 'marketing';

export type ConsentsTable = {
  id: Generated<string>;
  user_id: string;
  kind: ConsentKind;
  /** Of the text that was agreed to. */
  version: string;
  /** The words that the person saw. */
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
  /** SHA-256 of the token in the link, hex. */
  undo_token_hash: string;
  undone_at: NullableTimestamp;
  done_at: NullableTimestamp;
};

/** Consents, copies of somebody's data, and deletions. */
export type PrivacyTables = {
  consents: ConsentsTable;
  data_exports: DataExportsTable;
  account_deletions: AccountDeletionsTable;
};
