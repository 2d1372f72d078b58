import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { escapeCsvFormula } from '../platform/db/escape-csv-formula.ts';
import { currentPlanRanks, planOfRank } from './user-plan.queries.ts';

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const asIs = (column: string) => sql.ref(column);
const escaped = (column: string) => escapeCsvFormula(sql.ref(column));

/**
 * The exported fields of a user, without password hashes and file URLs. `typed` marks user input, which is escaped in
 * CSV; `plan` marks the membership, which is computed and has no column.
 */
const userColumns = {
  id: asIs('users.id'),
  email: 'typed',
  firstName: 'typed',
  lastName: 'typed',
  role: asIs('users.role'),
  kycStatus: asIs('users.kyc_status'),
  subscriptionPlan: 'plan',
  dateOfBirth: asIs('users.date_of_birth'),
  phoneNumber: 'typed',
  address: 'typed',
  city: 'typed',
  state: 'typed',
  country: 'typed',
  postalCode: 'typed',
  createdAt: iso('users.created_at'),
  updatedAt: iso('users.updated_at'),
} as const;

/** Document numbers are exported as their last four characters only. */
const applicationColumns = {
  id: asIs('id'),
  userId: asIs('user_id'),
  status: asIs('status'),
  firstName: asIs('first_name'),
  lastName: asIs('last_name'),
  dateOfBirth: asIs('date_of_birth'),
  country: asIs('country'),
  documentType1: asIs('document_type1'),
  documentType2: asIs('document_type2'),
  documentNumber1Last4: asIs('document_number_tail1'),
  documentNumber2Last4: asIs('document_number_tail2'),
  reviewedBy: asIs('reviewed_by'),
  reviewedAt: iso('reviewed_at'),
  adminNotes: asIs('admin_notes'),
  supersededAt: iso('superseded_at'),
  createdAt: iso('created_at'),
  updatedAt: iso('updated_at'),
};

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function userValues(typed: (column: string) => RawBuilder<unknown>): [string, RawBuilder<unknown>][] {
  const plan = planOfRank(sql`plans.rank`);
  return Object.entries(userColumns).map(([name, value]) => {
    if (value === 'typed') return [name, typed(`users.${snakeCase(name)}`)];
    return [name, value === 'plan' ? plan : value];
  });
}

function fromUsers(now: Date): RawBuilder<unknown> {
  return sql`from users left join (${currentPlanRanks(now)}) plans on plans.user_id = users.id
    where users.deleted_at is null order by users.id`;
}

function jsonObject(values: [string, RawBuilder<unknown>][]): RawBuilder<unknown> {
  return sql`json_build_object(${sql.join(values.flatMap(([name, value]) => [sql.lit(name), value]))})`;
}

/** The delimiter and quote never occur in JSON, so each row is written unchanged on its own line. */
const jsonLines = sql`(format csv, delimiter e'\\x02', quote e'\\x01')`;

function sqlTextOf(db: Db, statement: RawBuilder<unknown>): string {
  const { sql: compiled, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error('copy takes no parameters');
  return compiled;
}

/** The SQL statements of the export. Run them in one snapshot, so that the counts match the files. */
export function exportStatements(db: Db, now: Date) {
  const csv = sql.join(userValues(escaped).map(([name, value]) => sql`${value} as ${sql.id(name)}`));
  return {
    countUsers: 'select count(*)::int as count from users where deleted_at is null',
    countApplications: 'select count(*)::int as count from kyc_applications',
    usersCsv: sqlTextOf(db, sql`copy (select ${csv} ${fromUsers(now)}) to stdout (format csv, header)`),
    usersJson: sqlTextOf(
      db,
      sql`copy (select ${jsonObject(userValues(asIs))} ${fromUsers(now)}) to stdout ${jsonLines}`,
    ),
    applicationsJson: sqlTextOf(
      db,
      sql`copy (select ${jsonObject(Object.entries(applicationColumns))} from kyc_applications order by id)
        to stdout ${jsonLines}`,
    ),
  };
}
