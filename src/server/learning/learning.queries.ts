import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { accessibleBy } from '../platform/db/product-ownership.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';

/** `hasPurchase`: one of the user's purchases grants access to the product. */
export type SessionRow = ProductRow & { hasPurchase: boolean };

export type SessionDetailRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * A session, even if it is not on sale; undefined for unknown ids and for PDFs. `video_type` and `captions_type`:
 * content types; null if the file is missing or erased. `was_refunded`: a purchase was refunded, its dispute was lost,
 * or its access was ended or revoked by an admin. `is_suspended`: the payment of a purchase is disputed.
 */
export async function findSession(db: Db, id: number, userId: string) {
  return db
    .selectFrom('products')
    .leftJoin('uploads as video', (join) =>
      join.onRef('video.id', '=', 'products.video_upload_id').on('video.status', '=', 'claimed'),
    )
    .leftJoin('uploads as captions', (join) =>
      join.onRef('captions.id', '=', 'products.captions_upload_id').on('captions.status', '=', 'claimed'),
    )
    .selectAll('products')
    .select(['video.content_type as video_type', 'captions.content_type as captions_type'])
    .select(accessibleBy(userId).as('hasPurchase'))
    .select(
      sql<boolean>`exists (
        select 1 from purchases p where p.product_id = products.id and p.user_id = ${userId}
          and (p.status = 'refunded' or p.access_ended_at is not null)
      )`.as('was_refunded'),
    )
    .select(
      sql<boolean>`exists (
        select 1 from purchases p where p.product_id = products.id and p.user_id = ${userId}
          and p.status = 'completed' and p.suspended_at is not null
      )`.as('is_suspended'),
    )
    .where('products.id', '=', id)
    .where('products.type', '=', 'session')
    .executeTakeFirst();
}

/** Sessions that the user has started and not completed, latest first. */
export async function findInProgress(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('user_progress')
    .innerJoin('products', 'products.id', 'user_progress.session_id')
    .selectAll('products')
    .select(['user_progress.position_seconds', 'user_progress.updated_at as progress_at'])
    .select(accessibleBy(userId).as('hasPurchase'))
    .where('user_progress.user_id', '=', userId)
    .where('user_progress.status', '=', 'in_progress')
    .orderBy('user_progress.updated_at', 'desc')
    .limit(limit)
    .execute();
}
