import { z } from 'zod';
import { planCount } from '../payments/plan-cards.ts';
import { productIdSchema } from '../shop/products.ts';

const page = z
  .int('There is no such page')
  .min(1, 'There is no such page')
  .max(100_000, 'There is no such page');

/** A bookmark target: a session, or a page of a product's PDF or of a coaching plan. */
const bookmarkPosition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), id: productIdSchema }),
  z.object({ kind: z.literal('product'), id: productIdSchema, page }),
  z.object({
    kind: z.literal('plan'),
    id: z.int('Unknown plan').min(1, 'Unknown plan').max(planCount),
    page,
  }),
]);
export type BookmarkPosition = z.infer<typeof bookmarkPosition>;

export const setBookmarkInput = z.object({ place: bookmarkPosition, marked: z.boolean() });

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
export const mostBookmarks = 500;
