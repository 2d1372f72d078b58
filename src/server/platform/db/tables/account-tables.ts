import type { Generated, Selectable } from 'kysely';
import type { SignInMethod, SignInOutcome } from '../../../../shared/auth/sign-in-security.ts';
import type { KycStatus, Role } from '../../../../shared/enums.ts';
import type { DefaultTimestamp, Json, NullableDay, NullableTimestamp, Timestamp } from './column-types.ts';

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
  /** The email address last sent to Stripe for this customer. */
  stripe_customer_email: string | null;
  email_verified_at: NullableTimestamp;
  two_factor_enabled_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  deleted_at: NullableTimestamp;
  /** When the account will be deleted. Until then, the deletion can be undone, and the user cannot log in. */
  deletion_due_at: NullableTimestamp;
  /** When a login first showed that an admin's or a coach's password violates the strict policy; null otherwise. */
  password_refused_at: NullableTimestamp;
  /** IANA name; if null, days are counted in UTC. */
  time_zone: string | null;
  /** The minutes a day that the user wants to practice; null for the default. */
  drill_minutes: number | null;
  /** The last request in any session, accurate to ten minutes; null if the user has never logged in. */
  last_seen_at: NullableTimestamp;
  /** The amount paid, less refunds and lost disputes, in US cents. Updated by triggers on purchases and payments. */
  net_cents: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

type SessionsTable = {
  /** SHA-256 of the random id in the cookie, hex. */
  sid: string;
  /** Facts about the login that began the session. `country` is a two-letter code; absent if unknown. */
  sess: Json<{ userAgent: string | null; ip: string | null; country?: string }>;
  expire: Timestamp;
  user_id: string;
  /** Identifies the session in lists: neither the cookie's id nor its hash leaves the server. */
  id: Generated<string>;
  /** When the user last authenticated in this session. */
  confirmed_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  last_seen_at: DefaultTimestamp;
  /** The impersonation (`account_views`) that this admin's session is in; null outside of one. */
  viewing_id: string | null;
};

/** Which admin impersonated which student, and why. */
type AccountViewsTable = {
  id: Generated<string>;
  user_id: string;
  admin_id: string | null;
  reason: string;
  started_at: Timestamp;
  ends_at: Timestamp;
  /** Null while the impersonation runs, and if it ran until `ends_at`. */
  ended_at: NullableTimestamp;
};

type TwoFactorSecretsTable = {
  user_id: string;
  /** The shared secret of RFC 6238, sealed. */
  sealed: string;
  created_at: DefaultTimestamp;
  /** Null until a first code has confirmed the setup. */
  confirmed_at: NullableTimestamp;
  /** The 30-second step since 1970 of the last used code; codes of this and earlier steps are rejected. */
  last_used_step: number | null;
};

type RecoveryCodesTable = {
  id: Generated<string>;
  user_id: string;
  /** Keyed hash of the code. */
  code_hash: string;
  created_at: DefaultTimestamp;
  used_at: NullableTimestamp;
};

/** Logins with a correct password that wait for the second factor. */
type SignInChallengesTable = {
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
  /** Null if no account has the email. Such a failed login is stored too, so that it takes as long as any other. */
  user_id: string | null;
  at: DefaultTimestamp;
  outcome: SignInOutcome;
  method: SignInMethod | null;
  user_agent: string | null;
  ip: string | null;
};

type KnownDevicesTable = {
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

type AccountTokensTable = {
  id: Generated<string>;
  user_id: string;
  purpose: AccountTokenPurpose;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
};

/** Admins' notes about a user. */
type UserNotesTable = {
  id: Generated<string>;
  user_id: string;
  author_id: string | null;
  text: string;
  created_at: DefaultTimestamp;
};

type UserTagsTable = {
  user_id: string;
  tag: string;
  created_at: DefaultTimestamp;
};

export type AccountTables = {
  users: UsersTable;
  sessions: SessionsTable;
  account_views: AccountViewsTable;
  account_tokens: AccountTokensTable;
  two_factor_secrets: TwoFactorSecretsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  sign_ins: SignInsTable;
  known_devices: KnownDevicesTable;
  user_notes: UserNotesTable;
  user_tags: UserTagsTable;
};

export type UserRow = Selectable<UsersTable>;
