import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';

/** The answer that this clip is part of; undefined if it is part of none. */
export async function findAnswerOfClip(db: Db, uploadId: string) {
  return db
    .selectFrom('coach_answers')
    .innerJoin('questions', 'questions.id', 'coach_answers.question_id')
    .select(['questions.student_id as studentId', 'coach_answers.created_at as createdAt'])
    .select(sql<boolean>`questions.revealed_at is not null`.as('isRevealed'))
    .where('coach_answers.voice_upload_id', '=', uploadId)
    .executeTakeFirst();
}

/** The clips in answers to the user's questions, and those that the user recorded, newest first. */
export async function findClipsOf(
  db: Db | Trx,
  userId: string,
): Promise<Pick<UploadRow, 'id' | 'storage_key' | 'content_type' | 'size_bytes'>[]> {
  return db
    .selectFrom('uploads')
    .leftJoin('coach_answers', 'coach_answers.voice_upload_id', 'uploads.id')
    .leftJoin('questions', 'questions.id', 'coach_answers.question_id')
    .select(['uploads.id', 'storage_key', 'content_type', 'size_bytes'])
    .where('uploads.purpose', '=', 'answer_voice')
    .where('uploads.status', 'in', ['secured', 'claimed'])
    .where((eb) => eb.or([eb('uploads.user_id', '=', userId), eb('questions.student_id', '=', userId)]))
    .orderBy('uploads.created_at', 'desc')
    .execute();
}
