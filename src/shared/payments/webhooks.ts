import { z } from 'zod';

export const webhookEventView = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  livemode: z.boolean(),
  /** `received`: stored but not processed. */
  status: z.enum(['received', 'processed', 'ignored']),
  reason: z.string().nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  receivedAt: z.string(),
});
export type WebhookEvent = z.infer<typeof webhookEventView>;

/** The maximum number of unprocessed events in the list. */
export const maxUnfinished = 100;

/** The status of webhook delivery from Stripe. */
export const webhooksView = z.object({
  /** A signing secret is configured. */
  configured: z.boolean(),
  /** The mode of the configured key. Events of the other mode are ignored. */
  livemode: z.boolean(),
  lastReceivedAt: z.string().nullable(),
  /** Events of the last 30 days by type, most frequent first. */
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
  /** Stored but not processed; oldest first, at most `maxUnfinished`. */
  unfinished: z.array(webhookEventView),
  /** The newest 50 events. */
  newest: z.array(webhookEventView),
});
export type Webhooks = z.infer<typeof webhooksView>;

export const replayEventInput = z.object({ eventId: z.string().regex(/^evt_\w{1,250}$/, 'Unknown event') });
