import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { userIdInput } from './admin.ts';

export const userHistoryInput = userIdInput.extend({ cursor: cursorInput });
export type UserHistoryInput = z.infer<typeof userHistoryInput>;

const historyEntryView = z.object({
  /** Unique in the history. */
  key: z.string(),
  at: z.string(),
  /**
   * An action of the audit log, or `consent.{kind}`, `kyc.submitted`, `payment.received`, `payment.refund`,
   * `refund_request.sent`, `membership.started`, `membership.changed`, `membership.no_access`, `membership.restored`,
   * `membership.ended`, `file.opened`, `contact_message.sent`, `question.asked`, `question.answered`,
   * `question.follow_up_answered` or `sign_in.{outcome}`.
   */
  action: z.string(),
  /** The current name of the actor; null for the account's user, Stripe and the system. */
  byName: z.string().nullable(),
  amountCents: z.int().nullable(),
  /**
   * What was paid for, the title of a file, the statement that the user accepted, or a reason, message or reply as its
   * author wrote it. Messages and replies are cut off after 200 characters.
   */
  note: z.string().nullable(),
  /** Recorded details that explain the action, such as `reasonCode`, `after` and `title`. */
  details: z.record(z.string(), z.string()),
  /** What the entry links to: a payment, an identity case or a contact message. At most one of these ids is set. */
  paymentId: z.uuid().nullable(),
  caseId: z.uuid().nullable(),
  messageId: z.uuid().nullable(),
  /** The device of a login; null for other entries. */
  device: z.string().nullable(),
  /** The IP address of a login, or of an entry of the audit log; null if none is stored. */
  address: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntryView>;

export const userHistoryView = pageView(historyEntryView);
export type UserHistory = z.infer<typeof userHistoryView>;
