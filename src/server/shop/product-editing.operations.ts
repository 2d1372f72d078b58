import { isFreeProduct } from '../../shared/access/access-rules.ts';
import type {
  AdminProduct,
  CreateProductInput,
  ProductInput,
  UpdateProductInput,
} from '../../shared/shop/products.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import { eraseClaimedUploads } from '../uploads/sweep.operations.ts';
import { checkBlocks } from './lesson-blocks.operations.ts';
import {
  deleteProductRow,
  findAdminProduct,
  findFreeProductNumber,
  findProductOfKey,
  findProductsForAdmin,
  findSales,
  insertProduct,
  isInUse,
  lockArchivedProduct,
  lockLiveProduct,
  updateProductRow,
} from './product-editing.queries.ts';
import { type ChangedFiles, claimFiles, eraseReplaced, prepareFiles } from './product-files.operations.ts';
import { releaseAllPictures, savePictures } from './product-pictures.operations.ts';
import { findFileIds, insertVersion } from './product-versions.queries.ts';
import { sanitizeMarkdown } from './sanitize-markdown.ts';
import { presentAdminProduct } from './shop.present.ts';
import { findLiveProduct } from './shop.queries.ts';

/**
 * The maximum number of attempts to save a product under a free number. A save is repeated only if a concurrent save
 * took the number, so this many concurrent saves all succeed.
 */
const maxAttempts = 30;

/** The columns that decide whether, and for how much, a product is sold. */
const columnsOfSale = ['price_cents', 'is_free', 'is_active', 'type', 'product_number'];

/**
 * The products that are not archived, or only the archived ones, sorted by type and number. The sales figures are
 * cached.
 */
export async function listProductsForAdmin(
  deps: Deps,
  _actor: AdminActor,
  filter: { archived?: boolean | undefined } = {},
): Promise<AdminProduct[]> {
  const [rows, sales] = await Promise.all([
    findProductsForAdmin(deps.db, { archived: filter.archived ?? false }),
    deps.figures.get('sales of products', () => findSales(deps.db)),
  ]);
  return rows.map((row) => presentAdminProduct(row, sales.get(row.id)));
}

/**
 * Creates a product, or finds the one that was created with the same key. If its number is taken, the product gets the
 * next free number, which the result contains.
 * @throws DomainError invalid_input for an invalid lesson block; invalid_input, not_found or unreadable_document for a
 * file; conflict if another product uses a file; StorageError
 */
export async function createProduct(
  deps: Deps,
  actor: AdminActor,
  input: CreateProductInput,
  metadata: RequestMetadata,
): Promise<AdminProduct> {
  // The created product is looked up before the files are checked, because a repeated request names files that the
  // first request has claimed.
  const created = await findCreated(deps.db, input.key);
  if (created) return created;
  await checkBlocks(deps, input);
  let files: ChangedFiles;
  try {
    files = await prepareFiles(deps, actor, input);
  } catch (error) {
    // A concurrent request with this key may have claimed the files after the first search.
    const createdBefore = await findCreated(deps.db, input.key);
    if (createdBefore) return createdBefore;
    throw error;
  }
  return withFreeNumber(deps, async (trx) => {
    const createdMeanwhile = await lockCreated(trx, input.key);
    if (createdMeanwhile) return createdMeanwhile;
    const now = deps.now();
    await claimFiles(trx, actor, files, now);
    const id = await insertProduct(trx, {
      ...productColumns(input),
      product_number: await findFreeProductNumber(trx, input.type, input.productNumber, undefined),
      ...files,
      creation_key: input.key ?? null,
      created_at: now,
      updated_at: now,
    });
    await addVersion(trx, actor, id, files, now);
    await savePictures(trx, actor, { id, texts: [input.description, input.content] }, now);
    return auditAndPresent(trx, actor, metadata, 'product.created', id, {
      title: input.title,
      wantedNumber: input.productNumber,
    });
  });
}

/** The product that an earlier request with this key created. Until `trx` ends, other requests with the key wait. */
export async function lockCreated(trx: Trx, key: string | undefined): Promise<AdminProduct | undefined> {
  if (key) await lockKey(trx, `product:${key}`);
  return findCreated(trx, key);
}

async function findCreated(db: Db | Trx, key: string | undefined): Promise<AdminProduct | undefined> {
  const row = key && (await findProductOfKey(db, key));
  return row ? presentAdminProduct(row, (await findSales(db, row.id)).get(row.id)) : undefined;
}

