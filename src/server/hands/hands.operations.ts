import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { handBounds } from '../../shared/hands/hand-bounds.ts';
import type {
  getHandInput,
  HandFilter,
  HandListItem,
  HandView,
  listHandsInput,
  SavedHand,
  saveBuiltHandInput,
  saveHandsInput,
  updateHandInput,
} from '../../shared/hands/hands.ts';
import { hideFrom } from '../../shared/hands/hidden-hand.ts';
import type { Page } from '../../shared/paging.ts';
import { completeHand, type HandDraft, potsOfHand } from '../../shared/poker/complete-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import { fitsNeutralUnit } from '../../shared/poker/neutral-unit.ts';
import { hasRepeatedCard } from '../../shared/poker/repeated-card.ts';
import { includedIn } from '../../shared/tier-limits.ts';
import { isStaff } from '../access/coach-access.operations.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findOpenHand } from './hand-access.operations.ts';
import { requireSeenNote } from './hand-notes.operations.ts';
import { findShares } from './hand-shares.queries.ts';
import { handColumns, presentListItem } from './hands.present.ts';
import {
  countHands,
  countMatchingHands,
  countWithoutHero,
  deleteHands,
  findHandLabels,
  findHandNotes,
  findHands,
  findKnownHands,
  findOwnLabels,
  type HandRow,
  insertHands,
  lockHandNotes,
  lockHands,
  updateHandRow,
} from './hands.queries.ts';
import { prepareText, type ReadableText } from './readable-text.ts';

export async function listHands(
  deps: Deps,
  actor: Actor,
  { cursor, limit = handBounds.pageSize, ...filter }: z.input<typeof listHandsInput>,
): Promise<Page<HandListItem>> {
  const rows = await findHands(deps.db, actor.userId, filter, timeCursor.read(cursor), limit + 1);
  const page = pageOf(rows, limit, timeCursor.write);
  return { items: page.items.map(presentListItem), nextCursor: page.nextCursor };
}

/** How many of the user's hands match a filter, at most `handBounds.countedMatches` + 1. */
export function countMatches(deps: Deps, actor: Actor, filter: HandFilter): Promise<number> {
  return countMatchingHands(deps.db, actor.userId, filter, handBounds.countedMatches + 1);
}

/** How many hands the user has stored, and how many the membership allows. */
export async function handQuota(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
): Promise<{ stored: number; limit: number }> {
  const [stored, limit] = await Promise.all([countHands(deps.db, actor.userId), handLimitOf(deps, actor)]);
  return { stored, limit };
}

async function handLimitOf(deps: Deps, actor: Pick<Actor, 'userId'>): Promise<number> {
  const [plan, settings] = await Promise.all([currentPlan(deps, actor.userId), getSettings(deps)]);
  return includedIn(plan, 'storedHands', settings);
}

/** Labels that the user gave to opponents, most used first. */
export function listLabels(deps: Deps, actor: Actor): Promise<string[]> {
  return findOwnLabels(deps.db, actor.userId, 100);
}

/**
 * Parses each text and saves the hands. A hand that the user already has is recognized by its `key` and is not saved
 * again. Hands beyond the limit of the membership are not saved, nor are hands without a hero beyond
 * `handBounds.withoutHero`.
 * @returns the outcome of each text, in the same order
 * @throws DomainError too_many_attempts
 */
