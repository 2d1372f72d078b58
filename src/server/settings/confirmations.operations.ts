import {
  type ConfirmationPoint,
  type ConfirmationPointView,
  confirmationPoints,
} from '../../shared/settings.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { presentConfirmationPoints } from './settings.present.ts';
import { deleteConfirmation, findConfirmations, insertConfirmation } from './settings.queries.ts';

/**
 * Every point that an admin should confirm (some settings, the plan prices, the privacy notice), and which of them are
 * confirmed.
 */
export async function listConfirmationPoints(
  deps: Deps,
  _actor: AdminActor,
): Promise<ConfirmationPointView[]> {
  return presentConfirmationPoints(await findConfirmations(deps.db));
}

/**
 * Confirms a point, or withdraws the confirmation. Idempotent.
 * @returns all points afterwards
 * @throws DomainError invalid_input for a point that needs no confirmation
 */
export async function confirmPoint(
  deps: Deps,
  actor: AdminActor,
  input: { point: ConfirmationPoint; confirmed: boolean },
  metadata: RequestMetadata,
): Promise<ConfirmationPointView[]> {
  const { point, confirmed } = input;
  if (!confirmationPoints.includes(point)) {
    throw new DomainError('invalid_input', 'This setting needs no confirmation');
  }
  return inTransaction(deps.db, async (trx) => {
    const changed = confirmed
      ? await insertConfirmation(trx, { point, confirmedBy: actor.userId, confirmedAt: deps.now() })
      : await deleteConfirmation(trx, point);
    if (changed) {
      await recordAudit(trx, {
        actorId: actor.userId,
        action: confirmed ? 'setting.confirmed' : 'setting.reopened',
        subjectType: 'setting',
        subjectId: point,
        metadata,
      });
    }
    return presentConfirmationPoints(await findConfirmations(trx));
  });
}

/** Confirms a point in the transaction that saves its values. @returns false if it was confirmed already */
export async function confirmSavedPoint(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  actor: AdminActor,
  point: ConfirmationPoint,
): Promise<boolean> {
  return insertConfirmation(trx, { point, confirmedBy: actor.userId, confirmedAt: deps.now() });
}
