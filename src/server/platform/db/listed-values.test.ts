import { type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tierPlans } from '../../../shared/access/tier-gate.ts';
import { adminTaskKinds, taskDecisions } from '../../../shared/admin/admin-tasks.ts';
import { noticeDocuments } from '../../../shared/auth/consents.ts';
import { signInMethods, signInOutcomes } from '../../../shared/auth/sign-in-security.ts';
import { questionStatuses } from '../../../shared/coaching/question-status.ts';
import {
  difficulties,
  documentTypes,
  kycStatuses,
  productTypes,
  purchaseStatuses,
  roles,
} from '../../../shared/enums.ts';
import { shareModes } from '../../../shared/hands/hands.ts';
import { kycEventKinds } from '../../../shared/kyc/kyc.ts';
import { kycReasons, requestedItems } from '../../../shared/kyc/kyc-reasons.ts';
import { accessedKinds } from '../../../shared/learning/learning.ts';
import { studyAims, studyGames, studyStakes } from '../../../shared/learning/study-choices.ts';
import { uploadPurposes } from '../../../shared/limits.ts';
import { announcementAudiences, announcementTones } from '../../../shared/messages/announcements.ts';
import { contactTopics } from '../../../shared/messages/contact.ts';
import { contactEntryKinds } from '../../../shared/messages/contact-messages.ts';
import { grantablePlans, paidPlans } from '../../../shared/payments/billing.ts';
import { promotionScopeKinds } from '../../../shared/payments/promotion-codes.ts';
import { disputeStandings, paymentStatuses, refundStatuses } from '../../../shared/payments/refunds.ts';
import { streetNames } from '../../../shared/poker/deal.ts';
import { deckKinds, drillKinds } from '../../../shared/practice/drills.ts';
import { stampProblems } from '../../../shared/shop/stamping.ts';
import { logoThemes } from '../../../shared/site-logos.ts';
import { cloneDatabase } from '../../../testing/test-db.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import type { Database } from './schema.ts';

/** The values of a column, as its TypeScript type lists them: a missing value, or one too many, does not compile. */
function typed<Table extends keyof Database, Column extends keyof Selectable<Database[Table]> & string>(
  table: Table,
  column: Column,
  values: Record<NonNullable<Selectable<Database[Table]>[Column]> & string, true>,
): Record<string, string[]> {
  return { [`${table}.${column}`]: Object.keys(values) };
}

/** What the code may store in each column that has a check constraint with a list of values. */
const allowed: Record<string, readonly string[]> = {
  'admin_tasks.decision': taskDecisions,
  'admin_tasks.kind': adminTaskKinds,
  'announcements.audience': announcementAudiences,
  'announcements.tone': announcementTones,
  'billing_disputes.standing': disputeStandings,
  'billing_payments.covers_plan': paidPlans,
  'billing_payments.status': paymentStatuses,
  'billing_refunds.status': refundStatuses,
  'coaching_pdfs.difficulty': difficulties,
  'coaching_pdfs.required_plan': tierPlans,
  'contact_entries.kind': contactEntryKinds,
  'contact_messages.topic': contactTopics,
  'decks.kind': deckKinds,
  'drills.kind': drillKinds,
  'file_accesses.kind': accessedKinds,
  'hand_shares.mode': shareModes,
  'kyc_applications.document_type1': documentTypes,
  'kyc_applications.document_type2': documentTypes,
  'kyc_applications.reason_code': kycReasons,
  'kyc_applications.requested_items': requestedItems,
  'kyc_applications.status': kycStatuses,
  'kyc_events.from_status': kycStatuses,
  'kyc_events.kind': kycEventKinds,
  'kyc_events.reason_code': kycReasons,
  'kyc_events.to_status': kycStatuses,
  'kyc_tombstones.status': kycStatuses,
  'legal_notices.document': noticeDocuments,
  'plan_grants.plan': grantablePlans,
  'plans.plan': paidPlans,
  'products.difficulty': difficulties,
  'products.type': productTypes,
  'promotion_codes.plan': paidPlans,
  'promotion_codes.scope': promotionScopeKinds,
  'purchases.product_type': productTypes,
  'purchases.status': purchaseStatuses,
  'questions.status': questionStatuses,
  'questions.street': streetNames,
  'sign_ins.method': signInMethods,
  'sign_ins.outcome': signInOutcomes,
  'site_logos.theme': logoThemes,
  'study_profiles.aim': Object.keys(studyAims),
  'study_profiles.game': Object.keys(studyGames),
  'study_profiles.stakes': Object.keys(studyStakes),
  'subscription_checkouts.plan': paidPlans,
  'subscriptions.covered_plan': paidPlans,
  'subscriptions.credit_plan': paidPlans,
  'subscriptions.free_upgrade_from': paidPlans,
  'subscriptions.pending_plan': paidPlans,
  'subscriptions.plan': paidPlans,
  'subscriptions.unscheduled_plan': paidPlans,
  'uploads.purpose': uploadPurposes,
  'uploads.stamp_problem': stampProblems,
  'users.kyc_status': kycStatuses,
  'users.role': roles,
  ...typed('account_tokens', 'purpose', { verify_email: true, reset_password: true }),
  ...typed('consents', 'kind', { terms: true, privacy: true, withdrawal_waiver: true, marketing: true }),
  ...typed('data_exports', 'status', { requested: true, ready: true, failed: true, expired: true }),
  ...typed('hands', 'kind', { cash: true, tournament: true }),
  ...typed('hands', 'verdict', { sound: true, odd: true }),
  ...typed('mail_messages', 'status', { queued: true, sent: true, failed: true }),
  ...typed('question_credits', 'source', {
    plan: true,
    product: true,
    welcome: true,
    grant: true,
    returned: true,
  }),
  ...typed('refund_requests', 'status', { open: true, accepted: true, declined: true }),
  ...typed('stripe_events', 'status', { received: true, processed: true, ignored: true }),
  ...typed('study_suggestions', 'kind', { session: true, plan: true, product: true }),
  ...typed('subscription_checkouts', 'status', { open: true, completed: true, ended: true }),
  ...typed('uploads', 'status', { issued: true, secured: true, claimed: true, erased: true }),
  ...typed('user_progress', 'status', { in_progress: true, completed: true }),
};

let database: OpenDatabase;
let drop: () => Promise<void>;
/** The values that the check constraints of the migrated database list, by `table.column`. */
const listed = new Map<string, string[]>();

beforeAll(async () => {
  const cloned = await cloneDatabase();
  drop = cloned.drop;
  database = openDatabase(cloned.connection, () => undefined);
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_catalog.pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(database.db);
  for (const { table, definition } of rows) {
    // A list of values, such as `CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))`, and no other condition.
    const [, column, list] =
      /^CHECK \(\((\w+) (?:= ANY \(|<@ )ARRAY\[('[^\]]*)\]\)*$/.exec(definition.replace(' NOT VALID', '')) ??
      [];
    if (column === undefined || list === undefined) continue;
    listed.set(
      `${table}.${column}`,
      [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
    );
  }
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('every column with a list of values in its check constraint is in `allowed`', () => {
  expect([...listed.keys()].toSorted()).toEqual(Object.keys(allowed).toSorted());
});

it.each(Object.entries(allowed))(
  'the check constraint of %s lists what the code may store',
  (name, values) => {
    const change =
      'change the check constraint in a migration such as migrations/2026-11-29T1632-paid-after-end.ts';
    expect(listed.get(name)?.toSorted(), change).toEqual(values.toSorted());
  },
);
