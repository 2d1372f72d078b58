import { canAccess, isFreeProduct, ownsProduct } from '../../shared/access-rules.ts';
import type { CoachingSession } from '../../shared/learning.ts';
import type { Actor } from '../actor.ts';
import type { SessionRow } from './learning.queries.ts';

/** A session as this reader may see it: text and video only when it may be opened (D-41, D-42). */
export function presentSession(actor: Actor, row: SessionRow): CoachingSession {
  const price = { price: row.price_cents, isFree: row.is_free };
  const facts = {
    ...price,
    type: row.type,
    productNumber: row.product_number,
    isOnOffer: row.is_active && row.deleted_at === null,
    isBought: row.bought,
  };
  const accessible = canAccess(actor, facts);
  return {
    id: row.id,
    sessionNumber: row.product_number,
    title: row.title,
    description: row.description,
    difficulty: row.difficulty,
    category: row.category,
    estimatedDuration: row.estimated_duration,
    prerequisites: row.prerequisites,
    isPurchaseRequired: !isFreeProduct(price),
    owned: ownsProduct(actor, facts),
    accessible,
    content: accessible ? row.content : null,
    videoUrl: accessible ? row.video_url : null,
  };
}
