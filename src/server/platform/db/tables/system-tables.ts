import type { Generated } from 'kysely';
import type { LogoTheme } from '../../../../shared/site-logos.ts';
import type {
  DefaultTimestamp,
  Json,
  JsonWithDefault,
  NullableDay,
  NullableTimestamp,
  Timestamp,
} from './column-types.ts';

export type AnalyticsEventsTable = {
  id: Generated<number>;
  event_name: string;
  user_id: string | null;
  session_id: string | null;
  properties: JsonWithDefault<Record<string, unknown>>;
  occurred_at: DefaultTimestamp;
};

/** The number of visits that began on each day (UTC). */
type VisitsTable = { day: string; count: number };

export type AuditLogTable = {
  id: Generated<number>;
  at: DefaultTimestamp;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  /** The user concerned: the account itself, or the owner of the payment, application or document. */
  about_user_id: string | null;
  ip: string | null;
  request_id: string | null;
  details: JsonWithDefault<Record<string, unknown>>;
};

type SettingsTable = {
  key: string;
  value: Json<unknown>;
  updated_by: string | null;
  updated_at: DefaultTimestamp;
};

/**
 * Each change of a text adds a version. The newest version whose `valid_from` is null or has passed is in effect.
 */
export type SiteTextsTable = {
  key: string;
  version: number;
  /** Null for the original text. */
  value: string | null;
  /** For legal texts: whether users who accepted an earlier version must accept this one. */
  needs_acceptance: Generated<boolean>;
  changed_by: string | null;
  changed_at: DefaultTimestamp;
  /** For legal texts: the first day on which the version is in effect; null means the day of the change. */
  valid_on: NullableDay;
  /** When the day `valid_on` begins; null if the version has been in effect since the change. */
  valid_from: NullableTimestamp;
};

export type SiteLogosTable = {
  theme: LogoTheme;
  image: Buffer;
  hash: string;
  width: number;
  height: number;
  changed_by: string | null;
  changed_at: DefaultTimestamp;
};

/**
 * What admins have confirmed as correct, such as default settings, the prices of the plans and the privacy notice.
 * `point` is one of `confirmationPoints`.
 */
type OwnerConfirmationsTable = {
  point: string;
  confirmed_by: string | null;
  confirmed_at: Timestamp;
};

/** The academy's own keys, encrypted. */
type SealedSecretsTable = { name: string; sealed: string; created_at: DefaultTimestamp };

/** `kind` names a table of public content. Each write to that table changes `version`. */
type ContentVersionsTable = { kind: string; version: Generated<string> };

type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null };

export type SystemTables = {
  settings: SettingsTable;
  site_texts: SiteTextsTable;
  site_logos: SiteLogosTable;
  owner_confirmations: OwnerConfirmationsTable;
  audit_log: AuditLogTable;
  analytics_events: AnalyticsEventsTable;
  visits: VisitsTable;
  content_versions: ContentVersionsTable;
  rate_limits: RateLimitsTable;
  /** The counters that must survive a crash of Postgres, which empties `rate_limits`. */
  lasting_rate_limits: RateLimitsTable;
  sealed_secrets: SealedSecretsTable;
};
