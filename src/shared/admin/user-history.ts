import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { userIdInput } from './admin.ts';

export const userHistoryInput = userIdInput.extend({ cursor: cursorInput });
export type UserHistoryInput = z.infer<typeof userHistoryInput>;

/** One event in the history of an account. */
const historyEntryView = z.object({
  /** Unique in the history. */
  key: z.string(),
  at: z.string(),
  /**
   * An action of the audit log, or `kyc.submitted`, `payment.received`, `payment.refund`, `refund_request.sent`,
   * `contact_message.sent`, `question.asked`, `question.answered`, `question.follow_up_answered` or
   * `sign_in.{outcome}`.
   */
  action: z.string(),
  /** The current name of the actor; null for the account's user, Stripe and the system. */
  byName: z.string().nullable(),
  amountCents: z.int().nullable(),
  /** The name of the purchase, or a reason, message or reply as its author wrote it, cut off if it is long. */
  note: z.string().nullable(),
  /** The recorded details that explain the action, such as `reasonCode`, `after` and `title`. */
  details: z.record(z.string(), z.string()),
  /** The entry links to the payment, the identity case or the message. */
  paymentId: z.uuid().nullable(),
  caseId: z.uuid().nullable(),
  messageId: z.uuid().nullable(),
  /** Device and network address of a login; null for other entries. */
  device: z.string().nullable(),
  address: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntryView>;

export const userHistoryView = pageView(historyEntryView);
export type UserHistory = z.infer<typeof userHistoryView>;
