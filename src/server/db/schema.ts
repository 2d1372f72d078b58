import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { AnnouncementAudience, AnnouncementTone } from '../../shared/announcements.ts';
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
import type { accessedKinds } from '../../shared/learning.ts';
import type { UploadPurpose } from '../../shared/limits.ts';
import type { NotificationKind } from '../../shared/notifications.ts';
import type { SignInMethod, SignInOutcome } from '../../shared/sign-in-security.ts';
import type { StampProblem } from '../../shared/stamping.ts';

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
  /** When an admin last signed in with a password that the strict policy refuses (D-72); null for all others. */
  password_refused_at: NullableTimestamp;
  /** IANA name; null counts days in UTC (O6). */
  time_zone: string | null;
  /** The last request in any session, to some minutes; null: never signed in. */
  last_seen_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type SessionsTable = {
  /** SHA-256 of the random id in the cookie, hex. */
  sid: string;
  sess: Json<{ userAgent: string | null; ip: string | null }>;
  expire: Timestamp;
  user_id: string;
  /** What lists show and end: neither the cookie's id nor its hash leaves. */
  id: Generated<string>;
  /** When the person last proved in it who they are (M8). */
  confirmed_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  last_seen_at: DefaultTimestamp;
  /** Set while its admin looks at the academy as a student (J13). */
  viewing_id: string | null;
};

/** Which admin looked at the academy as which student, and why (J13). */
export type AccountViewsTable = {
  id: Generated<string>;
  user_id: string;
  admin_id: string | null;
  reason: string;
  started_at: Timestamp;
  ends_at: Timestamp;
  /** Null when it ran until `ends_at`, or still runs. */
  ended_at: NullableTimestamp;
};

