import { z } from 'zod';

export const webhookEventView = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  livemode: z.boolean(),
  /** `received`: stored, its work not done. */
  status: z.enum(['received', 'processed', 'ignored']),
  reason: z.string().nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  receivedAt: z.string(),
});
export type WebhookEvent = z.infer<typeof webhookEventView>;

/** How well Stripe reaches us. */
export const webhooksView = z.object({
  /** A secret to check signatures with is set. */
  configured: z.boolean(),
  /** The mode of the key in use; events of the other one are ignored. */
  livemode: z.boolean(),
  lastReceivedAt: z.string().nullable(),
  /** Of the last 30 days, most frequent first. */
  types: z.array(
    z.object({
      type: z.string(),
      received: z.int(),
      processed: z.int(),
      ignored: z.int(),
      unfinished: z.int(),
      lastReceivedAt: z.string(),
    }),
  ),
  /** Stored, but their work is not done; oldest first, at most 100. */
  unfinished: z.array(webhookEventView),
  /** The newest 50. */
  newest: z.array(webhookEventView),
});
export type Webhooks = z.infer<typeof webhooksView>;

export const replayEventInput = z.object({ eventId: z.string().regex(/^evt_\w{1,250}$/, 'Unknown event') });
