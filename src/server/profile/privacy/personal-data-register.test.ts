import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { Database } from '../../platform/db/schema.ts';
import { personalDataRegister, registeredTables, tablesWithoutOwner } from './personal-data-register.ts';

const app = setUpTestApp();

/** Column names that indicate personal data in any table. */
const personalColumn =
  '^(user_id|actor_id|email|to_address|ip|.*_ip|ip_address|user_agent|first_name|last_name|phone_number|address|date_of_birth|updated_by|created_by)$';

/**
 * Columns that the export omits, apart from row ids and the owner: secrets, ids that only Stripe and the server use,
 * what staff wrote for each other, and other values that only the server needs.
 */
const notExported: Partial<Record<keyof Database, string[]>> = {
  users: [
    'deleted_at',
    'deletion_due_at',
    'net_cents',
    'password_hash',
    'password_refused_at',
    'stripe_customer_email',
  ],
  kyc_events: ['actor_id', 'former', 'internal_note', 'ip'],
  kyc_applications: [
    'apologised_at',
    'assigned_at',
    'assigned_to',
    'document_number_hash1',
    'document_number_hash2',
    'document_number_sealed1',
    'document_number_sealed2',
    'document_number_tail1',
    'document_number_tail2',
    'document_upload1',
    'document_upload2',
    'internal_notes',
    'name_differs',
    'number_shared',
    'reviewed_by',
    'updated_at',
  ],
  uploads: [
    'claimed_at',
    'declared_size',
    'declared_type',
    'image_hash',
    'max_bytes',
    'put_expires_at',
    'secured_at',
    'stamp_problem',
    'storage_key',
    'ticket_hash',
  ],
  user_notes: ['author_id'],
  purchases: [
    'awaits_content',
    'checkout_expires_at',
    'checkout_session_id',
    'checkout_url',
    'customer_id',
    'delivery_note',
    'grant_reason',
    'granted_by',
    'grants_access',
    'held_reason',
    'payment_intent_id',
    'promotion_code_id',
    'revoke_reason',
    'updated_at',
  ],
  billing_payments: [
    'charge_id',
    'is_first_payment',
    'payment_intent_id',
    'read_sequence',
    'stripe_invoice_id',
    'updated_at',
  ],
  billing_refunds: [
    'end_access',
    'end_renewal',
    'reason',
    'renewal_ended_at',
    'requested_by',
    'stripe_refund_id',
    'updated_at',
  ],
  billing_disputes: [
    'evidence_due_at',
    'evidence_sent_by',
    'evidence_started_at',
    'evidence_statement',
    'renewal_ended_at',
    'standing',
    'updated_at',
  ],
  admin_tasks: ['decision', 'done_by', 'payment_id', 'source'],
  refund_requests: ['answered_by'],
  subscriptions: [
    'access_plan',
    'change_key',
    'change_started_at',
    'covered_plan',
    'credit_paid_at',
    'credit_plan',
    'credit_until',
    'customer_id',
    'due_cents',
    'free_upgrade_from',
    'free_upgrade_invoice_id',
    'has_foreign_schedule',
    'held_at',
    'is_duplicate',
    'latest_invoice_id',
    'needs_confirmation',
    'owes_only_upgrade',
    'pay_url',
    'price_final_for',
    'schedule_id',
    'sync_sequence',
    'synced_at',
    'unpaid_since',
    'unscheduled_plan',
    'updated_at',
  ],
  subscription_checkouts: [
    'checkout_expires_at',
    'checkout_session_id',
    'checkout_url',
    'customer_id',
    'promotion_code_id',
    'stripe_price_id',
    'subscription_id',
    'updated_at',
  ],
  promotion_redemptions: ['promotion_code_id', 'source_id'],
  plan_grants: ['granted_by', 'reason', 'revoke_reason'],
  user_progress: ['credited_until'],
  file_accesses: ['upload_id'],
  stamped_files: ['mark'],
  drill_tries: ['due_was'],
  drill_versions: ['body'],
  drills: ['place', 'sort', 'version'],
  decks: ['code', 'kind', 'pdf_number', 'product_id', 'published_at', 'sort'],
  coach_answers: ['created_by', 'place'],
  question_credits: ['grant_reason', 'granted_by', 'number', 'source_key', 'voided_at'],
  questions: [
    'claimed_at',
    'claimed_by',
    'late_told_at',
    'returned_at',
    'revealed_at',
    'revealed_on',
    'spot_id',
  ],
  homework: ['coach_id'],
  coaches: ['granted_by'],
  daily_answers: ['visitor_key'],
  daily_spots: ['leak', 'product_id', 'spot_id', 'updated_at', 'visitor_salt'],
  ranges: ['updated_at', 'withdrawn_at'],
  hands: [
    'big_units',
    'currency',
    'game',
    'hand_key',
    'hero_cards',
    'hero_net_units',
    'hero_position',
    'is_public',
    'kind',
    'model_version',
    'oddities',
    'pot_units',
    'reader_version',
    'seat_count',
    'site',
    'small_units',
    'updated_at',
    'verdict',
  ],
  hand_shares: ['token_hash'],
  notifications: ['dedupe_key'],
  analytics_events: ['session_id'],
  mail_messages: [
    'attempts',
    'body_html',
    'body_text',
    'dedupe_key',
    'dismissed_at',
    'failed_at',
    'last_error',
  ],
  contact_messages: ['answered_at', 'due_at', 'handled_by', 'version'],
  contact_entries: ['author_id', 'message_id'],
  sessions: ['sid', 'viewing_id'],
  two_factor_secrets: ['last_used_step', 'sealed'],
  recovery_codes: ['code_hash'],
  account_views: ['admin_id', 'reason'],
  known_devices: ['token_hash'],
  data_exports: ['status'],
  account_deletions: ['undo_token_hash'],
  audit_log: ['about_user_id', 'details', 'request_id'],
  settings: ['value'],
  site_texts: ['needs_acceptance', 'valid_from', 'valid_on', 'value'],
  site_logos: ['hash', 'height', 'image', 'width'],
  announcements: ['audience', 'link_label', 'link_path', 'tone', 'updated_at', 'version'],
  hand_links: ['at_action', 'at_seconds', 'page', 'pdf_number', 'product_id'],
  legal_notices: ['emailed', 'finished_at', 'last_user_id', 'recipients'],
  reply_templates: ['version'],
  product_file_versions: ['upload_id'],
};

