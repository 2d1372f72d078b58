import { type InferResult, type Insertable, sql } from 'kysely';
import type { ProductType } from '../../shared/enums.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { ProductRow, ProductsTable } from '../platform/db/tables/shop-tables.ts';
import { liveProduct } from './shop.queries.ts';

export type AdminProductRow = InferResult<ReturnType<typeof selectAdminProducts>>[number];

/** The number of completed purchases without gifts, and the amount paid less refunds and lost disputes. */
export type ProductSales = { soldCount: number; revenueCents: number };

/**
 * Sales by product id. `returned_cents` of a payment is what was refunded or lost in a dispute.
 * @param productId - the only product to include; by default, all products that were ever bought
 */
export async function findSales(db: Db | Trx, productId?: number): Promise<Map<number, ProductSales>> {
  const ofProduct = productId === undefined ? sql`` : sql`and purchases.product_id = ${productId}`;
  const { rows } = await sql<{ id: number } & ProductSales>`
    select sales.id, sales.sold::int as "soldCount", (sales.cents - coalesce(lost.cents, 0))::bigint as "revenueCents"
    from (
      select product_id as id, count(*) filter (where status = 'completed' and amount_cents > 0) as sold,
        sum(amount_cents - refunded_cents) as cents
      from purchases where status in ('completed', 'refunded') and product_id is not null ${ofProduct}
      group by product_id
    ) sales left join (
      select purchases.product_id as id, sum(billing_payments.returned_cents - purchases.refunded_cents) as cents
      from billing_payments join purchases on purchases.id = billing_payments.purchase_id
      where billing_payments.status = 'lost' and purchases.status in ('completed', 'refunded') ${ofProduct}
      group by purchases.product_id
    ) lost on lost.id = sales.id`.execute(db);
  return new Map(rows.map(({ id, ...sales }) => [id, sales]));
}

/** Including gifts, for which nothing was paid. */
const completedPurchases = sql`
  select from purchases where purchases.product_id = products.id and purchases.status = 'completed'`;

function selectAdminProducts(db: Db | Trx) {
  return db
    .selectFrom('products')
    .leftJoin('uploads', 'uploads.id', 'products.file_upload_id')
    .leftJoin('pdf_details', 'pdf_details.upload_id', 'products.file_upload_id')
    .leftJoin('uploads as video', 'video.id', 'products.video_upload_id')
    .leftJoin('uploads as captions', 'captions.id', 'products.captions_upload_id')
    .leftJoin('uploads as cover', 'cover.id', 'products.cover_upload_id')
    .selectAll('products')
    .select([
      'uploads.filename as file_name',
      'uploads.stamp_problem',
      'pdf_details.page_count',
      'video.filename as video_name',
      'captions.filename as captions_name',
      'cover.filename as cover_name',
      sql<boolean>`exists (${completedPurchases})`.as('is_owned'),
      sql<boolean>`exists (${completedPurchases} and purchases.amount_cents > 0)`.as('is_sold'),
    ]);
}

export async function findProductsForAdmin(
  db: Db,
  filter: { archived: boolean },
): Promise<AdminProductRow[]> {
  return selectAdminProducts(db)
    .where('products.deleted_at', filter.archived ? 'is not' : 'is', null)
    .orderBy('products.type')
    .orderBy('products.product_number')
    .orderBy('products.id')
    .execute();
}

export async function findAdminProduct(db: Db | Trx, id: number): Promise<AdminProductRow | undefined> {
  return selectAdminProducts(db).where('products.id', '=', id).executeTakeFirst();
}

/** The product that a request with this key created; archived ones are included. */
export async function findProductOfKey(db: Db | Trx, key: string): Promise<AdminProductRow | undefined> {
  return selectAdminProducts(db).where('products.creation_key', '=', key).executeTakeFirst();
}

/** Locks the row until the transaction ends; undefined for unknown and archived products. */
export async function lockLiveProduct(trx: Trx, id: number): Promise<ProductRow | undefined> {
  return liveProduct(trx, id).forUpdate().executeTakeFirst();
}

/** Like `lockLiveProduct` for several products, in the order of their ids, so that two bulk changes cannot deadlock. */
export async function lockLiveProducts(trx: Trx, ids: readonly number[]): Promise<ProductRow[]> {
  return trx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks the row until the transaction ends; undefined for a product that is not archived. */
export async function lockArchivedProduct(trx: Trx, id: number): Promise<ProductRow | undefined> {
  return trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The wanted number if no other live product of the type has it, otherwise the next free one above it. */
export async function findFreeProductNumber(
  trx: Trx,
  type: ProductType,
  wanted: number,
  exceptId: number | undefined,
): Promise<number> {
  const others = trx
    .selectFrom('products')
    .select('product_number')
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0));
  const row = await trx
    .with('taken', () => others)
    .selectNoFrom(
      sql<number>`case when exists (select 1 from taken where product_number = ${wanted}::integer)
        then (select min(t.product_number) + 1 from taken t where t.product_number >= ${wanted}::integer
          and not exists (select 1 from taken n where n.product_number = t.product_number + 1))
        else ${wanted}::integer end`.as('free'),
    )
    .executeTakeFirstOrThrow();
  return row.free;
}

export async function insertProduct(trx: Trx, product: Insertable<ProductsTable>): Promise<number> {
  const row = await trx.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateProductRow(
  trx: Trx,
  id: number,
  changes: Partial<Insertable<ProductsTable>>,
): Promise<void> {
  await trx.updateTable('products').set(changes).where('id', '=', id).execute();
}

/**
 * Whether deleting the product would lose more than the product: purchases, even unfinished ones, promotion codes, or
 * what students, who can use a free product without buying it, keep with it: progress, notes, bookmarks and practice.
 */
export async function isInUse(trx: Trx, productId: number): Promise<boolean> {
  const byStudent = sql`join users on users.id = kept.user_id and users.role <> 'admin'`;
  const used = [
    sql`purchases where product_id = ${productId}`,
    sql`promotion_codes where product_id = ${productId}`,
    sql`user_progress kept ${byStudent} where session_id = ${productId}`,
    sql`session_notes kept ${byStudent} where session_id = ${productId} or product_id = ${productId}`,
    sql`reading_positions kept ${byStudent} where product_id = ${productId}`,
    sql`bookmarks kept ${byStudent} where product_id = ${productId}`,
    // The first answer to a drill adds the student to its deck.
    sql`deck_students kept ${byStudent} join decks on decks.id = kept.deck_id where product_id = ${productId}`,
  ].map((rows) => sql`exists (select from ${rows})`);
  const { rows } = await sql<{ isInUse: boolean }>`select ${sql.join(used, sql` or `)} as "isInUse"`.execute(
    trx,
  );
  return rows[0]?.isInUse === true;
}

export async function deleteProductRow(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('products').where('id', '=', id).execute();
}
