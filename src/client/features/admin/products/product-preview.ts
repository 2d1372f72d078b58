import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { coverFields } from '../../../../shared/shop/pictures.ts';
import { linesOf } from '../../../../shared/shop/product-content.ts';
import type { AdminProduct, ProductDetail } from '../../../../shared/shop/products.ts';
import { readPrice } from './price-text.ts';
import { draftProductNumber, hasContentToSave, type ProductDraft, usesVideoFile } from './product-draft.ts';

/**
 * The product as a student without access would see it if the draft were saved now. An invalid product number is shown
 * as 1.
 * @returns how to correct an invalid price, unless the product is free regardless of its price
 */
export function previewOfDraft(
  draft: ProductDraft,
  product: AdminProduct | undefined,
): { preview: ProductDetail } | { error: string } {
  const price = draft.isFree ? { cents: 0 } : readPrice(draft.price);
  return 'error' in price ? price : { preview: withPrice(price.cents, draft, product) };
}

function withPrice(price: number, draft: ProductDraft, product: AdminProduct | undefined): ProductDetail {
  const isSession = draft.type === 'session';
  const productNumber = draftProductNumber(draft) ?? 1;
  const isFree = price === 0;
  const openToAll = isOpenToAll({ type: draft.type, productNumber });
  const now = new Date().toISOString();
  return {
    id: product?.id ?? productNumber,
    type: draft.type,
    productNumber,
    title: draft.title.trim() === '' ? 'Untitled' : draft.title,
    description: draft.description,
    difficulty: draft.difficulty,
    price,
    // The preview shows every product as if it were on sale. If it is not, a notice above the preview says so.
    isActive: true,
    isFree,
    estimatedDuration: parseWholeNumber(draft.estimatedDuration) || null,
    prerequisites: draft.prerequisites.trim() === '' ? null : draft.prerequisites,
    pageCount: draft.filePath !== null && draft.filePath === product?.filePath ? product.pageCount : null,
    filePath: null,
    ...coverOf(draft),
    owned: isFree,
    blockedPurchase: null,
    mayOpen: isFree || openToAll,
    openToAll,
    isReady: hasContentToSave(draft),
    createdAt: product?.createdAt ?? now,
    updatedAt: product?.updatedAt ?? now,
    // The same values again, under the names that the REST API documents.
    is_free: isFree,
    is_active: true,
    product_number: productNumber,
    pdfNumber: isSession ? null : productNumber,
    sessionNumber: isSession ? productNumber : null,
    includes: {
      // The page does not show the size.
      file: draft.filePath === null ? null : { sizeBytes: 0 },
      video: usesVideoFile(draft) ? draft.videoPath !== null : draft.videoUrl.trim() !== '',
      text: draft.content.trim() !== '',
    },
    author: draft.author.trim() === '' ? null : draft.author,
    publishedOn: draft.publishedOn === '' ? null : draft.publishedOn,
    outcomes: linesOf(draft.outcomes),
    contents: linesOf(draft.contents),
    questionCredits: parseWholeNumber(draft.questionCredits) || 0,
    preview: null,
  };
}

/** The cover of the draft, even if its picture is not saved yet. */
export function coverOf({ coverPath, coverAlt }: ProductDraft) {
  return coverFields(coverPath?.replace(/^\/objects\//, '') ?? null, coverAlt);
}
