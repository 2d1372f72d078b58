import { type Selectable, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { StampedFilesTable } from '../platform/db/tables/file-tables.ts';

export type StampRecipientRow = NonNullable<Awaited<ReturnType<typeof findStampRecipient>>>;

/** The user, with the earliest purchase that grants access to the product; undefined for deleted accounts. */
export async function findStampRecipient(db: Db, userId: string, productId: number | null) {
  return db
    .selectFrom('users')
    .leftJoin('purchases', (join) =>
      join
        .onRef('purchases.user_id', '=', 'users.id')
        .on('purchases.product_id', '=', productId)
        .on('purchases.grants_access', '=', true),
    )
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .select(['purchases.id as purchase_id', 'purchases.purchased_at'])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy('purchases.purchased_at')
    .limit(1)
    .executeTakeFirst();
}

/** The code of the deck of a PDF or coaching plan, if the deck is published and has drills. */
export async function findDeckCode(
  db: Db,
  { productId, pdfNumber }: { productId: number | null; pdfNumber: number | null },
): Promise<string | undefined> {
  const deck = await db
    .selectFrom('decks')
    .select('code')
    .$if(pdfNumber === null, (rows) => rows.where('product_id', '=', productId))
    .$if(pdfNumber !== null, (rows) => rows.where('pdf_number', '=', pdfNumber))
    .where('published_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('drills')
          .select('drills.id')
          .whereRef('drills.deck_id', '=', 'decks.id')
          .where('drills.archived_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  return deck?.code;
}

type StampedFileRow = Selectable<StampedFilesTable>;

export async function findStamped(
  db: Db,
  userId: string,
  uploadId: string,
): Promise<StampedFileRow | undefined> {
  return db
    .selectFrom('stamped_files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
}

export async function markStampedUsed(db: Db, userId: string, uploadId: string, now: Date): Promise<void> {
  await db
    .updateTable('stamped_files')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('upload_id', '=', uploadId)
    .execute();
}

/**
 * Records a stamped copy if the account exists. If the account is being deleted, waits until the deletion has ended.
 * @param copy.mark - hash of the stamp
 * @returns false if the account is deleted
 */
export async function saveStamped(
  db: Db,
  copy: { userId: string; uploadId: string; mark: string; sizeBytes: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into stamped_files (user_id, upload_id, mark, size_bytes, created_at, used_at)
    select id, ${copy.uploadId}, ${copy.mark}, ${copy.sizeBytes}, ${copy.now}, ${copy.now}
    from (select id from users where id = ${copy.userId} and deleted_at is null for share) as owner
    on conflict (user_id, upload_id) do update
      set mark = excluded.mark, size_bytes = excluded.size_bytes,
        created_at = excluded.created_at, used_at = excluded.used_at
    returning user_id`.execute(db);
  return rows.length === 1;
}

export async function deleteStampedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stamped_files').where('used_at', '<', before.toISOString()).execute();
}

/** The stamped copies of these users, and the ids of those users whose accounts exist. */
export async function findStampedOf(
  db: Db,
  userIds: readonly string[],
): Promise<{
  copies: Pick<StampedFileRow, 'user_id' | 'upload_id' | 'mark'>[];
  existingUserIds: Set<string>;
}> {
  const [copies, people] = await Promise.all([
    db
      .selectFrom('stamped_files')
      .select(['user_id', 'upload_id', 'mark'])
      .where('user_id', 'in', userIds)
      .execute(),
    db.selectFrom('users').select('id').where('id', 'in', userIds).where('deleted_at', 'is', null).execute(),
  ]);
  return { copies, existingUserIds: new Set(people.map(({ id }) => id)) };
}
