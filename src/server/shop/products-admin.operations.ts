import { isFreeProduct } from '../../shared/access-rules.ts';
import { limits } from '../../shared/limits.ts';
import type { AdminProduct, ProductInput } from '../../shared/products.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { ProductRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { parseUploadReference } from '../uploads/upload-reference.ts';
import { claimProductFile, prepareProductFile } from '../uploads/uploads.operations.ts';
import {
  deleteProductRow,
  findAdminProduct,
  findFreeProductNumber,
  findProductsForAdmin,
  hasPurchases,
  insertProduct,
  lockLiveProduct,
  updateProductRow,
} from './products-admin.queries.ts';
import { presentAdminProduct } from './shop.present.ts';
import { findLiveProduct } from './shop.queries.ts';

/** Each try loses only to another save that took the number in the same moment, so twenty at once all find one. */
const numberTries = 30;

/** All products by type and number; archived ones only when asked for (D-32). */
export async function listProductsForAdmin(
  deps: Deps,
  _actor: AdminActor,
  filter: { archived?: boolean | undefined } = {},
): Promise<AdminProduct[]> {
  const rows = await findProductsForAdmin(deps.db, {
    archived: filter.archived ?? false,
    limit: limits.listCap,
  });
  return rows.map(presentAdminProduct);
}

/**
 * Creates a product. A taken number becomes the next free one; the answer shows which (D-35).
 * @throws DomainError invalid_input, not_found or unreadable_document for the file; StorageError
 */
export async function createProduct(
  deps: Deps,
  actor: AdminActor,
  input: ProductInput,
  origin: Origin,
): Promise<AdminProduct> {
  const uploadId = input.filePath ? await prepareProductFile(deps, actor, input.filePath) : null;
  return withFreeNumber(deps, async (trx) => {
    const now = deps.now();
    if (uploadId) await claimProductFile(trx, actor, uploadId, now);
    const id = await insertProduct(trx, {
      ...productColumns(input),
      product_number: await findFreeProductNumber(trx, input.type, input.productNumber, undefined),
      file_upload_id: uploadId,
      created_at: now,
      updated_at: now,
    });
    return audited(trx, actor, origin, 'product.created', id, {
      title: input.title,
      wantedNumber: input.productNumber,
    });
  });
}

/**
 * Replaces a product's fields. Of the optional ones, null clears and leaving out keeps. A replaced file stays stored
 * with its upload's row: it is what earlier buyers received.
 * @throws DomainError not_found; invalid_input or unreadable_document for the file; StorageError
 */
export async function updateProduct(
  deps: Deps,
  actor: AdminActor,
  input: ProductInput & { id: number },
  origin: Origin,
): Promise<AdminProduct> {
  const known = await findLiveProduct(deps.db, input.id);
  if (!known) throw notFound('Product');
  const reference = input.filePath;
  const isCurrent = reference === undefined || (await namesUpload(deps, reference, known.file_upload_id));
  const uploadId = isCurrent || !reference ? null : await prepareProductFile(deps, actor, reference);
  return withFreeNumber(deps, async (trx) => {
    const before = await lockLiveProduct(trx, input.id);
    if (!before) throw notFound('Product');
    const now = deps.now();
    if (uploadId) await claimProductFile(trx, actor, uploadId, now);
    const after = {
      ...productColumns(input),
      product_number: await findFreeProductNumber(trx, input.type, input.productNumber, input.id),
      ...(!isCurrent && { file_upload_id: uploadId }),
    };
    await updateProductRow(trx, input.id, { ...after, updated_at: now });
    return audited(trx, actor, origin, 'product.updated', input.id, { changes: changesOf(before, after) });
  });
}

/**
 * Deletes a product nobody has begun to buy; every other is archived, so that buyers keep access and the purchase
 * history its subject (D-32).
 * @throws DomainError not_found
 */
export async function deleteProduct(
  deps: Deps,
  actor: AdminActor,
  id: number,
  origin: Origin,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    // A checkout that begins now waits for this lock and then finds the product gone.
    const product = await lockLiveProduct(trx, id);
    if (!product) throw notFound('Product');
    const archive = await hasPurchases(trx, id);
    const now = deps.now();
    if (archive) await updateProductRow(trx, id, { is_active: false, deleted_at: now, updated_at: now });
    else await deleteProductRow(trx, id);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: archive ? 'product.archived' : 'product.deleted',
      subjectType: 'product',
      subjectId: String(id),
      origin,
      details: { title: product.title, type: product.type, productNumber: product.product_number },
    });
  });
}

/** Runs `work` again when another save took the chosen number first; the unique index decides (D-35). */
async function withFreeNumber<T>(deps: Deps, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.db, work);
    } catch (error) {
      if (tries === numberTries || !isUniqueViolation(error, 'products_number_unique')) throw error;
    }
  }
}

async function audited(
  trx: Trx,
  actor: AdminActor,
  origin: Origin,
  action: string,
  id: number,
  details: Record<string, unknown>,
): Promise<AdminProduct> {
  await recordAudit(trx, {
    actorId: actor.userId,
    action,
    subjectType: 'product',
    subjectId: String(id),
    origin,
    details,
  });
  const row = await findAdminProduct(trx, id);
  if (!row) throw notFound('Product');
  return presentAdminProduct(row);
}

/** True when the reference means this upload, in whichever form: a save that is sent twice changes no file. */
async function namesUpload(deps: Deps, reference: string | null, uploadId: string | null): Promise<boolean> {
  if (!reference || uploadId === null) return false;
  return (await parseUploadReference(deps.storage, reference)) === uploadId;
}

/** An empty text is no text; a field that was left out stays out of the statement. */
function optionalColumn<T>(value: T | undefined): T | null | undefined {
  return value === '' ? null : value;
}

function productColumns(input: ProductInput) {
  return {
    type: input.type,
    title: input.title,
    description: input.description,
    difficulty: input.difficulty,
    price_cents: input.price,
    is_active: input.isActive,
    // Price 0 and the switch say the same thing (S2 §5, D-45).
    is_free: isFreeProduct(input),
    video_url: optionalColumn(input.videoUrl),
    content: optionalColumn(input.content),
    estimated_duration: input.estimatedDuration,
    prerequisites: optionalColumn(input.prerequisites),
  };
}

/** Before and after of what changed; the long text only as the fact that it did. */
function changesOf(before: ProductRow, after: Partial<ProductRow>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const column of Object.keys(after) as (keyof ProductRow)[]) {
    if (after[column] === undefined || after[column] === before[column]) continue;
    changes[column] = column === 'content' ? 'changed' : { from: before[column], to: after[column] };
  }
  return changes;
}
