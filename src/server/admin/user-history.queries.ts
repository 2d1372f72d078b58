import { sql } from 'kysely';
import { finalStatuses } from '../../shared/payments/subscription-statuses.ts';
import type { Db } from '../platform/db/database.ts';
import type { NameColumns } from '../platform/db/name-columns.ts';

/** The last entry of a page. `at` is a time as Postgres writes it, to the microsecond. */
export type HistoryPosition = { at: string; source: string; id: string };

export type HistoryRow = HistoryPosition &
  NameColumns<'actor'> & {
    happened_at: string;
    action: string;
    actor_id: string | null;
    amount_cents: number | null;
    note: string | null;
    details: Record<string, unknown>;
    payment_id: string | null;
    case_id: string | null;
    message_id: string | null;
    user_agent: string | null;
    ip: string | null;
  };

/** Audit log actions to leave out: the history has its own entries for refunds and replies, with amount or text. */
const repeated = [
  'payment.refunded',
  'payment.partly_refunded',
  'payment.refund_requested',
  'contact_message.replied',
];

const subjectIdIf = (subjectType: string) =>
  sql`case when subject_type = ${subjectType} and subject_id ~ '^[0-9a-f-]{36}$' then subject_id::uuid end`;
const excerptOf = (column: string) =>
  sql`case when char_length(${sql.ref(column)}) > 200 then left(${sql.ref(column)}, 200) || '…' else ${sql.ref(column)} end`;

/**
 * The audit log entries about a user, and the user's logins, consents, applications, payments, refunds, refund
 * requests, changes of a subscription, opened files, messages with replies, and questions with answers, newest first.
 * Questions and answers have no text, because admins do not read them. Answers after `publishedBefore` are left out,
 * because their coach can still undo them. A subscription that was unpaid until it ended is shown as ended on the day
 * its access ended. A subscription that is flagged as a duplicate is not shown as ended; the audit log has an entry
 * about the flag.
 */
export async function findHistory(
  db: Db,
  userId: string,
  publishedBefore: Date,
  after: HistoryPosition | undefined,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with entry as (
      select 'audit' as source, id::text as id, at, action, actor_id, null::integer as amount_cents, null as note, details,
        ${subjectIdIf('payment')} as payment_id, ${subjectIdIf('kyc_application')} as case_id,
        ${subjectIdIf('contact_message')} as message_id, null as user_agent, ip
      from audit_log where about_user_id = ${userId} and action not in (${sql.join(repeated)})
      union all
      select 'sign_in', id::text, at, 'sign_in.' || outcome, null, null, null,
        jsonb_strip_nulls(jsonb_build_object('method', method)), null, null, null, user_agent, ip
      from sign_ins where user_id = ${userId}
      union all
      select 'consent', id::text, given_at, 'consent.' || kind, null, null, statement,
        jsonb_build_object('version', version), null, null, null, null, null
      from consents where user_id = ${userId}
      union all
      select 'case', id::text, created_at, 'kyc.submitted', null, null, null, '{}', null, id, null, null, null
      from kyc_applications where user_id = ${userId}
      union all
      select 'payment', id::text, coalesce(paid_at, created_at),
        case status when 'failed' then 'payment.failed' else 'payment.received' end, null, amount_cents, description,
        '{}', id, null, null, null, null
      from billing_payments where user_id = ${userId}
      union all
      select 'refund', refund.id::text, refund.created_at, 'payment.refund', refund.requested_by, refund.amount_cents,
        refund.reason, jsonb_build_object('after', refund.status), refund.payment_id, null, null, null, null
      from billing_refunds refund join billing_payments paid on paid.id = refund.payment_id
      where paid.user_id = ${userId}
      union all
      select 'request', request.id::text, request.created_at, 'refund_request.sent', null, null, request.reason, '{}',
        request.payment_id, null, null, null, null
      from refund_requests request where request.user_id = ${userId}
      union all
      select 'membership', id::text, at,
        case when is_running and was_running then 'membership.changed'
          when is_running and ran_earlier then 'membership.restored' when is_running then 'membership.started'
          when runs_later or status not in (${sql.join([...finalStatuses])}) then 'membership.no_access'
          else 'membership.ended' end, null, null, null,
        jsonb_build_object('before', case when was_running then earlier_plan end, 'after', case when is_running then plan end),
        null, null, null, null, null
      from (
        select state.*, subscription.status, subscription.is_duplicate,
          lag(state.plan) over earlier as earlier_plan,
          coalesce(lag(state.is_running) over earlier, false) as was_running,
          bool_or(state.is_running) over (earlier rows between unbounded preceding and 1 preceding) as ran_earlier,
          bool_or(state.is_running) over (earlier rows between current row and unbounded following) as runs_later
        from subscriptions subscription join subscription_states state on state.subscription_id = subscription.id
        where subscription.user_id = ${userId}
        window earlier as (partition by state.subscription_id order by state.at, state.id)
      ) state
      where (is_running <> was_running or (is_running and plan <> earlier_plan))
        and (is_running or runs_later or not is_duplicate)
      union all
      select 'file', id::text, opened_at, 'file.opened', null, null, title, '{}', null, null, null, null, null
      from file_accesses where user_id = ${userId} and kind <> 'captions'
      union all
      select 'message', id::text, created_at, 'contact_message.sent', null, null,
        ${excerptOf('message')}, '{}', null, null, id, null, null
      from contact_messages where user_id = ${userId}
      union all
      select 'reply', entry.id::text, entry.created_at, 'contact_message.replied', entry.author_id, null,
        ${excerptOf('entry.body')}, '{}', null, null, entry.message_id, null, null
      from contact_messages sent join contact_entries entry on entry.message_id = sent.id and entry.kind = 'reply'
      where sent.user_id = ${userId}
      union all
      select 'question', id::text, queued_at, 'question.asked', null, null, null, '{}', null, null, null, null, null
      from questions where student_id = ${userId}
      union all
      select 'answer', answer.id::text, answer.created_at,
        case answer.round when 1 then 'question.answered' else 'question.follow_up_answered' end, answer.created_by,
        null, null, '{}', null, null, null, null, null
      from questions question join coach_answers answer on answer.question_id = question.id
      where question.student_id = ${userId} and answer.created_at <= ${publishedBefore}
    ), page as (
      select * from entry
      where ${after === undefined ? sql`true` : sql`(at, source, id) < (${after.at}::timestamptz, ${after.source}, ${after.id})`}
      order by at desc, source desc, id desc limit ${limit}
    )
    select page.source, page.id, page.at::text as at, page.at as happened_at, page.action, page.actor_id, page.amount_cents, page.details,
      page.payment_id, page.case_id, page.message_id, page.user_agent, page.ip, coalesce(page.note, view.reason, paid.description) as note,
      actor.first_name as actor_first_name, actor.last_name as actor_last_name, actor.email as actor_email,
      actor.deleted_at as actor_deleted_at
    from page
    left join users actor on actor.id = page.actor_id
    left join billing_payments paid on paid.id = page.payment_id
    left join account_views view on view.user_id = ${userId} and page.action = 'user.viewed_as'
      and view.id::text = page.details ->> 'viewId'
    order by page.at desc, page.source desc, page.id desc`.execute(db);
  return rows;
}
