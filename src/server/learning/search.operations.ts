import { canAccess } from '../../shared/access/access-rules.ts';
import { canOpenCoachingPlan } from '../../shared/access/tier-gate.ts';
import { cutText } from '../../shared/cut-text.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import { coachingPlanPlaceholder } from '../../shared/learning/coaching-plan-cards.ts';
import { learningLimits, type SearchHit } from '../../shared/learning/learning.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import { productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import {
  type FoundNote,
  type FoundPlanNote,
  type FoundProduct,
  searchNotes,
  searchPlanNotes,
  searchPlans,
  searchProducts,
  searchProgressNotes,
} from './search.queries.ts';

const excerptLength = 300;
/** The maximum number of products to read. Locked products that match only by their content are dropped afterwards. */
const maxCandidates = 500;

/**
 * Searches sessions, PDFs, coaching plans and the user's own notes. Locked items match by title and description only,
 * so that the search does not reveal paid content, and are marked as locked.
 */
export async function searchLearning(deps: Deps, actor: Actor, text: string): Promise<SearchHit[]> {
  const { db } = deps;
  const [products, plans, notes, planNotes, progressNotes, plan] = await Promise.all([
    searchProducts(db, actor.userId, text, maxCandidates),
    searchPlans(db, text, learningLimits.searchHits),
    searchNotes(db, actor.userId, text, learningLimits.searchHits),
    searchPlanNotes(db, actor.userId, text, learningLimits.searchHits),
    searchProgressNotes(db, actor.userId, text, learningLimits.searchHits),
    currentPlan(deps, actor.userId),
  ]);
  const hits: SearchHit[] = [
    ...products
      .map((row) => presentProductHit(actor, row))
      .filter((hit) => hit !== undefined)
      .slice(0, learningLimits.searchHits),
    ...plans.map((row) => ({
      kind: 'plan' as const,
      pdfNumber: row.pdf_number,
      title: row.title,
      description: row.description,
      requiredPlan: row.required_plan,
      accessible: canOpenCoachingPlan(actor, plan, row.required_plan),
    })),
    ...[...notes, ...planNotes, ...progressNotes]
      .sort((a, b) => Date.parse(b.changed_at) - Date.parse(a.changed_at))
      .slice(0, learningLimits.searchHits)
      .map((row) =>
        'pdf_number' in row ? presentPlanNoteHit(actor, plan, row) : presentNoteHit(actor, row),
      ),
  ];
  // During impersonation, the admin searches, not the student.
  if (!actor.impersonation) {
    await recordEvent(db, 'search_made', {
      userId: actor.userId,
      properties: { count: hits.length },
      at: deps.now(),
    });
  }
  return hits;
}

function presentProductHit(actor: Actor, row: FoundProduct): SearchHit | undefined {
  const accessible = canAccess(actor, productFacts(row));
  if (!accessible && !row.in_about) return undefined;
  const found = { title: row.title, description: row.description, accessible };
  return row.type === 'session'
    ? { kind: 'session', sessionId: row.id, sessionNumber: row.product_number, ...found }
    : { kind: 'pdf', productId: row.id, pdfNumber: row.product_number, ...found };
}

function presentNoteHit(actor: Actor, row: FoundNote): SearchHit {
  const { id, page } = row;
  return {
    kind: 'note',
    noteId: row.note_id,
    place: page === null ? { kind: 'session', id, atSeconds: row.at_seconds } : { kind: 'product', id, page },
    title: row.title,
    text: excerpt(row.note),
    accessible: canAccess(actor, productFacts(row)),
  };
}

function presentPlanNoteHit(actor: Actor, plan: SubscriptionPlan, row: FoundPlanNote): SearchHit {
  const { pdf_number: id, page } = row;
  return {
    kind: 'note',
    noteId: row.note_id,
    place: { kind: 'plan', id, page },
    title: row.title ?? coachingPlanPlaceholder(id, plan).title,
    text: excerpt(row.note),
    accessible: row.required_plan !== null && canOpenCoachingPlan(actor, plan, row.required_plan),
  };
}

const excerpt = (text: string) => (text.length > excerptLength ? `${cutText(text, excerptLength)}…` : text);
