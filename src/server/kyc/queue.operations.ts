import type { z } from 'zod';
import type { KycCase } from '../../shared/kyc/kyc.ts';
import {
  type KycFlag,
  type KycPosition,
  type KycQueue,
  type kycCaseInput,
  type kycQueueInput,
  maxCounted,
} from '../../shared/kyc/kyc-review.ts';
import { ageOn } from '../../shared/text-schemas.ts';
import { requireStillAdmin } from '../access/active-admins.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { countryCode, countryName } from './country-codes.ts';
import { ageRule, findAdminViews, recordListing } from './kyc.operations.ts';
import { flagsOf, nameOf, presentMatch, presentQueueItem } from './kyc.present.ts';
import { findApplication, findCurrentApplication } from './kyc.queries.ts';
import {
  countSettled,
  countUndecided,
  findCountries,
  findNextCase,
  findPosition,
  findQueue,
  isWaitingList,
  type PositionRow,
  type QueueFilters,
} from './queue.queries.ts';
import {
  claimCase,
  findDocumentViews,
  findOpenOf,
  findSameFile,
  findSameNumber,
  releaseCase,
  releaseCasesOf,
} from './review.queries.ts';
import { withdrawWaitingNotification } from './waiting-notification.operations.ts';

/** One page of the review queue, with the counts of all lists and the countries to filter by. */
export async function listQueue(
  deps: Deps,
  actor: AdminActor,
  input: z.infer<typeof kycQueueInput>,
  metadata: RequestMetadata,
): Promise<KycQueue> {
  const { after, limit, ...filter } = input;
  const storedCountries = await findCountries(deps.db);
  const filters = await filtersOf(deps, actor, filter, storedCountries);
  const [rows, counts] = await Promise.all([
    findQueue(deps.db, { ...filters, after, limit: limit + 1 }),
    countLists(deps),
  ]);
  const page = rows.slice(0, limit);
  await recordListing(deps, actor, page.length, filter, metadata);
  return {
    items: page.map(presentQueueItem),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    counts,
    countries: presentCountries(storedCountries),
  };
}

/** The number of cases in each list. Only the numbers of `countSettledCases` are cached. */
async function countLists(deps: Deps): Promise<KycQueue['counts']> {
  const [{ pending, inReview, asked, leaving }, { approved, rejected, superseded }] = await Promise.all([
    countUndecided(deps.db),
    countSettledCases(deps),
  ]);
  const waiting = inReview - asked;
  return {
    open: pending + waiting,
    asked,
    pending,
    requires_review: waiting,
    approved,
    rejected,
    all: pending + inReview + leaving + approved + rejected + superseded,
  };
}

/**
 * The numbers of approved, rejected and superseded cases. Cached for a minute, or until an admin changes something on
 * this server.
 */
export async function countSettledCases({ db, figures }: Deps): ReturnType<typeof countSettled> {
  return figures.get('settled applications', () => countSettled(db));
}

type QueueFilterInput = Omit<z.infer<typeof kycQueueInput>, 'after' | 'limit'>;

async function filtersOf(
  deps: Deps,
  actor: AdminActor,
  { assignee, country, ...filter }: QueueFilterInput,
  storedCountries: readonly string[] = [],
): Promise<QueueFilters> {
  return {
    ...filter,
    countries: country ? spellingsOf(country, storedCountries) : undefined,
    assignedTo: assignee === undefined ? undefined : assignee === 'me' ? actor.userId : null,
    ages: await ageRule(deps),
  };
}

/** All stored spellings of a country, and `country` itself. */
function spellingsOf(country: string, storedCountries: readonly string[]): string[] {
  const code = countryCode(country);
  return [country, ...storedCountries.filter((text) => code !== undefined && countryCode(text) === code)];
}

