import type { Db } from '../platform/db/database.ts';

/** Whether this upload belongs to one of the user's applications. */
export async function isOwnDocument(db: Db, userId: string, uploadId: string): Promise<boolean> {
  const row = await db
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('document_upload1', '=', uploadId), eb('document_upload2', '=', uploadId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Both sides of the document of each of the user's applications, newest application first, with each file's status. */
export async function findOwnDocuments(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('kyc_applications as application')
    .innerJoin('uploads as front', 'front.id', 'application.document_upload1')
    .innerJoin('uploads as back', 'back.id', 'application.document_upload2')
    .select([
      'application.id as application_id',
      'front.id as front_id',
      'front.status as front_status',
      'front.content_type as front_content_type',
      'back.id as back_id',
      'back.status as back_status',
      'back.content_type as back_content_type',
    ])
    .where('application.user_id', '=', userId)
    .orderBy('application.created_at', 'desc')
    .limit(limit)
    .execute();
}
