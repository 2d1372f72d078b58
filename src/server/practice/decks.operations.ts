import { randomInt } from 'node:crypto';
import { canAccess } from '../../shared/access/access-rules.ts';
import { canOpenCoachingPlan } from '../../shared/access/tier-gate.ts';
import { planNames } from '../../shared/payments/plan-names.ts';
import { rightFrom } from '../../shared/practice/drill-rules.ts';
import type { DeckView } from '../../shared/practice/drills.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import {
  countDrills,
  type DeckRow,
  findDeck,
  findDeckIdByCode,
  findDecks,
  resourceOfDeck,
  setPaused,
} from './decks.queries.ts';
import { pathOfResource } from './resource-path.ts';
import { ratingOf } from './schedule.ts';

/**
 * Whether the user may practice a deck. They may practice their own decks and published decks, except for the deck of a
 * session, PDF or coaching plan that they may not open.
 */
type DeckGate = (deck: DeckRow) => boolean;

async function gateFor(deps: Deps, actor: Actor): Promise<DeckGate> {
  const plan = await currentPlan(deps, actor.userId);
  return (deck) => {
    if (deck.owner_id !== null) return deck.owner_id === actor.userId;
    if (deck.published_at === null) return false;
    if (deck.kind === 'coach') return true;
    if (deck.kind === 'plan') {
      return deck.required_plan !== null && canOpenCoachingPlan(actor, plan, deck.required_plan);
    }
    return (
      deck.product_type !== null &&
      canAccess(actor, {
        type: deck.product_type,
        productNumber: deck.product_number ?? 0,
        price: deck.price_cents ?? 0,
        isFree: deck.is_free ?? false,
        isListed: isListed(deck),
        hasPurchase: deck.hasPurchase,
      })
    );
  };
}

const isListed = (deck: DeckRow) => deck.is_active === true && deck.product_deleted_at === null;

/** The decks that the user may practice. */
export async function openDecks(deps: Deps, actor: Actor): Promise<DeckRow[]> {
  const [decks, isOpen] = await Promise.all([findDecks(deps.db, actor.userId), gateFor(deps, actor)]);
  return decks.filter(isOpen);
}

/**
 * A deck that the user may practice.
 * @throws DomainError not_found for a deck that is unknown, another user's, not published, or of a product that is not
 * in the shop; otherwise forbidden if the user may not open the deck's session, PDF or coaching plan
 */
export async function findOpenDeck(deps: Deps, actor: Actor, id: string): Promise<DeckRow> {
  const [deck, isOpen] = await Promise.all([findDeck(deps.db, actor.userId, id), gateFor(deps, actor)]);
  if (!deck) throw notFound('Deck');
  if (isOpen(deck)) return deck;
  const isShown = deck.owner_id === null && deck.published_at !== null;
  if (isShown && deck.kind === 'plan' && deck.plan_title !== null && deck.required_plan !== null) {
    throw new DomainError(
      'forbidden',
      `These drills belong to the coaching plan “${deck.plan_title}”. It opens with the ${planNames[deck.required_plan]} membership or a higher one.`,
      { fields: { opensWith: 'membership' } },
    );
  }
  if (isShown && deck.product_title !== null && isListed(deck)) {
    throw new DomainError(
      'forbidden',
      `These drills belong to “${deck.product_title}”. They open when you buy it.`,
    );
  }
  throw notFound('Deck');
}

/** The decks with the student's progress; decks without drills are left out. */
export async function presentDecks(deps: Deps, actor: Actor, decks: readonly DeckRow[]): Promise<DeckView[]> {
  const counts = await countDrills(
    deps.db,
    actor.userId,
    decks.map(({ id }) => id),
    ratingOf(rightFrom),
  );
  const views: DeckView[] = [];
  for (const deck of decks) {
    const count = counts.find(({ deckId }) => deckId === deck.id);
    if (!count) continue;
    const place = resourceOfDeck(deck);
    views.push({
      id: deck.id,
      kind: deck.kind,
      title: deck.title,
      drills: count.drills,
      learned: count.learned,
      fresh: count.fresh,
      isPaused: deck.is_paused,
      place: place && { title: deck.product_title ?? deck.plan_title ?? '', path: pathOfResource(place) },
    });
  }
  return views;
}

/** @throws DomainError not_found, also for a deck without drills; forbidden */
export async function getDeck(deps: Deps, actor: Actor, id: string): Promise<DeckView> {
  const [view] = await presentDecks(deps, actor, [await findOpenDeck(deps, actor, id)]);
  if (!view) throw notFound('Deck');
  return view;
}

/** The decks that the user may practice, that contain drills, and whose title contains the text. */
export async function searchDecks(
  deps: Deps,
  actor: Actor,
  text: string,
): Promise<{ id: string; title: string; drills: number }[]> {
  const wanted = text.toLowerCase();
  const found = (await openDecks(deps, actor)).filter(({ title }) => title.toLowerCase().includes(wanted));
  return (await presentDecks(deps, actor, found)).map(({ id, title, drills }) => ({ id, title, drills }));
}

/**
 * Pauses or resumes a deck. Today's practice leaves out the drills of paused decks.
 * @throws DomainError not_found, forbidden
 */
export async function pauseDeck(
  deps: Deps,
  actor: Actor,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<void> {
  const deck = await findOpenDeck(deps, actor, id);
  await setPaused(deps.db, { userId: actor.userId, deckId: deck.id, isPaused, now: deps.now() });
}

/** The path of the deck with this code; undefined for an unknown code. The page itself checks access. */
export async function deckPathOf(deps: Deps, code: string): Promise<string | undefined> {
  const id = await findDeckIdByCode(deps.db, code);
  return id === undefined ? undefined : `/practice/${id}`;
}

/** A code for the URL of a deck, without characters that look alike. */
export function newDeckCode(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 8 }, () => characters.charAt(randomInt(characters.length))).join('');
}
