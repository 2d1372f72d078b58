import { canAccess, canOpenPlan } from '../../shared/access/access-rules.ts';
import { learningLimits, type SearchHit } from '../../shared/learning/learning.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { sessionFacts } from './learning.present.ts';
import {
  type FoundNote,
  type FoundProduct,
  searchNotes,
  searchPlans,
  searchProducts,
  searchProgressNotes,
} from './search.queries.ts';

const excerptLength = 300;
/** A locked product may match only by its content; such hits are dropped afterwards. */
const productsLookedAt = 500;

/**
 * Searches sessions, PDFs, coaching plans and the user's own notes. Locked items match by title and description only,
 * so that the search does not reveal paid content, and are marked as locked.
 */
export async function searchLearning(deps: Deps, actor: Actor, text: string): Promise<SearchHit[]> {
  const { db } = deps;
  const [products, plans, notes, progressNotes, plan] = await Promise.all([
    searchProducts(db, actor.userId, text, productsLookedAt),
    searchPlans(db, text, learningLimits.searchHits),
    searchNotes(db, actor.userId, text, learningLimits.searchHits),
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
      accessible: canOpenPlan(actor, plan, row.required_plan),
    })),
    ...[...notes, ...progressNotes]
      .slice(0, learningLimits.searchHits)
      .map((row) => presentNoteHit(actor, row)),
  ];
  // Do not record searches of an admin who is viewing as a student.
  if (!actor.viewing) {
    await recordEvent(db, 'search_made', {
      userId: actor.userId,
      properties: { count: hits.length },
      at: deps.now(),
    });
  }
  return hits;
}

function presentProductHit(actor: Actor, row: FoundProduct): SearchHit | undefined {
  const accessible = canAccess(actor, sessionFacts(row));
  if (!accessible && !row.in_about) return undefined;
  const found = { title: row.title, description: row.description, accessible };
  return row.type === 'session'
    ? { kind: 'session', sessionId: row.id, sessionNumber: row.product_number, ...found }
    : { kind: 'pdf', productId: row.id, pdfNumber: row.product_number, ...found };
}

function presentNoteHit(actor: Actor, row: FoundNote): SearchHit {
  return {
    kind: 'note',
    noteId: row.note_id,
    sessionId: row.id,
    sessionTitle: row.title,
    atSeconds: row.at_seconds,
    text: row.note.length > excerptLength ? `${row.note.slice(0, excerptLength)}…` : row.note,
    accessible: canAccess(actor, sessionFacts(row)),
  };
}
