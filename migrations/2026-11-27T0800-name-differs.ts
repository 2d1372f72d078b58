import { type Kysely, sql } from 'kysely';

// Stores whether the name on an application differs from that of its account, so that the list of such applications can
// use an index.
const statements = [
  `create function names_differ(first_one text, last_one text, first_other text, last_other text)
   returns boolean language sql immutable as $$
     select coalesce(
       lower(btrim(first_one) || ' ' || btrim(last_one)) <> lower(btrim(first_other) || ' ' || btrim(last_other)),
       false)
   $$`,
  `alter table kyc_applications add column name_differs boolean not null default false`,
  `create function note_name_of_application() returns trigger language plpgsql as $$
   declare account users;
   begin
     -- Waits for a concurrent change of the account's name.
     select * into account from users where id = new.user_id for share;
     new.name_differs := names_differ(new.first_name, new.last_name, account.first_name, account.last_name);
     return new;
   end $$`,
  `create trigger kyc_applications_name before insert or update of first_name, last_name, user_id on kyc_applications
     for each row execute function note_name_of_application()`,
  `create function note_name_of_account() returns trigger language plpgsql as $$
   begin
     update kyc_applications
     set name_differs = names_differ(first_name, last_name, new.first_name, new.last_name)
     where user_id = new.id
       and name_differs <> names_differ(first_name, last_name, new.first_name, new.last_name);
     return null;
   end $$`,
  `create trigger users_name after update of first_name, last_name on users for each row
     when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
     execute function note_name_of_account()`,
  `update kyc_applications application set name_differs = true from users
   where users.id = application.user_id
     and names_differ(application.first_name, application.last_name, users.first_name, users.last_name)`,
  `create index kyc_applications_name_differs on kyc_applications (created_at desc, id desc) where name_differs`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