/**
 * Replaces a product's fields. An omitted field stays unchanged, so that a request with a few fields cannot put a
 * hidden product on sale or erase its description; null clears a field, except the number, which stays unchanged.
 * @throws DomainError step_up_required for a change that `changesPriceOrAccess` finds; not_found; conflict if the
 * product was saved after `editedFrom` or if another product uses a file; invalid_input if the type of a sold product
 * changes, or for an invalid lesson block; invalid_input or unreadable_document for a file; StorageError
 */
export async function updateProduct(
  deps: Deps,
  actor: AdminActor,
  input: UpdateProductInput,
  metadata: RequestMetadata,
): Promise<AdminProduct> {
  const known = await findLiveProduct(deps.db, input.id);
  if (!known) throw await notLive(deps.db, input.id);
  // Before the files are checked, because a file that another admin has replaced is no longer found.
  assertNotChangedSince(input.editedFrom, known);
  await checkBlocks(deps, withStored(input, known));
  const files = await prepareFiles(deps, actor, input, known);
  return withFreeNumber(deps, async (trx) => {
    const before = await lockLiveProduct(trx, input.id);
    if (!before) throw await notLive(trx, input.id);
    assertNotChangedSince(input.editedFrom, before);
    // The purchases of a product store its type.
    if (input.type !== before.type && (await findAdminProduct(trx, input.id))?.is_owned) {
      const message = 'The type of a sold product cannot change';
      throw new DomainError('invalid_input', message, { fields: { type: message } });
    }
    const complete = withStored(input, before);
    const columns = productColumns(complete);
    if (changesPriceOrAccess(before, columns, complete.productNumber))
      requireRecentAuthentication(deps, actor);
    const now = deps.now();
    await claimFiles(trx, actor, files, now);
    const after = {
      ...columns,
      product_number: await findFreeProductNumber(trx, input.type, complete.productNumber, input.id),
      ...files,
    };
    await updateProductRow(trx, input.id, { ...after, updated_at: savedAfter(before, now) });
    await addVersion(trx, actor, input.id, files, now);
    const content = after.content === undefined ? before.content : after.content;
    await savePictures(trx, actor, { id: input.id, texts: [after.description, content] }, now);
    await eraseReplaced(trx, before, files, now);
    const changes = changesOf(before, after);
    if (columnsOfSale.some((column) => column in changes)) {
      await deps.jobs.enqueue(trx, 'close-payment-pages', { productId: input.id });
    }
    return auditAndPresent(trx, actor, metadata, 'product.updated', input.id, { changes });
  });
}

/** @throws DomainError conflict if the product was saved after `editedFrom` */
function assertNotChangedSince(editedFrom: string | undefined, product: ProductRow): void {
  if (editedFrom === undefined || Date.parse(product.updated_at) === Date.parse(editedFrom)) return;
  throw new DomainError(
    'conflict',
    'This product was changed while you were editing it, in another tab or by another admin. Your changes are not saved yet.',
  );
}

/** @returns DomainError not_found, for a product that is archived or does not exist */
async function notLive(db: Db | Trx, id: number): Promise<DomainError> {
  if (!(await findAdminProduct(db, id))) return notFound('Product');
  return new DomainError('not_found', 'This product has been archived. You can restore it under “Archived”.');
}

/**
 * Deletes a product that is not in use, with all its files. Archives any other product, so that buyers keep access, the
 * purchase history and the promotion codes remain complete, and no student loses notes.
 * @throws DomainError not_found
 */
export async function deleteProduct(
  deps: Deps,
  actor: AdminActor,
  id: number,
  metadata: RequestMetadata,
): Promise<{ archived: boolean }> {
  return inTransaction(deps.db, async (trx) => {
    // A concurrent checkout waits for this lock and then finds the product deleted.
    const product = await lockLiveProduct(trx, id);
    if (!product) throw await notLive(trx, id);
    const isArchived = await isInUse(trx, id);
    const now = deps.now();
    if (isArchived) {
      await updateProductRow(trx, id, {
        is_active: false,
        deleted_at: now,
        updated_at: savedAfter(product, now),
      });
      await deps.jobs.enqueue(trx, 'close-payment-pages', { productId: id });
    } else {
      await releaseAllPictures(trx, id, now);
      await eraseClaimedUploads(trx, await findFileIds(trx, id), now);
      await deleteProductRow(trx, id);
      await eraseReplaced(
        trx,
        product,
        { video_upload_id: null, captions_upload_id: null, cover_upload_id: null },
        now,
      );
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: isArchived ? 'product.archived' : 'product.deleted',
      subjectType: 'product',
      subjectId: String(id),
      metadata,
      details: { title: product.title, type: product.type, productNumber: product.product_number },
    });
    return { archived: isArchived };
  });
}