export async function saveHands(
  deps: Deps,
  actor: Actor,
  { hands }: z.infer<typeof saveHandsInput>,
): Promise<SavedHand[]> {
  await deps.attemptLimits.count('savedHandsPerAccount', actor.userId, hands.length);
  const sent = hands.map(({ text, key }) => ({
    text,
    key: deps.sealing.keyedHash('hand', `${actor.userId}:${key}`),
  }));
  const known = await findKnownHands(
    deps.db,
    actor.userId,
    sent.map(({ key }) => key),
  );
  // Parsing is slow, so it precedes the lock: other saves of the account hold a connection while they wait for the
  // lock.
  const prepared: (SavedHand | ReadableText)[] = [];
  for (const { text, key } of sent) {
    const id = known.get(key);
    prepared.push(id === undefined ? prepareText(text, key) : { outcome: 'known', id });
    // Lets the server handle other requests before the next text.
    await setImmediate();
  }
  const limit = await handLimitOf(deps, actor);
  return inTransaction(deps.db, async (trx) => {
    const keys = prepared.flatMap((text) => (text.outcome === 'readable' ? [text.key] : []));
    if (keys.length > 0) await lockHands(trx, actor.userId);
    // Another request may have saved some of these hands since the first look-up.
    const ids = await findKnownHands(trx, actor.userId, keys);
    let stored = await countHands(trx, actor.userId);
    let withoutHero = await countWithoutHero(trx, actor.userId);
    const now = deps.now();
    const rows: (Parameters<typeof insertHands>[1][number] & ReturnType<typeof handColumns>)[] = [];
    const save = (text: SavedHand | ReadableText): SavedHand => {
      if (text.outcome !== 'readable') return text;
      const { key, columns } = text;
      const id = ids.get(key);
      if (id !== undefined) return { outcome: 'known', id };
      if (stored >= limit) return { outcome: 'full' };
      if (columns.hero_net_units === null) {
        if (withoutHero >= handBounds.withoutHero) return { outcome: 'without_hero' };
        withoutHero += 1;
      }
      stored += 1;
      const row = {
        id: randomUUID(),
        owner_id: actor.userId,
        hand_key: key,
        title: null,
        // Lists are sorted by this time. It differs by microseconds within a request, so that the order of its hands is
        // preserved, and that they do not mix with the hands of the next request.
        created_at: `${now.toISOString().slice(0, -1)}${999 - rows.length}Z`,
        updated_at: now,
        ...columns,
      };
      ids.set(key, row.id);
      rows.push(row);
      return { outcome: 'saved', id: row.id };
    };
    const outcomes = prepared.map(save);
    await insertHands(trx, rows);
    await recordSavedHands(trx, actor, rows, now);
    return outcomes;
  });
}

/** Records the number of hands, in one event for each pair of source (a poker room or the builder) and verdict. */
async function recordSavedHands(
  trx: Trx,
  { userId }: Actor,
  hands: readonly Pick<ReturnType<typeof handColumns>, 'site' | 'verdict'>[],
  at: Date,
): Promise<void> {
  const kinds = Map.groupBy(hands, ({ site, verdict }) => `${site} ${verdict}`);
  for (const [first, ...others] of kinds.values()) {
    if (!first) continue;
    await recordEvent(trx, 'hand_saved', {
      userId,
      properties: { from: first.site ?? 'builder', verdict: first.verdict, count: others.length + 1 },
      at,
    });
  }
}

/**
 * Completes a hand from the builder by the rules. The student's awards decide who wins; without awards, the cards do.
 * @throws DomainError invalid_input for an illegal action, an unfinished hand, awards that do not add up to the pots,
 * an award to a seat that cannot win the pot, a card in two places, and amounts that are too large
 */
function finishBuiltHand({ awards, shows, ...hand }: Hand): Hand {
  if (!fitsNeutralUnit(hand)) {
    throw new DomainError('invalid_input', 'These amounts are larger than those of any table.');
  }
  if (hasRepeatedCard({ ...hand, shows })) {
    throw new DomainError('invalid_input', 'The same card is in two places.');
  }
  const draft: HandDraft = {
    ...hand,
    actions: hand.actions.filter(({ a }) => a !== 'return'),
    source: 'builder',
  };
  const known = { shows };
  try {
    if (awards.length === 0) return completeHand(draft, known);
    const { jackpot = 0, other = 0 } = draft.fees ?? {};
    const pots = potsOfHand(draft);
    if (!awards.every(({ pot, seat }) => pots[pot]?.contenders.includes(seat))) {
      throw new RangeError('A pot can be won only by players who put money into it and did not fold.');
    }
    const unawarded = pots.map(({ units }, index) =>
      awards.reduce((left, { pot, amount }) => (pot === index ? left - amount : left), units),
    );
    const taken = draft.rake + jackpot + other;
    if (unawarded.some((left) => left < 0) || unawarded.reduce((sum, left) => sum + left, 0) !== taken) {
      throw new RangeError('The awards and the rake do not add up to the pot.');
    }
    return completeHand(draft, { ...known, awards });
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError('invalid_input', error.message);
    throw error;
  }
}

/**
 * Saves a hand from the builder, or finds the hand that was saved with the same key.
 * @throws DomainError invalid_input if the hand breaks a rule of poker; hand_limit
 */
