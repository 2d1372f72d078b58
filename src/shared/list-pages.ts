import { z } from 'zod';
import { kycStatuses } from './enums.ts';
import { adminKycApplicationView } from './kyc/kyc.ts';
import { limits } from './limits.ts';
import { adminPurchaseView } from './payments/payments.ts';
import { purchaseFilterInput } from './payments/purchase-list.ts';

const pageError = 'The page must be 1 or more';
const limitError = `The limit must be 1 to ${limits.listCap}`;

/** The requested page of a list. Values come from a URL, so text is converted to numbers. */
export const pageNumberInput = z.object({
  page: z.coerce.number({ error: pageError }).int(pageError).min(1, pageError).max(1_000_000).default(1),
  limit: z.coerce
    .number({ error: limitError })
    .int(limitError)
    .min(1, limitError)
    .max(limits.listCap, limitError)
    .default(limits.listCap),
});

const sort = z.enum(['newest', 'oldest'], { error: 'Sort by newest or oldest' }).default('newest');

export const applicationPageInput = pageNumberInput.extend({
  sort,
  userId: z.uuid('Unknown user').optional(),
  /** If set, the list excludes applications that were superseded by a newer one of the same user. */
  status: z.enum(kycStatuses, { error: 'Unknown status' }).optional(),
  q: purchaseFilterInput.shape.q,
});
export type ApplicationPageInput = z.infer<typeof applicationPageInput>;
export const applicationPageView = z.object({ items: z.array(adminKycApplicationView), total: z.int() });

export const purchaseListInput = purchaseFilterInput.extend({ ...pageNumberInput.shape, sort });
export type PurchaseListInput = z.infer<typeof purchaseListInput>;
export const purchaseListView = z.object({ items: z.array(adminPurchaseView), total: z.int() });