/**
 * Restores an archived product as hidden, so that an admin reviews it before it is sold again. If its number is taken,
 * the product gets the next free number.
 * @throws DomainError not_found, also for a product that is not archived
 */
export async function restoreProduct(
  deps: Deps,
  actor: AdminActor,
  id: number,
  metadata: RequestMetadata,
): Promise<AdminProduct> {
  return withFreeNumber(deps, async (trx) => {
    const product = await lockArchivedProduct(trx, id);
    if (!product) throw notFound('Archived product');
    await updateProductRow(trx, id, {
      deleted_at: null,
      product_number: await findFreeProductNumber(trx, product.type, product.product_number, id),
      updated_at: savedAfter(product, deps.now()),
    });
    return auditAndPresent(trx, actor, metadata, 'product.restored', id, { title: product.title });
  });
}

/** Adds a changed file as the product's next version. */
async function addVersion(
  trx: Trx,
  actor: AdminActor,
  productId: number,
  files: ChangedFiles,
  now: Date,
): Promise<void> {
  const uploadId = files.file_upload_id;
  if (uploadId) await insertVersion(trx, { productId, uploadId, addedBy: actor.userId, addedAt: now });
}

/** Retries `work` if it violates the unique index because a concurrent save took the chosen number. */
export async function withFreeNumber<T>(deps: Deps, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(deps.db, work);
    } catch (error) {
      if (attempt === maxAttempts || !isUniqueViolation(error, 'products_number_unique')) throw error;
    }
  }
}

/** Records the action in the audit log. @returns the product as saved */
export async function auditAndPresent(
  trx: Trx,
  actor: AdminActor,
  metadata: RequestMetadata,
  action: string,
  id: number,
  details: Record<string, unknown>,
): Promise<AdminProduct> {
  await recordAudit(trx, {
    actorId: actor.userId,
    action,
    subjectType: 'product',
    subjectId: String(id),
    metadata,
    details,
  });
  const row = await findAdminProduct(trx, id);
  if (!row) throw notFound('Product');
  return presentAdminProduct(row, (await findSales(trx, id)).get(id));
}

/** Converts an empty text to null; undefined leaves the column unchanged. */
function optionalColumn<T>(value: T | undefined): T | null | undefined {
  return value === '' ? null : value;
}

/**
 * Whether the price or the access changes. Because the first sessions are open to all users, a session's new number and
 * a change of the type to session are changes of access.
 */
function changesPriceOrAccess(before: ProductRow, after: ReturnType<typeof productColumns>, number: number) {
  return (
    before.price_cents !== after.price_cents ||
    before.is_free !== after.is_free ||
    (after.type === 'session' && (before.type !== after.type || before.product_number !== number))
  );
}

/** Takes an omitted field from `stored` if every product has that field. Other omitted fields stay undefined. */
function withStored(input: UpdateProductInput, stored: ProductRow): ProductInput {
  return {
    ...input,
    productNumber: input.productNumber ?? stored.product_number,
    description: input.description ?? stored.description,
    difficulty: input.difficulty ?? stored.difficulty,
    isActive: input.isActive ?? stored.is_active,
    isFree: input.isFree ?? stored.is_free,
  };
}

/** The columns to store. Those of omitted fields are undefined and stay unchanged. */
function productColumns(input: ProductInput) {
  return {
    type: input.type,
    title: input.title,
    description: sanitizeMarkdown(input.description),
    difficulty: input.difficulty,
    price_cents: input.price,
    is_active: input.isActive,
    // A price of 0 makes a product free, as does the field `isFree`.
    is_free: isFreeProduct(input),
    video_url: optionalColumn(input.videoUrl),
    content: optionalColumn(input.content && sanitizeMarkdown(input.content)),
    cover_alt: optionalColumn(input.coverAlt),
    estimated_duration: input.estimatedDuration,
    prerequisites: optionalColumn(input.prerequisites),
    author: optionalColumn(input.author),
    published_on: optionalColumn(input.publishedOn),
    outcomes: optionalColumn(input.outcomes),
    contents: optionalColumn(input.contents),
    ...(input.questionCredits !== undefined && { question_credits: input.questionCredits }),
  };
}

/** Old and new values of the changed columns; for `content`, which may be long, only that it changed. */
export function changesOf(before: ProductRow, after: Partial<ProductRow>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const column of Object.keys(after) as (keyof ProductRow)[]) {
    if (after[column] === undefined || after[column] === before[column]) continue;
    changes[column] = column === 'content' ? 'changed' : { from: before[column], to: after[column] };
  }
  return changes;
}
