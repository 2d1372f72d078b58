import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { ContactTopic } from '../../shared/contact.ts';
import type {
  Difficulty,
  DocumentType,
  KycStatus,
  ProductType,
  PurchaseStatus,
  Role,
  SubscriptionPlan,
} from '../../shared/enums.ts';
import type { KycEventKind } from '../../shared/kyc.ts';
import type { KycReason, RequestedItem } from '../../shared/kyc-reasons.ts';
import type { UploadPurpose } from '../../shared/limits.ts';

/** ISO text out (the pool's parser), ISO text or Date in. */
type Timestamp = ColumnType<string, string | Date, string | Date>;
type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>;
/** `YYYY-MM-DD` text both ways. */
type Day = ColumnType<string, string, string>;
type NullableDay = ColumnType<string | null, string | null | undefined, string | null>;
/** Written as JSON text, read parsed. */
type Json<T> = ColumnType<T, string, string>;
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

export type UsersTable = {
  id: Generated<string>;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  profile_image_url: string | null;
  role: Generated<Role>;
  kyc_status: Generated<KycStatus>;
  date_of_birth: NullableDay;
  phone_number: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  postal_code: string | null;
  stripe_customer_id: string | null;
  email_verified_at: NullableTimestamp;
  two_factor_enabled_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  deleted_at: NullableTimestamp;
  /** While somebody may still undo the deletion of the account (D-62): nobody can sign in. */
  deletion_due_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type SessionsTable = {
  /** SHA-256 of the random id in the cookie, hex. */
  sid: string;
  sess: Json<{ userAgent: string | null; ip: string | null }>;
  expire: Timestamp;
  user_id: string;
  created_at: DefaultTimestamp;
  last_seen_at: DefaultTimestamp;
};

export type AccountTokenPurpose = 'verify_email' | 'reset_password';

export type AccountTokensTable = {
  id: Generated<string>;
  user_id: string;
  purpose: AccountTokenPurpose;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
};

export type UploadStatus = 'issued' | 'secured' | 'claimed' | 'erased';

export type UploadsTable = {
  id: Generated<string>;
  purpose: UploadPurpose | 'session_video';
  user_id: string | null;
  ticket_hash: string | null;
  storage_key: string;
  status: Generated<UploadStatus>;
  filename: string | null;
  declared_type: string | null;
  declared_size: number | null;
  max_bytes: number;
  content_type: string | null;
  size_bytes: number | null;
  put_expires_at: Timestamp;
  secured_at: NullableTimestamp;
  claimed_at: NullableTimestamp;
  erased_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

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
  /** Clear numbers of earlier versions until the next start seals them; null ever after. */
  document_number1: string | null;
  document_number2: string | null;
  document_number_sealed1: string | null;
  document_number_sealed2: string | null;
  /** Keyed hash of the normalised number: equal numbers of different people have equal hashes. */
  document_number_hash1: string | null;
  document_number_hash2: string | null;
  /** The last 4 characters. */
  document_number_tail1: string | null;
  document_number_tail2: string | null;
  /** When the retention job erased both pictures (D-31). */
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
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
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
  /** What a decision changed, for taking it back. */
  former: ColumnType<FormerDecision | null, string | null | undefined, string | null>;
  ip: string | null;
  created_at: DefaultTimestamp;
};

/** An application's decision as it was before the next one. */
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

export type ProductsTable = {
  id: Generated<number>;
  type: ProductType;
  product_number: number;
  title: string;
  description: Generated<string>;
  difficulty: Generated<Difficulty>;
  price_cents: number;
  is_active: Generated<boolean>;
  is_free: Generated<boolean>;
  file_upload_id: string | null;
  video_url: string | null;
  content: string | null;
  category: string | null;
  estimated_duration: number | null;
  prerequisites: string | null;
  deleted_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type CoachingPdfsTable = {
  id: Generated<string>;
  pdf_number: number;
  title: string;
  description: Generated<string>;
  difficulty: Generated<Difficulty>;
  required_plan: Exclude<SubscriptionPlan, 'custom'>;
  file_upload_id: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type PurchasesTable = {
  id: Generated<string>;
  user_id: string | null;
  product_id: number | null;
  product_type: ProductType;
  product_name: string;
  amount_cents: number;
  currency: Generated<string>;
  status: Generated<PurchaseStatus>;
  held_reason: string | null;
  refunded_cents: Generated<number>;
  payment_intent_id: string | null;
  checkout_session_id: string | null;
  checkout_url: string | null;
  checkout_expires_at: NullableTimestamp;
  purchased_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type StripeEventsTable = {
  id: string;
  type: string;
  object_id: string | null;
  livemode: boolean;
  api_version: string | null;
  created_at: Timestamp;
  status: Generated<'received' | 'processed' | 'ignored'>;
  reason: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  received_at: DefaultTimestamp;
  processed_at: NullableTimestamp;
};

export type PaidPlan = 'silver' | 'gold' | 'diamond';

export type PlansTable = {
  plan: PaidPlan;
  price_cents: number;
  list_price_cents: number;
  stripe_price_id: string | null;
  updated_at: DefaultTimestamp;
};

export type SubscriptionsTable = {
  id: string;
  user_id: string;
  plan: PaidPlan;
  status: string;
  price_cents: number;
  current_period_end: NullableTimestamp;
  cancel_at_period_end: Generated<boolean>;
  past_due_since: NullableTimestamp;
  sync_sequence: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type PlanGrantsTable = {
  id: Generated<string>;
  user_id: string;
  plan: PaidPlan | 'custom';
  amount_cents: number | null;
  description: string | null;
  reason: string;
  starts_at: DefaultTimestamp;
  ends_at: NullableTimestamp;
  granted_by: string | null;
  revoked_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

export type UserProgressTable = {
  user_id: string;
  session_id: number;
  status: 'in_progress' | 'completed';
  started_at: DefaultTimestamp;
  completed_at: NullableTimestamp;
  time_spent: Generated<number>;
  position_seconds: Generated<number>;
  notes: string | null;
  rating: number | null;
  updated_at: DefaultTimestamp;
};

export type DailyGoalsTable = {
  user_id: string;
  date: Day;
  study_time_goal: number | null;
  actual_study_time: Generated<number>;
  sessions_completed: Generated<number>;
  hands_played: number | null;
  win_loss_cents: number | null;
  notes: string | null;
  completed: Generated<boolean>;
  updated_at: DefaultTimestamp;
};

export type AnalyticsEventsTable = {
  id: Generated<number>;
  event_name: string;
  user_id: string | null;
  session_id: string | null;
  properties: JsonWithDefault<Record<string, unknown>>;
  occurred_at: DefaultTimestamp;
};

export type AuditLogTable = {
  id: Generated<number>;
  at: DefaultTimestamp;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  ip: string | null;
  request_id: string | null;
  details: JsonWithDefault<Record<string, unknown>>;
};

export type SettingsTable = {
  key: string;
  value: Json<unknown>;
  updated_by: string | null;
  updated_at: DefaultTimestamp;
};

export type MailMessagesTable = {
  id: Generated<string>;
  kind: string;
  user_id: string | null;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  dedupe_key: string;
  status: Generated<'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: DefaultTimestamp;
  sent_at: NullableTimestamp;
};

export type MailPreferencesTable = {
  user_id: string;
  kind: string;
  enabled: boolean;
  updated_at: DefaultTimestamp;
};

export type ConsentKind = 'terms' | 'privacy' | 'withdrawal_waiver' | 'marketing';

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

export type DataExportStatus = 'requested' | 'ready' | 'failed' | 'expired';

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

export type SealedSecretsTable = { name: string; sealed: string; created_at: DefaultTimestamp };

export type ContactMessagesTable = {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  due_at: NullableTimestamp;
  handled_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

export type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null };

export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  account_tokens: AccountTokensTable;
  rate_limits: RateLimitsTable;
  uploads: UploadsTable;
  kyc_applications: KycApplicationsTable;
  kyc_events: KycEventsTable;
  products: ProductsTable;
  coaching_pdfs: CoachingPdfsTable;
  purchases: PurchasesTable;
  stripe_events: StripeEventsTable;
  plans: PlansTable;
  subscriptions: SubscriptionsTable;
  plan_grants: PlanGrantsTable;
  user_progress: UserProgressTable;
  daily_goals: DailyGoalsTable;
  analytics_events: AnalyticsEventsTable;
  audit_log: AuditLogTable;
  settings: SettingsTable;
  mail_messages: MailMessagesTable;
  mail_preferences: MailPreferencesTable;
  consents: ConsentsTable;
  data_exports: DataExportsTable;
  account_deletions: AccountDeletionsTable;
  contact_messages: ContactMessagesTable;
  sealed_secrets: SealedSecretsTable;
};

export type UserRow = Selectable<UsersTable>;
export type UploadRow = Selectable<UploadsTable>;
export type KycApplicationRow = Selectable<KycApplicationsTable>;
export type NewKycApplication = Insertable<KycApplicationsTable>;
export type ProductRow = Selectable<ProductsTable>;
export type PurchaseRow = Selectable<PurchasesTable>;
