import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { sharedHandInput, sharedHandView, shareHandInput } from '../../shared/hands/hands.ts';
import { hideFrom, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { handLine, handLineText } from '../../shared/poker/hand-line.ts';
import { includedIn } from '../../shared/tier-limits.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { hashToken } from '../platform/crypto/secret-token.ts';
import { inTransaction } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findOwnHand } from './hand-access.operations.ts';
import { cachedPicture, drawHand, type HandPicture } from './hand-picture.ts';
import {
  countShares,
  findSharedHand,
  incrementOpenings,
  insertShare,
  revokeShareRow,
} from './hand-shares.queries.ts';
import { lockHands } from './hands.queries.ts';

/**
 * Creates a link that opens the user's own hand for anyone who has the link.
 * @returns the link's path; its token is not stored and cannot be shown again
 * @throws DomainError not_found; hand_limit at the limit of links that are not revoked
 */
export async function shareHand(
  deps: Deps,
  actor: Actor,
  { id, mode }: z.infer<typeof shareHandInput>,
): Promise<{ path: string }> {
  await findOwnHand(deps, actor, id);
  const [plan, settings] = await Promise.all([currentPlan(deps, actor.userId), getSettings(deps)]);
  const limit = includedIn(plan, 'shareLinks', settings);
  const token = randomBytes(16).toString('base64url');
  await inTransaction(deps.db, async (trx) => {
    await lockHands(trx, actor.userId);
    if ((await countShares(trx, actor.userId)) >= limit) {
      throw new DomainError(
        'hand_limit',
        `You have reached your limit of ${limit === 1 ? 'one link. Close it' : `${limit.toLocaleString('en-US')} links. Close one`} to share another hand, or see which memberships allow more. To find hands with links, filter your hands by “Has an open link”.`,
      );
    }
    await insertShare(trx, { handId: id, tokenHash: hashToken(token), mode, now: deps.now() });
  });
  return { path: `/h/${token}` };
}

/** Revokes a link. @throws DomainError not_found, also for a revoked link and for a link of another user */
export async function revokeShare(deps: Deps, actor: Actor, shareId: string): Promise<void> {
  if (!(await revokeShareRow(deps.db, actor.userId, shareId, deps.now()))) throw notFound('Link');
}

async function findShared(deps: Deps, token: string) {
  const row = await findSharedHand(deps.db, hashToken(token));
  if (!row) throw notFound('Hand');
  return row;
}

/**
 * The index of the first hidden action; undefined if the whole hand is shown. Without `decision`, a link in guess mode
 * hides the hero's first decision and what follows.
 */
function hiddenFrom({ mode, model }: Awaited<ReturnType<typeof findShared>>, decision: number | undefined) {
  const shownUntil = decision ?? (mode === 'guess' ? 0 : undefined);
  return shownUntil === undefined ? undefined : decisionsOf(model)[shownUntil];
}

/**
 * The picture for the preview of a link. It shows as much of the hand as the link shows when it is opened.
 * @throws DomainError not_found for an unknown or revoked link, and for a link whose owner cannot log in
 */
export async function openSharedPicture(deps: Deps, token: string): Promise<HandPicture> {
  const row = await findShared(deps, token);
  const settings = await getSettings(deps);
  const until = hiddenFrom(row, undefined);
  return cachedPicture(
    `share ${row.share_id} ${row.reader_version} ${settings.palette} ${settings.academyName}`,
    () => drawHand(until === undefined ? row.model : hideFrom(row.model, until), settings),
  );
}

/**
 * The hand behind a link, without notes and labels, and without stakes unless the owner shows them. In guess mode, the
 * hand is first shown up to the hero's first decision.
 * @throws DomainError not_found for an unknown or revoked link, and for a link whose owner cannot log in
 */
export async function openSharedHand(
  deps: Deps,
  { token, decision }: z.infer<typeof sharedHandInput>,
): Promise<z.infer<typeof sharedHandView>> {
  const row = await findShared(deps, token);
  if (decision === undefined) await incrementOpenings(deps.db, row.share_id);
  const hand = row.show_stakes ? row.model : withoutStakes(row.model);
  const until = hiddenFrom(row, decision);
  const isHidden = until !== undefined;
  return {
    mode: row.mode,
    hand: isHidden ? hideFrom(hand, until) : hand,
    shownActions: until ?? null,
    line: isHidden ? null : handLineText(handLine(hand)),
    title: isHidden ? null : row.title,
  };
}
