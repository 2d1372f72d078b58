import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { shareLinksOf } from '../../shared/hands/hand-limits.ts';
import type { sharedHandInput, sharedHandView, shareHandInput } from '../../shared/hands/hands.ts';
import { decisionsOf, hideAfter, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import { handLine, handLineText } from '../../shared/poker/hand-line.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { findOwnHand } from './hand-access.operations.ts';
import {
  countOpening,
  countShares,
  findSharedHand,
  insertShare,
  revokeShareRow,
} from './hand-shares.queries.ts';
import { lockHands } from './hands.queries.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Makes a link that opens the user's own hand to anyone who has it.
 * @returns the link's path; its token is not stored and cannot be shown again
 * @throws DomainError not_found; hand_limit at the limit of open links
 */
export async function shareHand(
  deps: Deps,
  actor: Actor,
  { id, mode }: z.infer<typeof shareHandInput>,
): Promise<{ path: string }> {
  await findOwnHand(deps, actor, id);
  const limit = shareLinksOf[await currentPlan(deps, actor.userId)];
  const token = randomBytes(16).toString('base64url');
  await inTransaction(deps.db, async (trx) => {
    await lockHands(trx, actor.userId);
    if ((await countShares(trx, actor.userId)) >= limit) {
      throw new DomainError(
        'hand_limit',
        `You have ${limit} of ${limit} links. Revoke one to share another hand.`,
      );
    }
    await insertShare(trx, { handId: id, tokenHash: hashOf(token), mode, now: deps.now() });
  });
  return { path: `/h/${token}` };
}

/** Closes a link at once. @throws DomainError not_found, also for another user's link */
export async function revokeShare(deps: Deps, actor: Actor, shareId: string): Promise<void> {
  if (!(await revokeShareRow(deps.db, actor.userId, shareId, deps.now()))) throw notFound('Link');
}

/**
 * The hand behind a link: without notes and labels, and without its stakes unless the owner shows them. A link in guess
 * mode begins at the hero's first decision.
 * @throws DomainError not_found for unknown and revoked links alike
 */
export async function openSharedHand(
  deps: Deps,
  { token, decision }: z.infer<typeof sharedHandInput>,
): Promise<z.infer<typeof sharedHandView>> {
  const row = await findSharedHand(deps.db, hashOf(token));
  if (!row) throw notFound('Hand');
  if (decision === undefined) await countOpening(deps.db, row.share_id);
  const hand = row.show_stakes ? row.model : withoutStakes(row.model);
  const first = row.mode === 'guess' ? 0 : undefined;
  const until = decisionsOf(hand)[decision ?? first ?? -1];
  const isHidden = until !== undefined;
  return {
    mode: row.mode,
    hand: isHidden ? hideAfter(hand, until) : hand,
    shownActions: until ?? null,
    line: isHidden ? null : handLineText(handLine(hand)),
    title: isHidden ? null : row.title,
  };
}
