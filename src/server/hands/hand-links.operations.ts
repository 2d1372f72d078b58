import type { z } from 'zod';
import type {
  attachedHandView,
  attachHandInput,
  handInLessonView,
  placeInput,
} from '../../shared/hands/hands.ts';
import { lineStart } from '../../shared/poker/hand-line.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { findOpenSession, requireOpenResource } from '../learning/open-session.operations.ts';
import { inTransaction } from '../platform/db/database.ts';
import { handsInText } from '../shop/lesson-blocks.operations.ts';
import { findAcademyHand } from './hand-access.operations.ts';
import {
  deleteHandLink,
  findHandsAt,
  findSameLink,
  insertHandLink,
  placeColumns,
} from './hand-links.queries.ts';
import { lockAcademyHand } from './hands.queries.ts';

/**
 * The academy's hands that are attached to a session, a product's PDF or a coaching plan.
 * @throws DomainError not_found for an unknown place; forbidden for a place that the user may not open
 */
export async function listAttachedHands(
  deps: Deps,
  actor: Actor,
  place: z.infer<typeof placeInput>,
): Promise<z.infer<typeof attachedHandView>[]> {
  await requireOpenResource(deps, actor, place);
  return (await findHandsAt(deps.db, place)).map((row) => ({
    id: row.id,
    handId: row.hand_id,
    line: lineStart(row.line),
    title: row.title,
    caption: row.caption,
    atSeconds: row.at_seconds,
    page: row.page,
    atAction: row.at_action,
  }));
}

/**
 * The academy's hands in the text of a session, each with the name by which the text refers to it.
 * @throws DomainError not_found for an unknown session; forbidden for a session that the user may not open
 */
export async function listHandsInLesson(
  deps: Deps,
  actor: Actor,
  sessionId: number,
): Promise<z.infer<typeof handInLessonView>[]> {
  const { content } = await findOpenSession(deps, actor, sessionId);
  const hands = await handsInText(deps, content ?? '');
  return hands.map(({ ref, id, title, line }) => ({ ref, handId: id, title, line: lineStart(line) }));
}

/**
 * Attaches one of the academy's hands to a place. Students' hands cannot be attached. If the hand is attached there
 * already, with the same action and caption, nothing changes, so that a request whose response was lost can be
 * repeated.
 * @throws DomainError not_found for an unknown hand, a student's hand, and an unknown place; invalid_input for an
 * action that the hand does not have, or a page that the PDF does not have
 */
export async function attachHand(
  deps: Deps,
  actor: AdminActor,
  { handId, place, atAction, caption }: z.infer<typeof attachHandInput>,
  metadata: RequestMetadata,
): Promise<{ id: string }> {
  const hand = await findAcademyHand(deps.db, handId);
  if (atAction !== null && atAction >= hand.model.actions.length) {
    throw new DomainError('invalid_input', 'The hand has no such action');
  }
  await requireOpenResource(deps, actor, place);
  return inTransaction(deps.db, async (trx) => {
    await lockAcademyHand(trx, handId);
    const link = { hand_id: handId, ...placeColumns(place), at_action: atAction, caption };
    const same = await findSameLink(trx, link);
    if (same) return same;
    const id = await insertHandLink(trx, { ...link, created_by: actor.userId, created_at: deps.now() });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'hand.attached',
      subjectType: 'hand',
      subjectId: handId,
      metadata,
      details: { ...place },
    });
    return { id };
  });
}

/** Removes a hand from a place; the hand stays. @throws DomainError not_found */
export async function detachHand(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const handId = await deleteHandLink(trx, id);
    if (handId === undefined) throw notFound('Attached hand');
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'hand.detached',
      subjectType: 'hand',
      subjectId: handId,
      metadata,
    });
  });
}
