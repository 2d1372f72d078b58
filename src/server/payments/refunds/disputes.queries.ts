import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isBehindOpenFirst, type OpenFirstPosition } from '../../platform/db/paging.ts';
import type { BillingDisputeRow } from '../../platform/db/tables/payment-tables.ts';
import type { ConsentsTable } from '../../platform/db/tables/privacy-tables.ts';
import type { AuditLogTable } from '../../platform/db/tables/system-tables.ts';

const isUndecided = sql<boolean>`(standing in ('inquiry', 'open', 'unclear'))`;

/** Disputes and inquiries, undecided ones first, each group newest first. */
export async function findDisputes(
  db: Db,
  after: OpenFirstPosition | undefined,
  limit: number,
): Promise<(BillingDisputeRow & { is_open: boolean; sorted_at: string })[]> {
  return db
    .selectFrom('billing_disputes')
    .selectAll()
    .select([isUndecided.as('is_open'), sql<string>`created_at::text`.as('sorted_at')])
    .where(isBehindOpenFirst(isUndecided, after))
    .orderBy(isUndecided, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findDispute(db: Db, id: string): Promise<BillingDisputeRow | undefined> {
  return db.selectFrom('billing_disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Reserves the dispute for one attempt to send evidence.
 * @param attempt.files - names of the academy's own files
 * @param attempt.statement - what the admin wrote
 * @param attempt.startedBefore - an attempt that began earlier counts as interrupted
 * @returns false while another attempt runs, and after evidence was sent
 */
export async function claimEvidence(
  db: Db,
  id: string,
  attempt: { by: string; files: string[]; statement: string; now: Date; startedBefore: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('billing_disputes')
    .set({
      evidence_started_at: attempt.now,
      evidence_sent_by: attempt.by,
      evidence_files: attempt.files,
      evidence_statement: attempt.statement,
    })
    .where('id', '=', id)
    .where('evidence_sent_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('evidence_started_at', 'is', null),
        eb('evidence_started_at', '<', attempt.startedBefore.toISOString()),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Ends the attempt, so that another one may begin. Clears its sender, statement and files unless the evidence was sent.
 */
export async function releaseEvidence(db: Db, id: string): Promise<void> {
  const isSent = sql<boolean>`evidence_sent_at is not null`;
  await db
    .updateTable('billing_disputes')
    .set({
      evidence_started_at: null,
      evidence_sent_by: sql`case when ${isSent} then evidence_sent_by end`,
      evidence_files: sql`case when ${isSent} then evidence_files else '{}' end`,
      evidence_statement: sql`case when ${isSent} then evidence_statement end`,
    })
    .where('id', '=', id)
    .execute();
}

export type EvidenceFacts = {
  payer: { email: string; firstName: string; lastName: string; createdAt: string } | undefined;
  /** `deliveredAt` is null for a purchase on hold. */
  purchase: { awaitsContent: boolean; deliveredAt: string | null } | undefined;
  consents: Pick<Selectable<ConsentsTable>, 'kind' | 'version' | 'statement' | 'given_at' | 'ip'>[];
  progress: {
    title: string;
    status: string;
    startedAt: string;
    timeSpent: number;
    updatedAt: string;
  }[];
  events: {
    name: string;
    at: string;
    /** The title of the product that the event is about. */
    title: string | null;
    properties: Record<string, unknown>;
  }[];
  log: Pick<Selectable<AuditLogTable>, 'at' | 'action' | 'ip'>[];
};

const maxRecords = 200;

/** Our records about a user and a purchase, for the bank, newest first; the newest `maxRecords` of each kind. */
export async function findEvidence(
  db: Db,
  userId: string | null,
  purchaseId: string | null,
): Promise<EvidenceFacts> {
  const purchase =
    purchaseId === null
      ? undefined
      : await db
          .selectFrom('purchases')
          .innerJoin('billing_payments', 'billing_payments.purchase_id', 'purchases.id')
          .select([
            'purchases.awaits_content as awaitsContent',
            // A purchase is delivered later than it was paid if there was an outage or it was on hold.
            sql<string | null>`case when purchases.held_reason is null
              then greatest(purchases.purchased_at, billing_payments.created_at, purchases.delivered_at) end`.as(
              'deliveredAt',
            ),
          ])
          .where('purchases.id', '=', purchaseId)
          .executeTakeFirst();
  if (userId === null) {
    return { payer: undefined, purchase, consents: [], progress: [], events: [], log: [] };
  }
  const payer = await db
    .selectFrom('users')
    .select(['email', 'first_name as firstName', 'last_name as lastName', 'created_at as createdAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const consents = await db
    .selectFrom('consents')
    .select(['kind', 'version', 'statement', 'given_at', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .limit(maxRecords)
    .execute();
  const progress = await db
    .selectFrom('user_progress')
    .innerJoin('products', 'products.id', 'user_progress.session_id')
    .select([
      'products.title',
      'user_progress.status',
      'user_progress.started_at as startedAt',
      'user_progress.time_spent as timeSpent',
      'user_progress.updated_at as updatedAt',
    ])
    .where('user_progress.user_id', '=', userId)
    .orderBy('user_progress.updated_at', 'desc')
    .limit(maxRecords)
    .execute();
  const events = await db
    .selectFrom('analytics_events as event')
    .leftJoin('products', (join) =>
      join.on(
        'products.id',
        '=',
        sql<number>`coalesce(event.properties->>'productId', event.properties->>'sessionId')::int`,
      ),
    )
    .select(['event.event_name as name', 'event.occurred_at as at', 'products.title', 'event.properties'])
    .where('event.user_id', '=', userId)
    // Practice costs nothing, and its many events would leave no room for what was paid for.
    .where('event.event_name', 'not in', ['drill_tried', 'daily_answered'])
    .orderBy('event.occurred_at', 'desc')
    .limit(maxRecords)
    .execute();
  const log = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'ip'])
    .where('actor_id', '=', userId)
    // Leaves out what a payer who is or was an admin did to others. Entries about a `session` are logins that the payer
    // ended.
    .where((eb) => eb.or([eb('about_user_id', '=', userId), eb('subject_type', '=', 'session')]))
    .orderBy('id', 'desc')
    .limit(maxRecords)
    .execute();
  return { payer, purchase, consents, progress, events, log };
}
