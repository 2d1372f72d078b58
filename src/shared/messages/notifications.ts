import { z } from 'zod';

/** The events of notifications, the same as of emails. */
const notificationKinds = [
  'kyc_approved',
  'kyc_rejected',
  'kyc_requires_review',
  'purchase_completed',
  'purchase_refunded',
  'refund_answered',
  'payment_disputed',
  'subscription_changed',
  'payment_failed',
  'session_published',
  'file_updated',
  'file_not_stamped',
  'announcement',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The number of notifications that the menu shows, newest first. */
export const notificationsShown = 50;

const notificationView = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** Where it leads on this site; null when there is nothing to open. */
  path: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
});
export type Notification = z.infer<typeof notificationView>;

/** `unread` counts all, not only those listed. */
export const notificationListView = z.object({ items: z.array(notificationView), unread: z.int() });
export type NotificationList = z.infer<typeof notificationListView>;

export const unreadView = z.object({ unread: z.int() });

/** Without ids: all of them. */
export const markReadInput = z.object({ ids: z.array(z.uuid()).max(200).optional() }).optional();
