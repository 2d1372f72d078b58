import type { z } from 'zod';
import type { KycCase } from '../../shared/kyc.ts';
import type { KycQueue, kycQueueInput } from '../../shared/kyc-review.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { inTransaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { ageRule, findAdminViews } from './kyc.operations.ts';
import { fullName, presentQueueItem } from './kyc.present.ts';
import { findApplication } from './kyc.queries.ts';
import {
  claimCase,
  countQueue,
  findCountries,
  findDocumentViews,
  findNextCase,
  findQueue,
  releaseCase,
} from './review.queries.ts';

/** The review queue with its filters, a page at a time (B6). */
export async function listQueue(
  deps: Deps,
  actor: AdminActor,
  { assignee, ...query }: z.infer<typeof kycQueueInput>,
): Promise<KycQueue> {
  const assignedTo = assignee === undefined ? undefined : assignee === 'me' ? actor.userId : null;
  const ages = await ageRule(deps);
  const [rows, counts, countries] = await Promise.all([
    findQueue(deps.db, { ...query, assignedTo, ages, limit: query.limit + 1 }),
    countQueue(deps.db),
    findCountries(deps.db),
  ]);
  const page = rows.slice(0, query.limit);
  const next = rows.length > query.limit ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map(presentQueueItem), next, counts, countries };
}

const shownViews = 50;

/** One case with the openings of its documents and the case to go on with. @throws DomainError not_found */
export async function getCase(deps: Deps, actor: AdminActor, id: string): Promise<KycCase> {
  const [[application], row, next] = await Promise.all([
    findAdminViews(deps, { id }, { limit: 1 }),
    findApplication(deps.db, id),
    findNextCase(deps.db, id, actor.userId),
  ]);
  if (!application || !row) throw notFound('Application');
  const sides = [row.document_upload1, row.document_upload2];
  const views = await findDocumentViews(deps.db, row.user_id, sides, shownViews);
  return {
    application,
    documentViews: views.map((view) => ({
      at: view.at,
      side: view.subject_id === row.document_upload1 ? 'front' : 'back',
      how: view.action === 'document.viewed' ? 'viewed' : 'downloaded',
      byName: fullName(view.actor_first_name, view.actor_last_name),
    })),
    next: next
      ? { id: next.id, firstName: next.first_name, lastName: next.last_name, createdAt: next.created_at }
      : null,
  };
}

/** Tells the other admins that this one is on it. @throws DomainError not_found, conflict */
export async function claimApplication(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<KycCase> {
  if (!(await findApplication(deps.db, id))) throw notFound('Application');
  await inTransaction(deps.db, async (trx) => {
    if (!(await claimCase(trx, id, actor.userId, deps.now()))) {
      throw new DomainError('conflict', 'Somebody else is on this case, or it is decided');
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'kyc.claimed',
      subjectType: 'kyc_application',
      subjectId: id,
      origin,
    });
  });
  return getCase(deps, actor, id);
}

/** @throws DomainError not_found, conflict when it is not theirs */
export async function releaseApplication(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<KycCase> {
  if (!(await findApplication(deps.db, id))) throw notFound('Application');
  await inTransaction(deps.db, async (trx) => {
    if (!(await releaseCase(trx, id, actor.userId))) {
      throw new DomainError('conflict', 'This case is not yours');
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'kyc.released',
      subjectType: 'kyc_application',
      subjectId: id,
      origin,
    });
  });
  return getCase(deps, actor, id);
}