async function columnsOf(table: string): Promise<{ name: string; nullable: boolean }[]> {
  const { rows } = await sql<{ name: string; nullable: boolean }>`
    select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(app.deps.db);
  return rows;
}

describe('the register of personal data', () => {
  it('contains every table that refers to users or has a personal column', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ ${personalColumn}
      union
      select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`.execute(app.deps.db);
    const known = new Set<string>([...registeredTables.map(([table]) => table), ...tablesWithoutOwner]);
    expect(rows.length).toBeGreaterThan(15);
    const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
    expect(unknown, 'add them to src/server/profile/privacy/register/').toEqual([]);
  });

  it.each(registeredTables)('the table %s has all columns that the register names', async (table, entry) => {
    const columns = await columnsOf(table);
    const names = columns.map(({ name }) => name);
    const used = [
      ...('excludedBecause' in entry.exported ? [] : entry.exported),
      entry.owner.through?.column ?? entry.owner.column,
      ...[entry.byOthers, entry.written].flatMap((rows) => (rows ? [rows.column, ...rows.exported] : [])),
    ];
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
    if (entry.onDeletion.rows === 'erased') return;
    const clearable = columns.filter(({ nullable }) => nullable).map(({ name }) => name);
    expect(entry.onDeletion.cleared.filter((name) => !clearable.includes(name))).toEqual([]);
  });

  it.each(registeredTables)(
    '`exported` of the table %s contains every column except those in `notExported`',
    async (table, { exported, owner }) => {
      if ('excludedBecause' in exported) return expect(notExported).not.toHaveProperty(table);
      const expected = new Set([...exported, 'id', owner.column]);
      const omitted = (await columnsOf(table)).map(({ name }) => name).filter((name) => !expected.has(name));
      expect(
        omitted.toSorted(),
        'add a new column to `exported` in src/server/profile/privacy/register/, or to `notExported` here',
      ).toEqual(notExported[table] ?? []);
    },
  );

  it('`cleared` of the table users contains every nullable column except the times of deletion and suspension', async () => {
    const { onDeletion } = personalDataRegister.users ?? {};
    const cleared = onDeletion?.rows === 'retained' ? onDeletion.cleared : [];
    const retained = (await columnsOf('users'))
      .filter(({ name, nullable }) => nullable && !cleared.includes(name))
      .map(({ name }) => name);
    expect(retained.toSorted()).toEqual(['deleted_at', 'suspended_at']);
  });
});
