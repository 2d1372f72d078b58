import { type Kysely, sql } from 'kysely';

// Stores whether another user's application has the same document number, so that a search for shared numbers can use
// an index.
const statements = [
  `alter table kyc_applications add column number_shared boolean not null default false`,
  `create function shares_number(application kyc_applications) returns boolean language sql stable as $$
     select exists (select 1 from kyc_applications other
         where other.document_number_hash1 in (application.document_number_hash1, application.document_number_hash2)
           and other.user_id <> application.user_id)
       or exists (select 1 from kyc_applications other
         where other.document_number_hash2 in (application.document_number_hash1, application.document_number_hash2)
           and other.user_id <> application.user_id)
   $$`,
  `create function note_shared_numbers() returns trigger language plpgsql as $$
   declare
     changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
     hashes text[] := '{}';
   begin
     if tg_op <> 'INSERT' then
       hashes := hashes || old.document_number_hash1 || old.document_number_hash2;
     end if;
     if tg_op <> 'DELETE' then
       hashes := hashes || new.document_number_hash1 || new.document_number_hash2;
     end if;
     hashes := array_remove(hashes, null);
     if hashes = '{}' then
       return null;
     end if;
     -- Of two concurrent applications with the same number, the later one must see the earlier one.
     perform pg_advisory_xact_lock(hashtextextended('kyc_applications.number_shared', 0));
     update kyc_applications application set number_shared = not number_shared
     where (id = changed or document_number_hash1 = any(hashes) or document_number_hash2 = any(hashes))
       and number_shared <> shares_number(application);
     return null;
   end $$`,
  `create trigger kyc_applications_numbers
     after insert or delete or update of document_number_hash1, document_number_hash2, user_id on kyc_applications
     for each row execute function note_shared_numbers()`,
  `update kyc_applications application set number_shared = true where shares_number(application)`,
  `create index kyc_applications_number_shared on kyc_applications (created_at desc, id desc) where number_shared`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