export type AnnouncementsTable = {
  id: Generated<string>;
  message: string;
  link_path: string | null;
  link_label: string | null;
  tone: AnnouncementTone;
  audience: AnnouncementAudience;
  starts_at: Timestamp;
  ends_at: Timestamp;
  version: Generated<number>;
  created_by: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

/** Every file that a product has had (J8). */
export type ProductFileVersionsTable = {
  id: Generated<string>;
  product_id: number;
  upload_id: string;
  number: number;
  added_by: string | null;
  added_at: DefaultTimestamp;
};

/** What a subscription was from a moment on; written by the database itself (J3). */
export type SubscriptionStatesTable = {
  id: Generated<number>;
  subscription_id: string;
  at: Timestamp;
  plan: PaidPlan;
  price_cents: number;
  is_running: boolean;
};

export type TwoFactorSecretsTable = {
  user_id: string;
  /** The shared secret of RFC 6238, sealed. */
  sealed: string;
  created_at: DefaultTimestamp;
  /** Null until a first code has shown that the app has it. */
  confirmed_at: NullableTimestamp;
  /** Number of the 30 seconds since 1970 whose code was used last: none up to it works again. */
  last_used_step: number | null;
};

export type RecoveryCodesTable = {
  id: Generated<string>;
  user_id: string;
  /** Keyed hash of the code. */
  code_hash: string;
  created_at: DefaultTimestamp;
  used_at: NullableTimestamp;
};

/** Sign-ins whose password was right and whose second step is still to come. */
export type SignInChallengesTable = {
  id: Generated<string>;
  user_id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  attempts: Generated<number>;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
};

export type SignInsTable = {
  id: Generated<number>;
  /** Null for an address without an account: a failure costs the same work for all (ACC-4). */
  user_id: string | null;
  at: DefaultTimestamp;
  outcome: SignInOutcome;
  method: SignInMethod | null;
  user_agent: string | null;
  ip: string | null;
};

export type KnownDevicesTable = {
  id: Generated<string>;
  user_id: string;
  /** SHA-256 of the token in the device's cookie, hex. */
  token_hash: string;
  /** Such as "Chrome on Windows". */
  family: string;
  ip_prefix: string;
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
  purpose: UploadPurpose;
  user_id: string | null;
  ticket_hash: string | null;
  storage_key: string;
  status: Generated<UploadStatus>;
  filename: string | null;
  /** Keyed hash of an identity document's bytes as they were sent: the same file on two accounts has the same. */
  image_hash: ColumnType<string | null, string | null | undefined, string | null>;
  declared_type: string | null;
  declared_size: number | null;
  max_bytes: number;
  content_type: string | null;
  size_bytes: number | null;
  put_expires_at: Timestamp;
  secured_at: NullableTimestamp;
  claimed_at: NullableTimestamp;
  erased_at: NullableTimestamp;
  /** Null as far as we know that it can be stamped. */
  stamp_problem: ColumnType<StampProblem | null, StampProblem | null | undefined, StampProblem | null>;
  created_at: DefaultTimestamp;
};

/** A reader's own copy of a PDF (D3). `mark` is the hash of what is stamped on it. */
export type StampedFilesTable = {
  user_id: string;
  upload_id: string;
  mark: string;
  size_bytes: number;
  created_at: DefaultTimestamp;
  used_at: DefaultTimestamp;
};

/** What the nightly comparison of database and file store found; one row at most. */
export type FileChecksTable = {
  id: Generated<number>;
  checked_at: Timestamp;
  /** Stored files below our prefixes. */
  files: number;
  /** Files that no row knew. */
  erased: number;
  /** The same, but so many that an admin has to allow it first. */
  withheld: number;
  erasing_allowed_at: NullableTimestamp;
};

/** Files that something needs and the store does not have. */
export type MissingFilesTable = { upload_id: string; found_at: DefaultTimestamp };

/** Beside the row in `uploads`. `store_id` is the store's own name of the upload. */
export type MultipartUploadsTable = {
  upload_id: string;
  store_id: string;
  part_bytes: number;
  part_count: number;
  /** Of the file, made in the browser: finds the unfinished upload of a file that is picked again. */
  fingerprint: string;
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
  /** When we said sorry that it takes longer than promised (D-81). */
  apologised_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

/** What stays of an application when its account is deleted (KYC-15). */
export type KycTombstonesTable = {
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
  /** The film as a file of ours; wins over `video_url`. */
  video_upload_id: string | null;
  /** WebVTT. */
  captions_upload_id: string | null;
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
  /** The terms that were in force when it was bought (F4). */
  policy_version: string | null;
  /** While a bank decides over its payment (PAY-20). */
  suspended_at: NullableTimestamp;
  /** Ended together with a partial refund. */
  access_ended_at: NullableTimestamp;
  /** Completed, not suspended, not ended: the one thing that access is decided by. Kept by the database. */
  grants_access: ColumnType<boolean, never, never>;
  /** The admin who gave it away (J6); null for what was bought, and once that account is gone. */
  granted_by: string | null;
  /** Set for what was given away. */
  grant_reason: string | null;
  revoke_reason: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type PaymentStatus = 'paid' | 'failed' | 'refunded' | 'disputed' | 'lost';

/** Every payment of a purchase or of a subscription's invoice. */
export type BillingPaymentsTable = {
  id: Generated<string>;
  user_id: string | null;
  purchase_id: string | null;
  subscription_id: string | null;
  stripe_invoice_id: string | null;
  payment_intent_id: string | null;
  charge_id: string | null;
  amount_cents: number;
  /** What has really gone back; pending refunds are not in it. */
  refunded_cents: Generated<number>;
  currency: Generated<string>;
  status: PaymentStatus;
  description: string;
  statement_descriptor: string | null;
  receipt_url: string | null;
  invoice_pdf_url: string | null;
  /** The first for its product, or of the first subscription (D-53). */
  is_first_payment: Generated<boolean>;
  policy_version: string | null;
  /** The payer has lost what was paid for. */
  access_ended_at: NullableTimestamp;
  /** Of the last read of Stripe that was applied; 0 = never read. */
  read_sequence: Generated<number>;
  paid_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';

export type BillingRefundsTable = {
  id: Generated<string>;
  payment_id: string;
  /** Null until Stripe has answered. */
  stripe_refund_id: string | null;
  amount_cents: number;
  reason: string | null;
  status: RefundStatus;
  failure_reason: string | null;
  /** Null for refunds that were made at Stripe. */
  requested_by: string | null;
  /** Null when nobody was asked: a full refund then ends access, a partial one does not. */
  end_access: boolean | null;
  end_renewal: Generated<boolean>;
  renewal_ended_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type DisputeStanding = 'open' | 'settled' | 'lost' | 'unclear';

export type BillingDisputesTable = {
  id: string;
  payment_id: string;
  /** Stripe's word. */
  status: string;
  /** What it means for access. */
  standing: DisputeStanding;
  reason: string;
  amount_cents: number;
  evidence_due_at: NullableTimestamp;
  created_at: Timestamp;
  updated_at: DefaultTimestamp;
};

export type RefundRequestsTable = {
  id: Generated<string>;
  payment_id: string;
  user_id: string | null;
  /** Cleared when the account is deleted. */
  reason: string | null;
  status: Generated<'open' | 'accepted' | 'declined'>;
  answer: string | null;
  answered_by: string | null;
  answered_at: NullableTimestamp;
  created_at: DefaultTimestamp;
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
  /** The amount of that price at Stripe, which never changes there. */
  stripe_price_cents: number | null;
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
  /** While a bank decides over one of its payments, or after one went back with its access. */
  suspended_at: NullableTimestamp;
  /** Of the read of Stripe that was applied last. */
  sync_sequence: Generated<number>;
  customer_id: string | null;
  currency: Generated<string>;
  /** The schedule that holds it at Stripe, for a downgrade. */
  schedule_id: string | null;
  pending_plan: PaidPlan | null;
  pending_from: NullableTimestamp;
  latest_invoice_id: string | null;
  /** Where an open invoice can be paid. */
  pay_url: string | null;
  /** The bank wants to hear from the cardholder before the open invoice is paid (E7). */
  needs_confirmation: Generated<boolean>;
  /** Another price a month, told to the subscriber at that moment (E13). */
  announced_price_cents: number | null;
  price_announced_at: NullableTimestamp;
  /** The same person has a newer one (PAY-9). */
  is_duplicate: Generated<boolean>;
  /** Set while somebody changes it at Stripe: one change at a time. */
  change_key: string | null;
  change_started_at: NullableTimestamp;
  synced_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type SubscriptionCheckoutsTable = {
  id: Generated<string>;
  user_id: string;
  plan: PaidPlan;
  price_cents: number;
  stripe_price_id: string;
  customer_id: string;
  status: Generated<'open' | 'completed' | 'ended'>;
  subscription_id: string | null;
  checkout_session_id: string | null;
  checkout_url: string | null;
  checkout_expires_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type StripeEventPullsTable = { name: string; seen_until: Timestamp };

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
  revoke_reason: string | null;
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
  /** Up to when the person's time was counted. */
  credited_until: NullableTimestamp;
  updated_at: DefaultTimestamp;
};

export type SessionNotesTable = {
  id: Generated<string>;
  user_id: string;
  session_id: number;
  at_seconds: number | null;
  text: string;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type FileAccessesTable = {
  id: Generated<number>;
  user_id: string;
  kind: AccessedKind;
  product_id: number | null;
  pdf_number: number | null;
  upload_id: string | null;
  title: string;
  content_type: string;
  ip_prefix: string | null;
  opened_at: DefaultTimestamp;
};

/** What somebody starred (G7): a session (no page), or a page of a PDF. */
export type BookmarksTable = {
  id: Generated<number>;
  user_id: string;
  product_id: number | null;
  pdf_number: number | null;
  page: number | null;
  created_at: DefaultTimestamp;
};

export type ReadingPositionsTable = {
  id: Generated<number>;
  user_id: string;
  /** One of the two: a product's PDF or a coaching plan. */
  product_id: number | null;
  pdf_number: number | null;
  page: number;
  page_count: number;
  updated_at: DefaultTimestamp;
};

export type NotificationsTable = {
  id: Generated<string>;
  user_id: string;
  kind: NotificationKind;
  title: string;
  body: Generated<string>;
  path: string | null;
  dedupe_key: string;
  read_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

/** What admins wrote down about somebody. */
export type UserNotesTable = {
  id: Generated<string>;
  user_id: string;
  author_id: string | null;
  text: string;
  created_at: DefaultTimestamp;
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
  study_seconds: Generated<number>;
  /** 1 (bad) to 5 (good). */
  mood: number | null;
  /** What the person said; null: computed. */
  completed_forced: boolean | null;
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

/** What the owner said is right, of the settings and facts that are only our guesses (J14). */
export type OwnerConfirmationsTable = {
  point: string;
  confirmed_by: string | null;
  confirmed_at: Timestamp;
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
  handled_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: DefaultTimestamp;
};

/** `kind` is a table of what everybody is shown; `version` changes with every write of it. */
export type ContentVersionsTable = { kind: string; version: Generated<string> };

/** Kept figures: the sum of both tables. What belongs to no day stands at `-infinity`. */
export type CountsTable = { name: string; day: Day; value: number };
export type CountChangesTable = { id: Generated<number>; name: string; day: Day; delta: number };

/** Rank of the plan (`planRank`) of everybody who has or had one, as it is between two moments. */
export type MemberPlansTable = {
  user_id: string;
  rank: number;
  /** Neither an admin nor deleted (D-67). */
  is_counted: boolean;
  valid_from: Timestamp;
  valid_until: Timestamp;
};

/** A view: when each subscription and grant gives which rank. */
export type PlanFactsView = { holder: string; rank: number; live_from: Timestamp; live_until: Timestamp };

export type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null };

export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  account_views: AccountViewsTable;
  announcements: AnnouncementsTable;
  product_file_versions: ProductFileVersionsTable;
  subscription_states: SubscriptionStatesTable;
  account_tokens: AccountTokensTable;
  two_factor_secrets: TwoFactorSecretsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  sign_ins: SignInsTable;
  known_devices: KnownDevicesTable;
  rate_limits: RateLimitsTable;
  uploads: UploadsTable;
  multipart_uploads: MultipartUploadsTable;
  stamped_files: StampedFilesTable;
  file_checks: FileChecksTable;
  missing_files: MissingFilesTable;
  kyc_applications: KycApplicationsTable;
  kyc_events: KycEventsTable;
  kyc_tombstones: KycTombstonesTable;
  products: ProductsTable;
  coaching_pdfs: CoachingPdfsTable;
  purchases: PurchasesTable;
  billing_payments: BillingPaymentsTable;
  billing_refunds: BillingRefundsTable;
  billing_disputes: BillingDisputesTable;
  refund_requests: RefundRequestsTable;
  stripe_events: StripeEventsTable;
  plans: PlansTable;
  subscriptions: SubscriptionsTable;
  subscription_checkouts: SubscriptionCheckoutsTable;
  stripe_event_pulls: StripeEventPullsTable;
  plan_grants: PlanGrantsTable;
  user_progress: UserProgressTable;
  daily_goals: DailyGoalsTable;
  session_notes: SessionNotesTable;
  file_accesses: FileAccessesTable;
  reading_positions: ReadingPositionsTable;
  bookmarks: BookmarksTable;
  notifications: NotificationsTable;
  analytics_events: AnalyticsEventsTable;
  audit_log: AuditLogTable;
  settings: SettingsTable;
  owner_confirmations: OwnerConfirmationsTable;
  mail_messages: MailMessagesTable;
  mail_preferences: MailPreferencesTable;
  consents: ConsentsTable;
  data_exports: DataExportsTable;
  account_deletions: AccountDeletionsTable;
  contact_messages: ContactMessagesTable;
  sealed_secrets: SealedSecretsTable;
  user_notes: UserNotesTable;
  content_versions: ContentVersionsTable;
  counts: CountsTable;
  count_changes: CountChangesTable;
  member_plans: MemberPlansTable;
  plan_facts: PlanFactsView;
};

export type AccessedKind = (typeof accessedKinds)[number];

export type UserRow = Selectable<UsersTable>;
export type UploadRow = Selectable<UploadsTable>;
export type KycApplicationRow = Selectable<KycApplicationsTable>;
export type NewKycApplication = Insertable<KycApplicationsTable>;
export type ProductRow = Selectable<ProductsTable>;
export type PurchaseRow = Selectable<PurchasesTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type SubscriptionCheckoutRow = Selectable<SubscriptionCheckoutsTable>;
export type PlanGrantRow = Selectable<PlanGrantsTable>;
export type BillingPaymentRow = Selectable<BillingPaymentsTable>;
export type BillingRefundRow = Selectable<BillingRefundsTable>;
export type BillingDisputeRow = Selectable<BillingDisputesTable>;
