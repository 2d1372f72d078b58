import { z } from 'zod';

const notificationKinds = [
  // For students.
  'kyc_approved',
  'kyc_rejected',
  'kyc_requires_review',
  'purchase_completed',
  'purchase_refunded',
  'refund_answered',
  'payment_disputed',
  'subscription_changed',
  'payment_failed',
  'announcement',
  'question_answered',
  'question_late',
  'question_returned',
  'homework_set',
  // For coaches. `daily_queue_low`: too few hands of the day are planned.
  'questions_waiting',
  'daily_queue_low',
  // For admins.
  'file_not_stamped',
  'admin_sale',
  'admin_on_hold',
  'admin_dispute',
  'admin_message',
  'admin_refund_request',
  'admin_application',
  'admin_late_review',
  'admin_failed_email',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The number of notifications that the menu shows, newest first. */
export const notificationsShown = 50;

const notificationView = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** The path on this site to which the notification links; null without a link. */
  path: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
});
export type Notification = z.infer<typeof notificationView>;

/** `unread` counts all unread notifications, not only the listed ones. */
export const notificationListView = z.object({ items: z.array(notificationView), unread: z.int() });
export type NotificationList = z.infer<typeof notificationListView>;

export const unreadView = z.object({ unread: z.int() });

/**
 * Without ids, marks all as read. `until` is the time of the newest notification that the user saw, so that a later one
 * stays unread.
 */
export const markReadInput = z
  .object({ ids: z.array(z.uuid()).max(200).optional(), until: z.iso.datetime().optional() })
  .optional();
export type MarkReadInput = z.infer<typeof markReadInput>;
