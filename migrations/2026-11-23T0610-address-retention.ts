import { type Kysely, sql } from 'kysely';

const statements = [
  // One change is allowed after all: the network address goes when its time is over.
  `create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and new.ip is null and to_jsonb(new) - 'ip' = to_jsonb(old) - 'ip' then
         return new;
       end if;
       raise exception 'audit_log is append-only';
     end $$`,
  `create index audit_log_addresses on audit_log (at) where ip is not null`,
  `create index consents_addresses on consents (given_at) where ip is not null`,
  `create index kyc_events_addresses on kyc_events (created_at) where ip is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
