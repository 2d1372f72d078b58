import { documentTypes } from '../../shared/enums.ts';
import { emailDomains, firstNames, lastNames, places } from './seed-names.ts';
import { fractionOf, idSql, pick, share } from './seed-sql.ts';

export type SeedSize = {
  users: number;
  /** At most `users`. */
  applications: number;
  purchases: number;
  /** The same seed and size create the same academy. */
  seed: number;
  /** An ISO time. No event happens after it, but membership periods and grants may end later. */
  until: string;
};

/** SQL for how long ago the user with this number joined: the academy grew for two years, at an increasing rate. */
const age = (size: SeedSize, number: string) =>
  `interval '730 days' * (1 - sqrt((${number})::float8 / ${size.users}))`;

/** SQL for when the user with this number joined. */
export function joinedAt(size: SeedSize, number = 'n'): string {
  return `(timestamptz '${size.until}' - ${age(size, number)})`;
}

/** SQL for whether user `n` has applied. Applicants are spread evenly over the users. */
function hasApplied({ applications, users }: SeedSize): string {
  return `(n * ${applications}::bigint / ${users} > (n - 1) * ${applications}::bigint / ${users})`;
}

function applicationStatus(size: SeedSize): string {
  const shares = [
    ['approved', 0.85],
    ['rejected', 0.96],
    ['pending', 0.99],
    ['requires_review', 1],
  ] as const;
  return share(shares, fractionOf(size.seed)(11));
}

/** SQL statements that create accounts, their applications and some memberships. */
export function seedPeople(size: SeedSize): string[] {
  // Each column has its own salt, so that its values do not depend on those of other columns.
  const fraction = fractionOf(size.seed);
  const id = idSql(size.seed, 'user');
  const place = (column: 0 | 1 | 2) =>
    pick(
      places.map((each) => each[column] ?? ''),
      fraction(5),
    );
  const numbers = `generate_series(1, ${size.users}) n`;
  const people = `select n, ${pick(firstNames, fraction(1))} as first, ${pick(lastNames, fraction(2))} as last,
    ${joinedAt(size)} as joined, ${hasApplied(size)} as applied, ${applicationStatus(size)} as status from ${numbers}`;
  const until = `timestamptz '${size.until}'`;
  const sentAt = `least(joined + ${fraction(12)} * interval '6 hours', ${until})`;
  const decidedAt = `least(joined + interval '6 hours' + ${fraction(13)} * interval '54 hours', ${until})`;
  const isDecided = `status in ('approved', 'rejected')`;
  const upload = (side: 1 | 2) => idSql(size.seed, `upload${side}`);
  return [
    `insert into users (id, email, password_hash, first_name, last_name, kyc_status, date_of_birth, phone_number,
        address, city, state, country, postal_code, email_verified_at, suspended_at, last_seen_at, created_at, updated_at)
      select ${id}, lower(first || '.' || last) || n || '@' || ${pick(emailDomains, fraction(3))}, '$argon2id$no-password',
        first, last, case when applied then status else 'pending' end, date '1960-01-01' + (${fraction(4)} * 16000)::int,
        '+1 555 ' || lpad((n % 10000000)::text, 7, '0'), (1 + n % 400) || ' ' || ${pick(lastNames, fraction(6))} || ' Street',
        ${place(0)}, ${place(1)}, ${place(2)}, lpad((n % 99999)::text, 5, '0'),
        case when ${fraction(7)} < 0.8 then least(joined + interval '10 minutes', ${until}) end,
        case when ${fraction(8)} < 0.002 then least(joined + interval '1 day', ${until}) end,
        case when ${fraction(9)} < 0.9 then joined + (${until} - joined) * ${fraction(10)} end, joined, joined
      from (${people}) people`,
    ...([1, 2] as const).map(
      (
        side,
      ) => `insert into uploads (id, purpose, user_id, storage_key, status, filename, max_bytes, content_type,
        size_bytes, put_expires_at, secured_at, claimed_at, erased_at, created_at)
      select ${upload(side)}, 'kyc', ${id}, 'seed/' || ${upload(side)},
        case when ${isDecided} then 'erased' else 'claimed' end, 'side-${side}.jpg', 10485760, 'image/jpeg', 200000,
        ${sentAt}, ${sentAt}, ${sentAt}, case when ${isDecided} then ${decidedAt} end, ${sentAt}
      from (${people}) people where applied`,
    ),
    `insert into kyc_applications (id, user_id, status, first_name, last_name, date_of_birth, phone_number, address, city,
        state, country, postal_code, document_type1, document_type2, document_number_tail1, document_number_tail2,
        document_upload1, document_upload2, documents_erased_at, reviewed_at, reviewed_by, created_at, updated_at)
      select ${idSql(size.seed, 'application')}, ${id}, status, first, last, date '1960-01-01' + (${fraction(4)} * 16000)::int,
        '+1 555 0100199', '1 Main Street', ${place(0)}, ${place(1)}, ${place(2)}, '08601',
        ${pick(documentTypes, fraction(14))}, 'national_id',
        lpad((n % 10000)::text, 4, '0'), lpad((n % 9999)::text, 4, '0'), ${upload(1)}, ${upload(2)},
        case when ${isDecided} then ${decidedAt} end, case when ${isDecided} then ${decidedAt} end,
        case when ${isDecided} then (select admin.id from users admin where admin.role = 'admin' order by id limit 1) end,
        ${sentAt}, ${sentAt}
      from (${people}) people where applied`,
    `insert into audit_log (at, action, subject_type, subject_id, about_user_id, details)
      select ${decidedAt}, 'kyc.' || status, 'kyc_application', ${idSql(size.seed, 'application')}::text, ${id}, '{}'
      from (${people}) people where applied and ${isDecided} order by 1`,
    `insert into subscriptions (id, user_id, plan, status, price_cents, current_period_end, cancel_at_period_end,
        past_due_since, synced_at, created_at)
      select 'sub_seed${size.seed}_' || n, ${id}, plan, status, 500,
        case status when 'active' then ${until} + ${fraction(23)} * interval '30 days'
          else ${until} - ${fraction(23)} * interval '90 days' end,
        status = 'active' and ${fraction(24)} < 0.08,
        case when status = 'past_due' then ${until} - ${fraction(25)} * interval '10 days' end, ${until}, joined
      from (select n, ${joinedAt(size)} as joined,
          ${share(
            [
              ['silver', 0.5],
              ['gold', 0.85],
              ['diamond', 1],
            ],
            fraction(21),
          )} as plan,
          ${share(
            [
              ['active', 0.8],
              ['past_due', 0.85],
              ['canceled', 1],
            ],
            fraction(22),
          )} as status
        from ${numbers} where ${fraction(20)} < 0.05) subscribers`,
    `insert into plan_grants (user_id, plan, amount_cents, reason, starts_at, ends_at, created_at)
      select ${id}, ${pick(['silver', 'gold', 'diamond', 'custom'], fraction(31))}, 0, 'Made up',
        ${until} - ${fraction(32)} * interval '60 days', ${until} + ${fraction(33)} * interval '60 days', ${joinedAt(size)}
      from ${numbers} where ${fraction(30)} < 0.001`,
  ];
}
