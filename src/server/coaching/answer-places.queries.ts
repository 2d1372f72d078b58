import type { Db } from '../platform/db/database.ts';

/** How many pages a coaching plan has; undefined without a file, or if its pages were not counted. */
export async function findPlanPages(db: Db, number: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('coaching_pdfs')
    .innerJoin('pdf_details', 'pdf_details.upload_id', 'coaching_pdfs.file_upload_id')
    .select('pdf_details.page_count')
    .where('coaching_pdfs.pdf_number', '=', number)
    .executeTakeFirst();
  return row?.page_count;
}

export async function sessionHasVideo(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('video_upload_id', 'is not', null), eb('video_url', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}