export async function saveBuiltHand(
  deps: Deps,
  actor: Actor,
  { key, hand, title }: z.infer<typeof saveBuiltHandInput>,
): Promise<{ id: string }> {
  const keys = key ? [deps.sealing.keyedHash('hand', `${actor.userId}:built:${key}`)] : [];
  // Precedes the checks, which a hand that was saved under earlier rules may not pass.
  const [earlier] = (await findKnownHands(deps.db, actor.userId, keys)).values();
  if (earlier !== undefined) return { id: earlier };
  const built = finishBuiltHand(hand);
  if (built.hero === null) throw new DomainError('invalid_input', 'Choose which player you are.');
  const limit = await handLimitOf(deps, actor);
  return inTransaction(deps.db, async (trx) => {
    await lockHands(trx, actor.userId);
    // Another request may have saved the hand since the first look-up.
    const [known] = (await findKnownHands(trx, actor.userId, keys)).values();
    if (known !== undefined) return { id: known };
    if ((await countHands(trx, actor.userId)) >= limit) {
      throw new DomainError(
        'hand_limit',
        limit === 1
          ? 'You have reached your limit of one hand. Delete it to make room for another, or see which memberships store more.'
          : `You have reached your limit of ${limit.toLocaleString('en-US')} hands. Delete some to make room for others, or see which memberships store more.`,
      );
    }
    const id = randomUUID();
    const now = deps.now();
    const row = {
      id,
      owner_id: actor.userId,
      source_text: null,
      hand_key: keys[0] ?? null,
      title: title === '' ? null : title,
      created_at: now,
      updated_at: now,
      ...handColumns(built, []),
    };
    await insertHands(trx, [row]);
    await recordSavedHands(trx, actor, [row], now);
    return { id };
  });
}

/**
 * A hand that the user may open. With `decision`, an index into the hero's decisions, the response ends at that
 * decision, so that the page does not contain the rest of the hand.
 * @throws DomainError not_found
 */
export async function getHand(
  deps: Deps,
  actor: Actor,
  { id, decision }: z.infer<typeof getHandInput>,
): Promise<HandView> {
  const row = await findOpenHand(deps, actor, id);
  const isOwn = row.owner_id === actor.userId;
  const until = decision === undefined ? undefined : decisionsOf(row.model)[decision];
  const isHidden = until !== undefined;
  return {
    id: row.id,
    hand: isHidden ? hideFrom(row.model, until) : row.model,
    shownActions: isHidden ? until : null,
    title: row.title,
    // `line` sums up the whole hand, including the result.
    line: isHidden ? null : row.line,
    verdict: row.verdict,
    oddities: isHidden ? [] : row.oddities,
    lesson: isHidden || row.owner_id !== null ? null : row.note,
    isOwn,
    academy:
      row.owner_id === null && (await isStaff(deps, actor))
        ? { isPublic: row.is_public, updatedAt: row.updated_at }
        : null,
    own: isOwn ? await ownPart(deps, row, until) : null,
  };
}

async function ownPart(deps: Deps, row: HandRow, until: number | undefined): Promise<HandView['own']> {
  const [notes, labels, shares] = await Promise.all([
    findHandNotes(deps.db, row.id),
    findHandLabels(deps.db, row.id),
    findShares(deps.db, row.id),
  ]);
  return {
    note: until === undefined ? row.note : '',
    starred: row.starred,
    showStakes: row.show_stakes,
    notes: notes
      .filter(({ at_action: at }) => until === undefined || at < until)
      .map(({ at_action: atAction, text }) => ({ atAction, text })),
    labels,
    shares: shares.map(({ id, mode, opens, created_at: createdAt }) => ({ id, mode, opens, createdAt })),
    createdAt: row.created_at,
  };
}

/**
 * Changes the title, the note, the star, or whether others see the stakes.
 * @throws DomainError not_found; conflict, see `requireSeenNote`
 */
export async function updateHand(
  deps: Deps,
  actor: Actor,
  { id, title, note, seenNote, starred, showStakes }: z.infer<typeof updateHandInput>,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const stored = await lockHandNotes(trx, actor.userId, id);
    if (!stored) throw notFound('Hand');
    if (note !== undefined) requireSeenNote(stored.note, { seen: seenNote, text: note });
    await updateHandRow(trx, id, {
      updated_at: deps.now(),
      ...(title !== undefined && { title: title === '' ? null : title }),
      ...(note !== undefined && { note }),
      ...(starred !== undefined && { starred }),
      ...(showStakes !== undefined && { show_stakes: showStakes }),
    });
  });
}

/** Deletes hands of the user, with their notes, labels and links. Ignores the ids of other users' hands. */
export async function removeHands(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
): Promise<{ removed: number }> {
  return { removed: await deleteHands(deps.db, actor.userId, ids) };
}
