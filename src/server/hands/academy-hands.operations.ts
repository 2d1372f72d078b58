import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  academyDecisionView,
  academyHandView,
  editAcademyHandInput,
  publishHandInput,
  setAcademyHandPublicInput,
} from '../../shared/hands/hands.ts';
import { hideFrom, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import { academyHands, buildAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import type { Hand, HandAction } from '../../shared/poker/hand.ts';
import { lineStart } from '../../shared/poker/hand-line.ts';
import { isStaff } from '../access/coach-access.operations.ts';
import type { Actor, AdminActor, CoachActor, RequestMetadata, StaffActor } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import { renameHandInLessons, requireFreeHandTitle } from '../shop/lesson-blocks.operations.ts';
import { findAcademyHand, findOwnHand } from './hand-access.operations.ts';
import { handColumns } from './hands.present.ts';
import {
  findAcademyHandItems,
  findAcademyHands,
  type HandRow,
  insertHands,
  lockAcademyHand,
  updateAcademyHand,
} from './hands.queries.ts';
import { saveSpot } from './spots.queries.ts';

/**
 * At most 200 of the academy's hands: public hands, newest first, and then, for admins and coaches, the other hands,
 * newest first.
 */
export async function listAcademyHands(deps: Deps, actor: Actor): Promise<z.infer<typeof academyHandView>[]> {
  const hands = await findAcademyHandItems(deps.db, !(await isStaff(deps, actor)));
  return hands.map(({ id, title, line, is_public: isPublic }) => ({
    id,
    title: title ?? '',
    line: lineStart(line),
    isPublic,
  }));
}

/**
 * Copies the admin's own hand to the academy, with the given title and lesson. The day on which it was played, the
 * source text, notes, labels and star are not copied. The original is unchanged.
 * @returns the id of the academy's hand
 * @throws DomainError not_found, also for another user's hand; invalid_input for the title of another hand of the
 * academy
 */
export async function publishHand(
  deps: Deps,
  actor: AdminActor,
  { id, title, lesson }: z.infer<typeof publishHandInput>,
  metadata: RequestMetadata,
): Promise<{ id: string }> {
  const own = await findOwnHand(deps, actor, id);
  const { playedOn: _, ...played } = own.model;
  const hand = { ...played, source: 'academy' as const };
  const texts = { title, lesson, isPublic: true };
  const copy = academyRow(texts, hand, own.oddities, deps.now());
  return inTransaction(deps.db, async (trx) => {
    await requireFreeHandTitle(trx, title);
    await insertHands(trx, [copy]);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'hand.published',
      subjectType: 'hand',
      subjectId: copy.id,
      metadata,
    });
    return { id: copy.id };
  });
}

/**
 * Changes the title and the lesson of a hand of the academy. A new title also replaces the old one in the texts of
 * sessions that name the hand by its title.
 * @throws DomainError not_found, also for a student's hand; conflict if the hand was changed after `editedFrom`;
 * invalid_input for the title of another hand of the academy
 */
export async function editAcademyHand(
  deps: Deps,
  actor: StaffActor,
  { id, title, lesson, editedFrom }: z.infer<typeof editAcademyHandInput>,
  metadata: RequestMetadata,
): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const before = await lockAcademyHand(trx, id);
    if (!before) throw notFound('Hand');
    if (Date.parse(editedFrom) !== Date.parse(before.updated_at)) {
      throw new DomainError(
        'conflict',
        'This hand was changed while you edited it. Save again to replace that change with yours.',
      );
    }
    const sessions = title === before.title ? [] : await renameHandInLessons(trx, { id, title, now });
    await updateAcademyHand(trx, id, { title, note: lesson, updated_at: savedAfter(before, now) });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'hand.edited',
      subjectType: 'hand',
      subjectId: id,
      metadata,
      details: { title: { from: before.title, to: title }, sessions },
    });
  });
}

/**
 * Withdraws a hand of the academy, so that not every user may open it any more, or publishes it again. Users who may
 * open a session, PDF or coaching plan that shows a withdrawn hand can still open the hand, and it stays the hand of
 * the day on the days for which it is planned; homework no longer links to it. Idempotent.
 * @throws DomainError not_found, also for a student's hand
 */