/** One entry per country, regardless of spelling, sorted by name. */
function presentCountries(storedCountries: readonly string[]): KycQueue['countries'] {
  const byValue = new Map(storedCountries.map((text) => [countryCode(text) ?? text, countryName(text)]));
  return [...byValue]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

const shownViews = 50;

/**
 * One case: the application, the reasons for its flags, the latest views of its documents, its position in the list,
 * the next case, and the id of the user's newer application, if any.
 * @throws DomainError not_found
 */
export async function getCase(
  deps: Deps,
  actor: AdminActor,
  { id, ...filter }: z.infer<typeof kycCaseInput>,
  metadata: RequestMetadata,
): Promise<KycCase> {
  const status = isWaitingList(filter.status) ? filter.status : 'open';
  const storedCountries = filter.country ? await findCountries(deps.db) : [];
  const filters = await filtersOf(deps, actor, filter, storedCountries);
  const [[application], row, position, next] = await Promise.all([
    findAdminViews(deps, { id }, { limit: 1 }, { actor, metadata }),
    findApplication(deps.db, id),
    findPosition(deps.db, id, filters),
    findNextCase(deps.db, id, actor.userId, { ...filters, status }),
  ]);
  if (!application || !row) throw notFound('Application');
  const sides = [row.document_upload1, row.document_upload2];
  const [current, views, sameNumber, sameFile] = await Promise.all([
    findCurrentApplication(deps.db, row.user_id),
    findDocumentViews(deps.db, row.user_id, sides, shownViews),
    findSameNumber(deps.db, row),
    findSameFile(deps.db, row),
  ]);
  const { today, minimumAge } = filters.ages;
  return {
    application,
    newerId: current && current.id !== id ? current.id : null,
    findings: {
      age: ageOn(row.date_of_birth, today),
      minimumAge,
      sameNumber: sameNumber.map(presentMatch),
      sameFile: sameFile.map(presentMatch),
    },
    documentViews: views.map((view) => ({
      id: view.id,
      at: view.at,
      side: view.subject_id === row.document_upload1 ? 'front' : 'back',
      how: view.action === 'document.viewed' ? 'viewed' : 'downloaded',
      byName: nameOf(view, 'actor'),
    })),
    position: position.isListed ? presentPosition(position) : null,
    next: next
      ? { id: next.id, firstName: next.first_name, lastName: next.last_name, createdAt: next.created_at }
      : null,
  };
}

function presentPosition({ ahead, total, previousId, followingId }: PositionRow): KycPosition {
  return {
    number: ahead < maxCounted ? ahead + 1 : null,
    of: total <= maxCounted ? total : null,
    previousId,
    followingId,
  };
}

/** The open case of each of these users, by user id. */
export async function findOpenCases(
  deps: Deps,
  userIds: readonly string[],
): Promise<Map<string, { openCaseId: string; kycAsked: boolean; flags: KycFlag[] }>> {
  const rows = await findOpenOf(deps.db, userIds, await ageRule(deps));
  return new Map(
    rows.map((row) => [
      row.user_id,
      { openCaseId: row.id, kycAsked: row.waits_for_applicant, flags: flagsOf(row) },
    ]),
  );
}

/**
 * Assigns an open case to this admin, unless another admin has claimed it.
 * @throws DomainError not_found, conflict; forbidden for a former admin
 */
export async function claimApplication(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<KycCase> {
  if (!(await findApplication(deps.db, id))) throw notFound('Application');
  await inTransaction(deps.db, async (trx) => {
    // Without this check, a case claimed after `releaseAllCases` would stay assigned to a former admin.
    await requireStillAdmin(trx, actor);
    if (!(await claimCase(trx, id, actor.userId, deps.now()))) {
      throw new DomainError('conflict', 'Another admin has claimed this case, or it is no longer open');
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'kyc.claimed',
      subjectType: 'kyc_application',
      subjectId: id,
      metadata,
    });
  });
  return getCase(deps, actor, { id, status: 'open' }, metadata);
}

/** @throws DomainError not_found, conflict if the case is not assigned to this admin */
export async function releaseApplication(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
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
      metadata,
    });
  });
  return getCase(deps, actor, { id, status: 'open' }, metadata);
}

/** Releases the cases of an admin who can no longer review them, so that other admins can claim them. */
export async function releaseAllCases(trx: Trx, adminId: string): Promise<void> {
  await releaseCasesOf(trx, adminId);
  await withdrawWaitingNotification(trx, adminId);
}
