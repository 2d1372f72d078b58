import type { Register } from './personal-table.ts';

/** How a user logs in, who viewed the account, and the data exports and deletions of the account. */
export const accessData: Register = {
  sessions: {
    about: 'Devices that are logged in',
    why: 'To keep you logged in',
    owner: { column: 'user_id' },
    exported: ['sess', 'created_at', 'last_seen_at', 'confirmed_at', 'expire'],
    onDeletion: { rows: 'erased' },
  },
  account_tokens: {
    about: 'Links in emails about your account',
    why: 'To recognize a link when it is opened',
    owner: { column: 'user_id' },
    exported: { excludedBecause: 'Only hashes of secrets that expire within a day' },
    onDeletion: { rows: 'erased' },
  },
  two_factor_secrets: {
    about: 'Your second factor',
    why: 'To check the codes of your app',
    owner: { column: 'user_id' },
    exported: ['created_at', 'confirmed_at'],
    onDeletion: { rows: 'erased' },
  },
  recovery_codes: {
    about: 'Your recovery codes',
    why: 'To log you in without your app, once with each code',
    owner: { column: 'user_id' },
    exported: ['created_at', 'used_at'],
    onDeletion: { rows: 'erased' },
  },
  sign_in_challenges: {
    about: 'Logins that wait for a code',
    why: 'To remember for five minutes that the password was correct',
    owner: { column: 'user_id' },
    exported: { excludedBecause: 'Only hashes of secrets that expire within minutes' },
    onDeletion: { rows: 'erased' },
  },
  sign_ins: {
    about: 'Your logins, and attempts that failed',
    why: 'To show you who tried to use your account: network addresses are kept for 30 days, all other details for 13 months',
    owner: { column: 'user_id' },
    exported: ['at', 'outcome', 'method', 'user_agent', 'ip'],
    onDeletion: { rows: 'erased' },
  },
  account_views: {
    about: 'Times when an admin viewed the academy as you',
    why: 'To help you, and to show you when it happened',
    owner: { column: 'user_id' },
    exported: ['started_at', 'ends_at', 'ended_at'],
    onDeletion: { rows: 'erased' },
  },
  known_devices: {
    about: 'Devices that you logged in on',
    why: 'To notify you of a login on a new device',
    owner: { column: 'user_id' },
    exported: ['family', 'ip_prefix', 'created_at', 'last_seen_at'],
    onDeletion: { rows: 'erased' },
  },
  data_exports: {
    about: 'Copies of your data that you requested',
    why: 'To provide one a day, each for a week',
    owner: { column: 'user_id' },
    exported: ['requested_at', 'ready_at', 'expires_at', 'size_bytes'],
    onDeletion: { rows: 'erased' },
  },
  account_deletions: {
    about: 'Requested deletions of your account',
    why: 'To let you cancel the deletion, and to prove that it was done',
    owner: { column: 'user_id' },
    exported: ['requested_at', 'due_at', 'undone_at', 'done_at'],
    onDeletion: { rows: 'retained', cleared: [], because: 'Proof that the deletion was requested and done' },
  },
};
