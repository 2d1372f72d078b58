import { canAccess, isFreeProduct, ownsProduct } from '../../shared/access/access-rules.ts';
import type {
  CoachingSession,
  LockedSession,
  ProgressEntry,
  SessionVideo,
} from '../../shared/learning/learning.ts';
import { formatCents } from '../../shared/money.ts';
import { externalVideo } from '../../shared/shop/external-video.ts';
import { coverFields } from '../../shared/shop/pictures.ts';
import { productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import type { SessionDetailRow, SessionRow } from './learning.queries.ts';
import type { ProgressRow } from './progress.queries.ts';

/** The public fields of a session. */
export function presentSessionHead(row: SessionRow) {
  return {
    id: row.id,
    sessionNumber: row.product_number,
    title: row.title,
    description: row.description,
    difficulty: row.difficulty,
    category: row.category,
    estimatedDuration: row.estimated_duration,
    prerequisites: row.prerequisites,
    ...coverFields(row.cover_upload_id, row.cover_alt),
  };
}

/** A session as the user may see it. Content and video URL are included only if the user may open the session. */
export function presentSession(actor: Actor, row: SessionRow): CoachingSession {
  const facts = productFacts(row);
  const accessible = canAccess(actor, facts);
  return {
    ...presentSessionHead(row),
    isPurchaseRequired: !isFreeProduct(facts),
    owned: ownsProduct(actor, facts),
    accessible,
    content: accessible ? row.content : null,
    videoUrl: accessible ? row.video_url : null,
  };
}

/** An uploaded video takes precedence over a link; null without either. */
export function presentVideo(row: SessionDetailRow): SessionVideo | null {
  if (row.video_type !== null) {
    return { kind: 'file', url: `/api/coaching/sessions/${row.id}/video`, contentType: row.video_type };
  }
  return externalVideo(row.video_url);
}

/** Why the user may not open the session, and what would give access. */
export function presentLock(row: SessionDetailRow): Pick<LockedSession, 'price' | 'reason' | 'explanation'> {
  const price = row.price_cents;
  if (row.is_suspended) {
    return {
      price,
      reason: 'suspended',
      explanation:
        'Your bank is looking into the payment for this session. It opens again if the bank decides in favor of the purchase.',
    };
  }
  if (row.was_refunded) {
    return {
      price,
      reason: 'refunded',
      explanation: `Your access to this session has ended. Buy it for ${formatCents(price)} to open it again; your notes and your progress are kept.`,
    };
  }
  return {
    price,
    reason: 'not_bought',
    explanation: `This session opens when you buy it: once, for ${formatCents(price)}, without a subscription.`,
  };
}

export function presentProgress(row: ProgressRow): ProgressEntry {
  return {
    sessionId: row.session_id,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    timeSpent: row.time_spent,
    position: row.position_seconds,
    notes: row.notes,
    rating: row.rating,
    updatedAt: row.updated_at,
  };
}
