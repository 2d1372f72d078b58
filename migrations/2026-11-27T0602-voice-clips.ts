import { type Kysely, sql } from 'kysely';

// A coach may add a voice clip to an answer.
const statements = [
  `alter table uploads drop constraint uploads_purpose_check`,
  `alter table uploads add constraint uploads_purpose_check
     check (purpose in ('registration', 'kyc', 'product', 'session_video', 'captions', 'picture', 'dispute_evidence',
       'answer_voice')) not valid`,
  `alter table uploads validate constraint uploads_purpose_check`,
  `alter table coach_answers
     add column voice_upload_id uuid references uploads (id) on delete set null,
     add column voice_seconds smallint check (voice_seconds between 0 and 180),
     add column voice_transcript text check (char_length(voice_transcript) <= 4000)`,
  `create index coach_answers_voice on coach_answers (voice_upload_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
