import { z } from 'zod';
import { tierPlans } from '../access/tier-gate.ts';
import { pokerSites } from '../poker/hand-limits.ts';
import { deckKinds } from '../practice/drills.ts';

const none = z.strictObject({});
const product = z.strictObject({ productId: z.int() });
/** `productId` is null for a membership. */
const checkout = z.strictObject({ productId: z.int().nullable() });
const session = z.strictObject({ sessionId: z.int() });
const plan = z.strictObject({ pdfNumber: z.int().min(1).max(10) });
const tier = z.strictObject({ plan: z.enum([...tierPlans, 'custom']) });
const counted = z.strictObject({ count: z.int().min(0) });

/**
 * All events that may be recorded, with their properties: ids, numbers and fixed values, never a name, an email or
 * IP address, or text that a user entered.
 */
export const analyticsEvents = {
  registered: none,
  signed_in: none,
  email_verified: none,
  password_reset: none,
  kyc_submitted: none,
  kyc_decided: z.strictObject({ status: z.enum(['approved', 'rejected', 'requires_review']) }),
  checkout_started: checkout,
  purchase_completed: z.strictObject({ productId: z.int().nullable(), amountCents: z.int() }),
  purchase_refunded: z.strictObject({ productId: z.int().nullable(), amountCents: z.int() }),
  subscription_started: tier,
  subscription_changed: tier,
  subscription_canceled: tier,
  payment_failed: none,
  product_downloaded: product,
  plan_downloaded: plan,
  session_opened: session,
  session_video_started: session,
  session_completed: session,
  session_reopened: session,
  session_rated: z.strictObject({ sessionId: z.int(), rating: z.int().min(1).max(5) }),
  note_added: z.union([session, product, plan]),
  goal_saved: none,
  goals_imported: counted,
  search_made: counted,
  hand_saved: z.strictObject({
    from: z.enum([...pokerSites, 'builder']),
    /** `odd` if the text of the hand contradicts itself or the rules of poker. */
    verdict: z.enum(['sound', 'odd']),
    count: z.int().min(1),
  }),
  drill_tried: z.strictObject({ deckKind: z.enum(deckKinds), score: z.int().min(0).max(100) }),
  /** A user answered the hand of the day. */
  daily_answered: none,
  question_queued: none,
  /** `hours` since the student sent the question or the follow-up. */
  question_answered: z.strictObject({ hours: z.int().min(0) }),
  data_export_requested: none,
  account_deletion_requested: none,
} as const;

export type AnalyticsEventName = keyof typeof analyticsEvents;
export type AnalyticsProperties<Name extends AnalyticsEventName> = z.infer<(typeof analyticsEvents)[Name]>;
