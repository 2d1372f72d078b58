import { canAccess } from '../../shared/access/access-rules.ts';
import { authorizeFile } from '../access/file-access.operations.ts';
import { productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { requirePage } from '../uploads/pdf-facts.operations.ts';
import { presentLock } from './learning.present.ts';
import { findSession, type SessionDetailRow } from './learning.queries.ts';

/**
 * Returns a session that the user may open.
 * @throws DomainError not_found if it is unknown or hidden; forbidden if the user has no access to it
 */
export async function findOpenSession(deps: Deps, actor: Actor, id: number): Promise<SessionDetailRow> {
  const row = await findVisibleSession(deps, actor, id);
  if (!canAccess(actor, productFacts(row))) {
    throw new DomainError('forbidden', presentLock(row).explanation);
  }
  return row;
}

/**
 * Checks that the user may open a session, a product's PDF or a coaching plan, and that the PDF has the `page`, if one
 * is given. `id` is the product's id, or the number of the coaching plan.
 * @throws DomainError not_found, forbidden; invalid_input for a page that the PDF does not have
 */
export async function requireOpenResource(
  deps: Deps,
  actor: Actor,
  { kind, id, page }: { kind: 'session' | 'product' | 'plan'; id: number; page?: number | undefined },
): Promise<void> {
  if (kind === 'session') {
    await findOpenSession(deps, actor, id);
    return;
  }
  const file = await authorizeFile(deps, actor, { kind, idText: String(id) });
  if (page !== undefined) await requirePage(deps, file.uploadId, page);
}

/**
 * Returns a session that the user may see. Unknown and hidden sessions cause the same error.
 * @throws DomainError not_found
 */
export async function findVisibleSession(deps: Deps, actor: Actor, id: number): Promise<SessionDetailRow> {
  const row = await findSession(deps.db, id, actor.userId);
  if (!row) throw notFound('Session');
  const facts = productFacts(row);
  if (!facts.isListed && !canAccess(actor, facts)) throw notFound('Session');
  return row;
}
