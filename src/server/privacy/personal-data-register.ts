import type { Database } from '../db/schema.ts';

export type PersonalTable = {
  /** What it holds about a person, as the copy of their data says it. */
  about: string;
  why: string;
  /** The column that names the person, of this table or of the one that `through` points to. */
  owner: {
    column: string;
    through?: { column: string; table: keyof Database };
    /** Rows written without signing in go as well when they hold the account's address; the copy leaves them out. */
    emailColumn?: string;
  };
  /** Columns of the copy (D-61), or why there are none. */
  exported: readonly string[] | { notBecause: string };
  onDeletion:
    | { rows: 'erased' }
    /** `cleared` columns become null. */
    | { rows: 'kept'; cleared: readonly string[]; because: string };
};

/**
 * Every table that knows people (N3). Both the copy of somebody's data and the deletion of an account work through
 * this list, in this order; a test compares it with the database.
 */
export const personalDataRegister: Partial<Record<keyof Database, PersonalTable>> = {
  users: {
    about: 'Your account',
    why: 'To sign you in, to call you by your name and to reach you',
    owner: { column: 'id' },
    exported: [
      'id',
      'email',
      'first_name',
      'last_name',
      'profile_image_url',
      'role',
      'kyc_status',
      'date_of_birth',
      'phone_number',
      'address',
      'city',
      'state',
      'country',
      'postal_code',
      'stripe_customer_id',
      'email_verified_at',
      'two_factor_enabled_at',
      'suspended_at',
      'created_at',
      'updated_at',
    ],
    onDeletion: {
      rows: 'kept',
      cleared: [
        'profile_image_url',
        'date_of_birth',
        'phone_number',
        'address',
        'city',
        'state',
        'country',
        'postal_code',
        'stripe_customer_id',
        'email_verified_at',
        'two_factor_enabled_at',
        'deletion_due_at',
      ],
      because: 'Purchases and the audit log refer to its id; email, password and names are replaced',
    },
  },
  kyc_events: {
    about: 'The history of your identity applications',
    why: 'To show how an application was decided',
    owner: { column: 'user_id', through: { column: 'application_id', table: 'kyc_applications' } },
    exported: ['application_id', 'kind', 'from_status', 'to_status', 'reason_code', 'note', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  kyc_applications: {
    about: 'Your identity applications',
    why: 'To make sure that one person is behind one account',
    owner: { column: 'user_id' },
    exported: [
      'id',
      'status',
      'first_name',
      'last_name',
      'date_of_birth',
      'phone_number',
      'address',
      'city',
      'state',
      'country',
      'postal_code',
      'document_type1',
      'document_type2',
      'document_number1',
      'document_number2',
      'reviewed_at',
      'admin_notes',
      'reason_code',
      'can_resubmit',
      'requested_items',
      'superseded_at',
      'documents_erased_at',
      'created_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  uploads: {
    about: 'Files you sent',
    why: 'To review your identity',
    owner: { column: 'user_id' },
    exported: [
      'id',
      'purpose',
      'status',
      'filename',
      'content_type',
      'size_bytes',
      'created_at',
      'erased_at',
    ],
    onDeletion: {
      rows: 'kept',
      cleared: ['filename'],
      because: 'The files are erased at once; the rows prove it',
    },
  },
  purchases: {
    about: 'Your purchases and receipts',
    why: 'To deliver what you bought, and for the books',
    owner: { column: 'user_id' },
    exported: [
      'id',
      'product_type',
      'product_name',
      'amount_cents',
      'currency',
      'status',
      'refunded_cents',
      'purchased_at',
      'created_at',
    ],
    onDeletion: { rows: 'kept', cleared: ['checkout_url'], because: 'Tax law asks for records of sales' },
  },
  subscriptions: {
    about: 'Your subscriptions',
    why: 'To know which plan you have paid for',
    owner: { column: 'user_id' },
    exported: [
      'id',
      'plan',
      'status',
      'price_cents',
      'current_period_end',
      'cancel_at_period_end',
      'created_at',
    ],
    onDeletion: { rows: 'kept', cleared: [], because: 'Tax law asks for records of sales' },
  },
  plan_grants: {
    about: 'Plans you were given',
    why: 'To know which plan you have',
    owner: { column: 'user_id' },
    exported: ['plan', 'amount_cents', 'description', 'starts_at', 'ends_at', 'revoked_at', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  user_progress: {
    about: 'Your progress and notes',
    why: 'To go on where you stopped',
    owner: { column: 'user_id' },
    exported: [
      'session_id',
      'status',
      'started_at',
      'completed_at',
      'time_spent',
      'position_seconds',
      'notes',
      'rating',
      'updated_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  daily_goals: {
    about: 'Your daily goals',
    why: 'To show how far you are',
    owner: { column: 'user_id' },
    exported: [
      'date',
      'study_time_goal',
      'actual_study_time',
      'sessions_completed',
      'hands_played',
      'win_loss_cents',
      'notes',
      'completed',
      'updated_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  analytics_events: {
    about: 'What you opened',
    why: 'To see which parts of the academy are used',
    owner: { column: 'user_id' },
    exported: ['event_name', 'properties', 'occurred_at'],
    onDeletion: { rows: 'erased' },
  },
  consents: {
    about: 'What you agreed to',
    why: 'To prove it',
    owner: { column: 'user_id' },
    exported: ['kind', 'version', 'statement', 'given_at', 'ip'],
    onDeletion: { rows: 'kept', cleared: ['ip'], because: 'Proof of the contract until claims expire' },
  },
  mail_preferences: {
    about: 'Mails you switched off or on',
    why: 'To send only what you want',
    owner: { column: 'user_id' },
    exported: ['kind', 'enabled', 'updated_at'],
    onDeletion: { rows: 'erased' },
  },
  mail_messages: {
    about: 'Mails we sent you',
    why: 'To deliver them, and to know what you were told',
    owner: { column: 'user_id' },
    exported: ['kind', 'to_address', 'subject', 'status', 'created_at', 'sent_at'],
    onDeletion: { rows: 'erased' },
  },
  contact_messages: {
    about: 'What you wrote to us while signed in',
    why: 'To answer you',
    owner: { column: 'user_id', emailColumn: 'email' },
    exported: ['name', 'email', 'topic', 'message', 'created_at', 'handled_at'],
    onDeletion: { rows: 'erased' },
  },
  sessions: {
    about: 'Devices that are signed in',
    why: 'To keep you signed in',
    owner: { column: 'user_id' },
    exported: ['sess', 'created_at', 'last_seen_at', 'expire'],
    onDeletion: { rows: 'erased' },
  },
  account_tokens: {
    about: 'Links in mails about your account',
    why: 'To know a link again',
    owner: { column: 'user_id' },
    exported: { notBecause: 'Only hashes of secrets that end within a day' },
    onDeletion: { rows: 'erased' },
  },
  data_exports: {
    about: 'Copies of your data that you asked for',
    why: 'To hand them out once a day, for a week',
    owner: { column: 'user_id' },
    exported: ['requested_at', 'ready_at', 'expires_at', 'size_bytes'],
    onDeletion: { rows: 'erased' },
  },
  account_deletions: {
    about: 'Deletions of your account that you asked for',
    why: 'To let you change your mind, and to prove that it was done',
    owner: { column: 'user_id' },
    exported: ['requested_at', 'due_at', 'undone_at', 'done_at'],
    onDeletion: { rows: 'kept', cleared: [], because: 'Proof that the deletion was asked for and done' },
  },
  audit_log: {
    about: 'What you did that is recorded for safety',
    why: 'To clear up abuse and mistakes',
    owner: { column: 'actor_id' },
    exported: ['at', 'action', 'subject_type', 'subject_id', 'ip'],
    onDeletion: {
      rows: 'kept',
      cleared: [],
      because: 'Append-only: ids, what happened and network addresses, never names or what was typed',
    },
  },
  settings: {
    about: 'Settings of the academy that you changed',
    why: 'To know who changed them',
    owner: { column: 'updated_by' },
    exported: ['key', 'updated_at'],
    onDeletion: { rows: 'kept', cleared: ['updated_by'], because: 'The settings are the academy’s' },
  },
};

/** The entries with their tables, in the order in which they are worked through. */
export const registeredTables = Object.entries(personalDataRegister) as [keyof Database, PersonalTable][];

/** Rate limits are counted by lower-case email or by id in their key, and belong to nobody by a column. */
export const tablesWithoutOwner = ['rate_limits'] as const;