export async function setAcademyHandPublic(
  deps: Deps,
  actor: StaffActor,
  { id, isPublic }: z.infer<typeof setAcademyHandPublicInput>,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const before = await lockAcademyHand(trx, id);
    if (!before) throw notFound('Hand');
    if (before.is_public === isPublic) return;
    await updateAcademyHand(trx, id, { is_public: isPublic, updated_at: savedAfter(before, deps.now()) });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: isPublic ? 'hand.published' : 'hand.withdrawn',
      subjectType: 'hand',
      subjectId: id,
      metadata,
    });
  });
}

const academyRow = (
  { title, lesson, isPublic }: { title: string; lesson: string; isPublic: boolean },
  hand: Hand,
  oddities: string[],
  now: Date,
) => ({
  id: randomUUID(),
  owner_id: null,
  source_text: null,
  hand_key: null,
  title,
  note: lesson,
  is_public: isPublic,
  ...handColumns(hand, oddities),
  created_at: now,
  updated_at: now,
});

/** The newest 300 hands of the academy, including those that are not public, newest first. */
export function listHandsForCoaches(deps: Deps, _actor: CoachActor): Promise<HandRow[]> {
  return findAcademyHands(deps.db);
}

/**
 * Stores a decision that the hero makes in a hand of the academy.
 * @returns the id of the stored decision
 * @throws DomainError not_found, also for a student's hand; invalid_input for an action that is not a decision of the
 * hero
 */
export async function markAcademyDecision(
  trx: Trx,
  actor: CoachActor,
  decision: AcademyDecision,
  now: Date,
): Promise<string> {
  await findDecidedHand(trx, decision);
  return saveSpot(trx, { ...decision, userId: actor.userId, now });
}

type AcademyDecision = { handId: string; atAction: number };

/**
 * A hand of the academy up to a decision of its hero, without stakes, and the action that the hero took.
 * @throws DomainError not_found, also for a student's hand; invalid_input for an action that is not a decision of the
 * hero
 */
export async function readAcademyDecision(
  deps: Deps,
  _actor: CoachActor,
  decision: AcademyDecision,
): Promise<z.infer<typeof academyDecisionView>> {
  const hand = withoutStakes(await findDecidedHand(deps.db, decision));
  return {
    hand: hideFrom(hand, decision.atAction),
    played: hand.actions[decision.atAction] as HandAction,
  };
}

async function findDecidedHand(db: Db | Trx, { handId, atAction }: AcademyDecision): Promise<Hand> {
  const { model } = await findAcademyHand(db, handId);
  if (!decisionsOf(model).includes(atAction)) throw invalidField('atAction', 'Choose a decision of the hero');
  return model;
}

/** Stores a hand of the academy that is not public. @returns its id */
export async function storeAcademyHand(
  deps: Deps,
  { title, hand }: { title: string; hand: Hand },
): Promise<string> {
  const row = academyRow({ title, lesson: '', isPublic: false }, hand, [], deps.now());
  await inTransaction(deps.db, (trx) => insertHands(trx, [row]));
  return row.id;
}

/**
 * Stores all of `academyHands` as public hands of the academy.
 * @returns the id of each stored hand, by its id in `academyHands`
 */
export async function storeAcademyHands(deps: Deps): Promise<Map<string, string>> {
  const now = deps.now();
  const rows = academyHands.map((source, index) => {
    const { id: name, title, lesson, hand } = buildAcademyHand(source);
    return {
      name,
      row: {
        ...academyRow({ title, lesson, isPublic: true }, hand, [], now),
        // One millisecond apart, so that lists with the newest first keep this order.
        created_at: new Date(now.getTime() - index),
      },
    };
  });
  await inTransaction(deps.db, (trx) =>
    insertHands(
      trx,
      rows.map(({ row }) => row),
    ),
  );
  return new Map(rows.map(({ name, row }) => [name, row.id]));
}
