import { z } from 'zod';
import { productIdSchema } from '../shop/products.ts';
import { pageNumber, readingResource } from './reading.ts';

const [product, plan] = readingResource.options;

/** What a bookmark marks: a session, or a page of a product's PDF or of a coaching plan. */
const bookmarkPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), id: productIdSchema }),
  product.extend({ page: pageNumber }),
  plan.extend({ page: pageNumber }),
]);
export type BookmarkPlace = z.infer<typeof bookmarkPlace>;

export const setBookmarkInput = z.object({ place: bookmarkPlace, marked: z.boolean() });

/** A bookmark; lists are newest first. `page` is null for a session. */
export const bookmarkView = z.object({
  kind: z.enum(['session', 'product', 'plan']),
  id: z.int(),
  page: z.int().nullable(),
  /** The current title of the session, product or plan. */
  title: z.string(),
  createdAt: z.string(),
});
export type Bookmark = z.infer<typeof bookmarkView>;

/** Limit per user. Beyond it, adding a bookmark is rejected. */
export const maxBookmarks = 500;
