import { z } from 'zod';
import { productTypes, purchaseStatuses } from '../enums.ts';
import { calendarDay, isStorableText } from '../text-schemas.ts';

/** `held`: paid, but on hold until an admin decides. */
export const purchaseFilters = ['all', ...purchaseStatuses, 'held'] as const;

const day = calendarDay('Choose a day').optional();

/** The filters of purchases. Both days are in UTC and inclusive. */
export const purchaseFilterInput = z.object({
  status: z.enum(purchaseFilters).default('all'),
  type: z.enum(productTypes, { error: 'Choose PDF or Session' }).optional(),
  from: day,
  to: day,
  userId: z.uuid('Enter a complete user ID').optional(),
  /** Each word must match the name, email, product or purchase key (`pdf-3`), or the beginning of a Stripe id. */
  q: z
    .string()
    .trim()
    .max(200, 'Use fewer words')
    .refine(isStorableText, 'Please use plain text only')
    .default(''),
});
export type PurchaseFilterInput = z.infer<typeof purchaseFilterInput>;
