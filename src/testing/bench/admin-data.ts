import { sql } from 'kysely';
import { joinedAt, type SeedSize } from '../../server/demo/seed-people.ts';
import { fractionOf, idSql, pick, share } from '../../server/demo/seed-sql.ts';
import { type Db, inTransaction } from '../../server/platform/db/database.ts';

const perPerson = { audit: 10, logins: 4, events: 6, emails: 5, notifications: 3 };

/**
 * Adds the data that the admin area reads and `seedAcademy` does not create, such as the audit log, messages and
 * disputes, in the proportions of an academy that is two years old. In a small academy, some rare rows have a higher
 * share, so that pages of the same length are compared. Call it after `seedAcademy`, with the same size.
 */
export async function seedAdminData(
  db: Db,
  size: SeedSize,
  printStep: (step: string) => void,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local work_mem = '256MB'`.execute(trx);
    await sql`set local synchronous_commit = off`.execute(trx);
    for (const statement of [...ofPeople(size), ...ofSales(size), ...ofMessages(size), ...ofLearning(size)]) {
      const { numAffectedRows } = await sql.raw(statement).execute(trx);
      printStep(`${numAffectedRows} rows: ${statement.trimStart().split(/\s+/).slice(0, 3).join(' ')}`);
    }
  });
  await sql`vacuum analyze`.execute(db);
}

const fullPage = 60;

/** The share, raised if necessary so that on average at least `rows` of `total` rows are selected. */
const atLeast = (share: number, rows: number, total: number) => Math.max(share, rows / total);

const adminId = `(select id from users where role = 'admin' order by id limit 1)`;
const untilOf = ({ until }: SeedSize) => `timestamptz '${until}'`;

/**
 * A subquery with `times` rows per user, each with a random time `at` between the registration and the end of the data.
 */
function rowsPerUser(size: SeedSize, times: number, salt: number): string {
  const fraction = fractionOf(size.seed);
  const joined = joinedAt(size, 'person');
  return `(select n, person, ${joined} + (${untilOf(size)} - ${joined}) * ${fraction(salt)} as at
    from (select n, (n - 1) / ${times} + 1 as person from generate_series(1, ${size.users * times}::bigint) n) numbered)`;
}

function ofPeople(size: SeedSize): string[] {
  const fraction = fractionOf(size.seed);
  const person = idSql(size.seed, 'user', 'person');
  const actions = [
    ['user.identity_confirmed', 0.2],
    ['payment.paid', 0.45],
    ['document.viewed', 0.6],
    ['user.password_changed', 0.68],
    ['session.ended', 0.8],
    ['user.email_verified', 0.9],
    ['payment.refunded', 0.93],
    ['user.note_added', 0.95],
    ['user.suspended', 0.96],
    ['data_export.requested', 1],
  ] as const;
  return [
    `insert into audit_log (at, actor_id, action, subject_type, subject_id, about_user_id, ip, details)
      select at, case when ${fraction(101)} < 0.2 then ${adminId} when ${fraction(101)} < 0.7 then ${person} end,
        ${share(actions, fraction(102))}, 'user', ${person}::text, ${person},
        case when at > ${untilOf(size)} - interval '90 days' then '203.0.113.0' end, '{}'
      from ${rowsPerUser(size, perPerson.audit, 103)} entries order by at`,
    `insert into sign_ins (user_id, at, outcome, method, user_agent)
      select ${person}, at, case when ${fraction(104)} < 0.95 then 'signed_in' else 'wrong_password' end, 'password', 'Firefox 140'
      from ${rowsPerUser(size, perPerson.logins, 105)} logins order by at`,
    `insert into sessions (sid, sess, expire, user_id)
      select 'bench' || n, '{}', ${untilOf(size)} + interval '14 days', ${person} from ${rowsPerUser(size, 1, 106)} live
      where ${fraction(107)} < 0.3`,
    `insert into user_tags (user_id, tag) select ${person}, ${pick(['VIP', 'Beta', 'Staking', 'Newsletter'], fraction(108))}
      from ${rowsPerUser(size, 1, 109)} tagged where ${fraction(110)} < ${atLeast(0.05, 4 * fullPage, size.users)}`,
    `insert into user_notes (user_id, author_id, text, created_at)
      select ${person}, ${adminId}, 'Called about the invoice.', at from ${rowsPerUser(size, 1, 111)} noted where ${fraction(112)} < 0.02`,
    `insert into kyc_events (application_id, actor_id, kind, from_status, to_status, created_at)
      select id, reviewed_by, 'decision', 'pending', status, reviewed_at from kyc_applications where reviewed_at is not null`,
    `update kyc_applications set document_number_hash1 = md5(id::text), document_number_hash2 = md5('b' || id)`,
    `update kyc_applications set status = 'pending', reviewed_at = null, reviewed_by = null
      where id in (select id from kyc_applications where status = 'approved' order by id
        limit greatest(0, ${fullPage} - (select count(*) from kyc_applications where status = 'pending')))`,
    `update users set kyc_status = 'pending' from kyc_applications application
      where application.user_id = users.id and application.status = 'pending' and users.kyc_status <> 'pending'`,
  ];
}

function ofSales(size: SeedSize): string[] {
  const fraction = fractionOf(size.seed);
  const row = 'hashtextextended(id::text, 0)';
  const paid = `from billing_payments where status <> 'failed'`;
  const disputed = atLeast(0.004, 2 * fullPage, size.purchases);
  return [
    `insert into billing_payments (user_id, subscription_id, stripe_invoice_id, payment_intent_id, amount_cents,
        status, description, read_sequence, covers_plan, paid_at, created_at)
      select user_id, id, 'in_' || id || '_' || month, 'pi_' || id || '_' || month, price_cents,
        case when month % 19 = 7 then 'refunded' else 'paid' end, initcap(plan) || ' membership', 1, plan, at, at
      from subscriptions cross join generate_series(0, 11) month
        cross join lateral (select created_at + month * interval '30 days' as at) moments
      where id like 'sub_seed${size.seed}%' and at < ${untilOf(size)}`,
    `update billing_payments set refunded_cents = amount_cents where status = 'refunded'`,
    `insert into billing_refunds (payment_id, stripe_refund_id, amount_cents, reason, status, requested_by, created_at)
      select id, 're_' || id, amount_cents, 'Asked within 14 days', 'succeeded', ${adminId}, paid_at + interval '2 days'
      from billing_payments where refunded_cents > 0`,
    `insert into billing_disputes (id, payment_id, status, standing, reason, amount_cents, evidence_due_at, created_at)
      select 'dp_' || replace(id::text, '-', ''), id, case when late then 'needs_response' else 'won' end,
        case when late then 'open' else 'settled' end, 'fraudulent', amount_cents, paid_at + interval '21 days', paid_at
      from (select *, paid_at > ${untilOf(size)} - interval '14 days' as late ${paid} and ${fraction(121, row)} < ${disputed}) disputed`,
    `insert into refund_requests (payment_id, user_id, reason, status, answer, answered_by, answered_at, created_at)
      select id, user_id, 'I bought the wrong one.', case when late then 'open' else 'declined' end,
        case when not late then 'It was opened.' end, case when not late then ${adminId} end,
        case when not late then paid_at + interval '2 days' end, least(paid_at + interval '1 day', ${untilOf(size)})
      from (select *, paid_at > ${untilOf(size)} - interval '7 days' as late ${paid} and ${fraction(122, row)} < 0.02) asked`,
    `insert into stripe_events (id, type, livemode, created_at, status, received_at, processed_at)
      select 'evt_' || id || kind, kind, true, paid_at, 'processed', paid_at, paid_at
      from billing_payments cross join unnest(array['charge.succeeded', 'payment_intent.succeeded']) kind
      where paid_at is not null`,
    `insert into promotion_codes (id, code, percent_off, scope, created_at)
      select ${idSql(size.seed, 'code')}, 'BENCH-' || n, 1 + n, 'everything', ${untilOf(size)} - n * interval '10 days'
      from generate_series(1, 40) n`,
    `insert into promotion_redemptions (promotion_code_id, user_id, source_id, what, paid_cents, discount_cents, at)
      select ${idSql(size.seed, 'code', `(1 + ${fraction(123, row)} * 39)::int`)}, user_id, id, product_name, amount_cents, 100,
        purchased_at from purchases where status = 'completed' and ${fraction(124, row)} < 0.1 order by purchased_at`,
  ];
}

function ofMessages(size: SeedSize): string[] {
  const fraction = fractionOf(size.seed);
  const person = idSql(size.seed, 'user', 'person');
  const handled = `at < ${untilOf(size)} - interval '3 days'`;
  return [
    `insert into contact_messages (id, user_id, name, email, topic, message, due_at, answered_at, handled_at, handled_by,
        created_at)
      select ${idSql(size.seed, 'message')}, ${person}, 'Dana Whitfield', 'dana' || n || '@mail.test', topic,
        'My download stops half way.', case topic when 'privacy' then at + interval '1 month' end,
        case when ${handled} then at + interval '1 day' end, case when ${handled} then at + interval '2 days' end,
        case when ${handled} then ${adminId} end, at
      from (select *, ${pick(['general', 'billing', 'technical', 'technical', 'privacy'], fraction(131))} as topic
        from ${rowsPerUser(size, 1, 132)} written where ${fraction(133)} < 0.08) messages`,
    `insert into contact_entries (message_id, kind, body, author_id, created_at)
      select id, 'reply', 'Please try again.', ${adminId}, answered_at from contact_messages where answered_at is not null`,
    `insert into mail_messages (kind, user_id, to_address, subject, body_text, dedupe_key, status, created_at, sent_at)
      select 'receipt', ${person}, 'student@mail.test', 'Your receipt', 'Thank you.', 'bench' || n,
        case when failed then 'failed' else 'sent' end, at, case when not failed then at end
      from (select *, ${fraction(134)} < 0.0005 as failed from ${rowsPerUser(size, perPerson.emails, 135)} written) emails order by at`,
    `insert into notifications (user_id, kind, title, dedupe_key, read_at, created_at)
      select ${person}, 'purchase_completed', 'Your purchase', 'bench' || n, case when ${fraction(136)} < 0.7 then at end, at
      from ${rowsPerUser(size, perPerson.notifications, 137)} notices order by at`,
  ];
}

function ofLearning(size: SeedSize): string[] {
  const fraction = fractionOf(size.seed);
  const person = idSql(size.seed, 'user', 'person');
  const events = [
    'session_opened',
    'session_video_started',
    'session_completed',
    'product_downloaded',
    'page_opened',
  ];
  const opened = `from ${rowsPerUser(size, 2, 141)} opened where ${fraction(142, 'person')} < 0.5`;
  const plan = `(1 + floor(9.99 * power(${fraction(143)}, 2)))::int`;
  return [
    `insert into analytics_events (event_name, user_id, occurred_at)
      select ${pick(events, fraction(144))}, ${person}, at from ${rowsPerUser(size, perPerson.events, 145)} seen order by at`,
    `insert into user_progress (user_id, session_id, status, started_at, completed_at, time_spent, updated_at)
      select ${person}, session.id, case when done then 'completed' else 'in_progress' end, at,
        case when done then at + interval '3 hours' end, 3600, at + interval '3 hours'
      from (select *, ${fraction(146)} < 0.4 as done, floor(power(${fraction(147)}, 2) * 20)::int as place ${opened}) started
        join (select id, row_number() over (order by product_number) - 1 as place from products
          where type = 'session' and deleted_at is null) session on session.place = started.place
      on conflict do nothing`,
    `insert into file_accesses (user_id, kind, pdf_number, title, content_type, opened_at)
      select ${person}, 'plan', ${plan}, 'Plan', 'application/pdf', at ${opened} order by at`,
    `insert into reading_positions (user_id, pdf_number, page, page_count, finished_at, updated_at)
      select ${person}, ${plan}, page, 12, case when page = 12 then at end, at
      from (select *, 1 + floor(${fraction(148)} * 12)::int as page ${opened}) read on conflict do nothing`,
    `insert into hands (owner_id, kind, game, small_units, big_units, seat_count, pot_units, line, model, model_version,
        verdict, created_at)
      select ${person}, 'cash', 'holdem', 50, 100, 6, 1200, 'raise, call, check', '{}', 1, 'sound', at
      from ${rowsPerUser(size, 4, 149)} played where ${fraction(150, 'person')} < 0.05`,
    `insert into unread_hands (reader_version, code, line, text, created_at, expires_at)
      select 1, 'unknown_line', 3, 'A text that no parser could read', at, ${untilOf(size)} + interval '90 days'
      from ${rowsPerUser(size, 1, 151)} sent where ${fraction(152)} < 0.005`,
  ];
}
