import { z } from 'zod';
import { productIdSchema } from '../shop/products.ts';
import { coachingPlanCount } from './coaching-plan-cards.ts';

/** What the PDF reader opens: a product's PDF by product id, or a coaching plan by number. */
const readingKinds = ['product', 'plan'] as const;

const planNumber = z.int('Unknown plan').min(1, 'Unknown plan').max(coachingPlanCount, 'Unknown plan');

export const readingResource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), id: productIdSchema }),
  z.object({ kind: z.literal('plan'), id: planNumber }),
]);
export type ReadingResource = z.infer<typeof readingResource>;

/** More pages than any real PDF has within the upload limit of 50 MB. */
const maxPages = 100_000;
const noPage = 'There is no such page';
/** Counted from 1. */
export const pageNumber = z.int(noPage).min(1, noPage).max(maxPages, noPage);

/** The current page, counted from 1, and the number of pages. */
export const readingPageInput = z
  .object({ resource: readingResource, page: pageNumber, pageCount: pageNumber })
  .refine(({ page, pageCount }) => page <= pageCount, { path: ['page'], message: noPage });
export type ReadingPageInput = z.infer<typeof readingPageInput>;

/** A PDF that the user may open now. */
export const readingView = z.object({
  title: z.string(),
  /** The URL of the file, which supports range requests. Access is checked on each request. */
  url: z.string(),
  filename: z.string(),
  /** The page where the user stopped, on any device; initially 1. */
  page: z.int(),
  /** The URL of an image of the first page. It responds with 404 if the page cannot be rendered. */
  firstPage: z.string(),
});
export type Reading = z.infer<typeof readingView>;

/** The PDF to continue with; null if none is in progress. */
export const continueReadingView = z
  .object({
    kind: z.enum(readingKinds),
    id: z.int(),
    title: z.string(),
    page: z.int(),
    pageCount: z.int(),
    updatedAt: z.string(),
  })
  .nullable();
export type ContinueReading = z.infer<typeof continueReadingView>;
