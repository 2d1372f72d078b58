import { canAccess, isOpenToAll, ownsProduct } from '../../shared/access/access-rules.ts';
import { fullName } from '../../shared/person-name.ts';
import { coverFields } from '../../shared/shop/pictures.ts';
import { linesOf } from '../../shared/shop/product-content.ts';
import type { AdminProduct, Product, ProductDetail, ProductFileVersion } from '../../shared/shop/products.ts';
import { productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import { shownFilename, unnamedFile } from '../uploads/upload-reference.ts';
import type { AdminProductRow, ProductSales } from './product-editing.queries.ts';
import type { VersionRow } from './product-versions.queries.ts';
import type { ListedProductRow, ProductFileRow, ReadableProductRow } from './shop.queries.ts';

function presentShared(row: ListedProductRow) {
  return {
    id: row.id,
    type: row.type,
    productNumber: row.product_number,
    title: row.title,
    description: row.description,
    difficulty: row.difficulty,
    price: row.price_cents,
    isActive: row.is_active,
    isFree: row.is_free,
    estimatedDuration: row.estimated_duration,
    prerequisites: row.prerequisites,
    pageCount: row.page_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isReady: row.is_ready,
    ...coverFields(row.cover_upload_id, row.cover_alt),
    // The documented REST API has these values under these names, too.
    is_free: row.is_free,
    is_active: row.is_active,
    product_number: row.product_number,
    pdfNumber: row.type === 'pdf' ? row.product_number : null,
    sessionNumber: row.type === 'session' ? row.product_number : null,
  };
}

/**
 * A product without its content and video. `filePath` is the URL of the download; null if the product has no file or
 * the user may not open it.
 */
export function presentProduct(actor: Actor | null, row: ReadableProductRow): Product {
  const facts = productFacts(row);
  const mayOpen = canAccess(actor, facts);
  return {
    ...presentShared(row),
    filePath: mayOpen && row.file_upload_id !== null ? `/api/products/${row.id}/download` : null,
    owned: ownsProduct(actor, facts),
    mayOpen,
    openToAll: facts.isListed && isOpenToAll(facts),
    blockedPurchase: row.blockedPurchase,
  };
}

/** A product for its page. `includes` says whether it has a file, a video or a text, without their content. */
export function presentProductDetail(actor: Actor | null, row: ProductFileRow): ProductDetail {
  const product = actor ? presentLibraryProduct(actor, row) : presentProduct(actor, row);
  const hasFile = row.storage_key !== null && row.upload_status !== 'erased';
  return {
    ...product,
    includes: {
      file: hasFile && row.size_bytes !== null ? { sizeBytes: row.size_bytes } : null,
      video: Boolean(row.video_url) || row.video_upload_id !== null,
      text: Boolean(row.content),
    },
    author: row.author,
    publishedOn: row.published_on,
    outcomes: linesOf(row.outcomes),
    contents: row.contents === null ? (row.chapters ?? []) : linesOf(row.contents),
    questionCredits: row.question_credits,
    // The URL changes with the file, so that browsers may cache the image.
    preview:
      hasFile && row.has_preview
        ? `/api/products/${row.id}/preview?v=${row.file_upload_id?.slice(0, 8)}`
        : null,
  };
}

/** A hidden or archived product is presented as active to its buyers, who keep access. */
export function presentLibraryProduct(actor: Actor, row: ReadableProductRow): Product {
  const product = presentProduct(actor, row);
  return product.owned ? { ...product, isActive: true, is_active: true } : product;
}

export function presentAdminProduct(row: AdminProductRow, sales: ProductSales | undefined): AdminProduct {
  return {
    ...presentShared(row),
    filePath: row.file_upload_id === null ? null : `/objects/${row.file_upload_id}`,
    fileName: shownFilename(row.file_upload_id, row.file_name),
    stampProblem: row.stamp_problem,
    videoUrl: row.video_url,
    videoPath: row.video_upload_id === null ? null : `/objects/${row.video_upload_id}`,
    videoName: shownFilename(row.video_upload_id, row.video_name),
    captionsPath: row.captions_upload_id === null ? null : `/objects/${row.captions_upload_id}`,
    captionsName: shownFilename(row.captions_upload_id, row.captions_name),
    coverPath: row.cover_upload_id === null ? null : `/objects/${row.cover_upload_id}`,
    coverName: shownFilename(row.cover_upload_id, row.cover_name),
    content: row.content,
    author: row.author,
    publishedOn: row.published_on,
    outcomes: row.outcomes,
    contents: row.contents,
    questionCredits: row.question_credits,
    deletedAt: row.deleted_at,
    isOwned: row.is_owned,
    // The first sale counts immediately, although the figures are cached.
    soldCount: Math.max(sales?.soldCount ?? 0, row.is_sold ? 1 : 0),
    revenue: sales?.revenueCents ?? 0,
  };
}

export function presentVersion(row: VersionRow): ProductFileVersion {
  const name = fullName(row.first_name, row.last_name);
  return {
    id: row.id,
    number: row.number,
    fileName: row.filename ?? unnamedFile,
    sizeBytes: row.size_bytes,
    addedAt: row.added_at,
    addedByName: name === '' ? null : name,
    isCurrent: Boolean(row.is_current),
    isKept: row.upload_status === 'claimed',
  };
}
