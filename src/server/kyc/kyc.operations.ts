import { randomUUID } from 'node:crypto';
import { dayMs } from '../../shared/durations.ts';
import type {
  AdminKycApplication,
  KycApplication,
  KycApplicationInput,
  OwnKycApplication,
} from '../../shared/kyc/kyc.ts';
import { limits } from '../../shared/limits.ts';
import type { ApplicationPageInput } from '../../shared/list-pages.ts';
import type { Actor, AdminActor, RequestMetadata, Uploader } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { receivedEmail } from '../messages/email/templates/kyc.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { getSettings, readSettings } from '../settings/settings.operations.ts';
import { claimUploads, prepareDocuments } from '../uploads/uploads.operations.ts';
import {
  type AdminApplicationFilter,
  type ApplicationPage,
  countApplications,
  type EventRow,
  findApplicationsForAdmin,
  findApplicationsOf,
  findEvents,
} from './applications.queries.ts';
import { maskedNumbers, sealNumbers } from './document-numbers.ts';
import type { AgeRule } from './flags.queries.ts';
import { presentAdminApplication, presentApplication, presentSteps } from './kyc.present.ts';
import {
  findCurrentApplication,
  findCurrentStatuses,
  findSubmissionTimes,
  insertApplication,
  insertEvent,
  lockUser,
  supersedeOpen,
  updateUserKycStatus,
} from './kyc.queries.ts';
import { personKycStatus } from './kyc-status.ts';
import { numbersFor, type Requester } from './number-access.operations.ts';
import { updateWaitingNotification } from './waiting-notification.operations.ts';

export type ApplicationFields = Omit<KycApplicationInput, 'documentImageUrl1' | 'documentImageUrl2'>;

/** `sides` are the ids of the two uploads, which were inspected and can be claimed. */
type ApplicationSource = { sides: readonly [string, string]; uploader: Uploader; metadata: RequestMetadata };

/**
 * Creates the first application of a new user, in the registration's transaction.
 * @throws DomainError conflict if another application has claimed an upload in the meantime
 */
export async function openFirstApplication(
  deps: Deps,
  trx: Trx,
  userId: string,
  application: ApplicationFields & ApplicationSource,
): Promise<void> {
  const user = await lockUser(trx, userId);
  if (!user) throw notFound('User');
  await openApplication(deps, trx, user, application);
}

/**
 * POST /api/kyc/application. The new application supersedes an open application; an earlier approval stays valid until
 * the new application is decided.
 * @throws DomainError too_many_attempts beyond `limits.applicationsPerDay` in 24 hours; illegal_transition after a
 * final decision; and the errors of `prepareDocuments` and `claimUploads`
 */
export async function submitApplication(
  deps: Deps,
  actor: Actor,
  input: KycApplicationInput,
  uploader: Uploader,
  metadata: RequestMetadata,
): Promise<KycApplication> {
  const sides = await prepareDocuments(deps, uploader, [input.documentImageUrl1, input.documentImageUrl2]);
  return inTransaction(deps.db, async (trx) => {
    const user = await lockUser(trx, actor.userId);
    if (!user) throw notSignedIn();
    await assertMaySubmit(deps, trx, user);
    const row = await openApplication(deps, trx, user, { ...input, sides, uploader, metadata });
    return presentApplication(row, null);
  });
}

/**
 * @throws DomainError not_signed_in if the deletion of the account was requested meanwhile, which erased its documents;
 * illegal_transition after a final decision; too_many_attempts
 */
export async function assertMaySubmit(deps: Deps, trx: Trx, user: UserRow): Promise<void> {
  if (user.deletion_due_at !== null) throw notSignedIn();
  const now = deps.now().getTime();
  const current = await findCurrentApplication(trx, user.id);
  if (current && !current.can_resubmit && current.status !== 'approved') {
    throw new DomainError(
      'illegal_transition',
      'The last decision is final. You cannot send a new application, but you can appeal once.',
    );
  }
  const times = await findSubmissionTimes(trx, user.id, new Date(now - dayMs));
  const [oldest] = times;
  if (oldest === undefined || times.length < limits.applicationsPerDay) return;
  throw new DomainError(
    'too_many_attempts',
    `You can send ${limits.applicationsPerDay} applications a day. Please try again tomorrow.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(oldest) + dayMs - now) / 1000)) },
  );
}

/**
 * Creates an application, supersedes an open one, and notifies the applicant and the admins. The caller must have
 * locked the user's row.
 */
export async function openApplication(
  deps: Deps,
  trx: Trx,
  user: UserRow,
  { sides, uploader, metadata, ...fields }: ApplicationFields & ApplicationSource,
): Promise<KycApplicationRow> {
  const now = deps.now();
  await claimUploads(trx, uploader, sides, user.id, now);
  await supersedeOpen(trx, user.id, now);
  const id = randomUUID();
  const application = await insertApplication(trx, {
    id,
    user_id: user.id,
    first_name: fields.firstName,
    last_name: fields.lastName,
    date_of_birth: fields.dateOfBirth,
    phone_number: fields.phoneNumber,
    address: fields.address,
    city: fields.city,
    state: fields.state,
    country: fields.country,
    postal_code: fields.postalCode,
    document_type1: fields.documentType1,
    document_type2: fields.documentType2,
    ...sealNumbers(deps.sealing, id, [fields.documentNumber1, fields.documentNumber2]),
    document_upload1: sides[0],
    document_upload2: sides[1],
    created_at: now,
    updated_at: now,
  });
  await insertEvent(trx, {
    application_id: application.id,
    actor_id: user.id,
    from_status: null,
    to_status: 'pending',
    kind: 'submission',
    ip: metadata.ip,
    created_at: now,
  });
  await updatePersonStatus(trx, user.id, now);
  await queueEmail(
    deps,
    trx,
    receivedEmail(
      { ...user, firstName: user.first_name },
      application.id,
      await readSettings(deps, trx),
      deps.appUrl(),
    ),
  );
  await recordEvent(trx, 'kyc_submitted', { userId: user.id, properties: {}, at: now });
  await updateWaitingNotification(deps, trx, { arrival: `application:${application.id}` });
  return application;
}

/** Derives the user's KYC status from their applications, in the transaction that changed them. */
export async function updatePersonStatus(trx: Trx, userId: string, now: Date): Promise<void> {
  const status = personKycStatus(await findCurrentStatuses(trx, userId));
  await updateUserKycStatus(trx, userId, status, now);
}

/** GET /api/kyc/applications/user: the caller's applications, newest first. */
export async function listOwnApplications(deps: Deps, actor: Actor): Promise<OwnKycApplication[]> {
  const rows = await findApplicationsOf(deps.db, actor.userId, limits.listCap);
  const eventsOf = await findEventsOf(deps, rows);
  return rows.map((row) => ({
    ...presentApplication(row, row.appealed_at),
    history: presentSteps(eventsOf.get(row.id) ?? []),
  }));
}

async function findEventsOf(
  { db }: Pick<Deps, 'db'>,
  applications: readonly { id: string }[],
): Promise<Map<string, EventRow[]>> {
  const events = await findEvents(
    db,
    applications.map(({ id }) => id),
  );
  return Map.groupBy(events, (event) => event.application_id);
}

/** At most `limits.listCap` applications of all users or of one user, newest first. */
export async function listApplications(
  deps: Deps,
  actor: AdminActor,
  filter: { userId?: string | undefined },
  metadata: RequestMetadata,
): Promise<AdminKycApplication[]> {
  const views = await findAdminViews(deps, filter, { limit: limits.listCap }, { actor, metadata });
  if (filter.userId === undefined) await recordListing(deps, actor, views.length, {}, metadata);
  return views;
}

/** One page of the applications that match the filter. `total` counts all matches. */
export async function findApplicationPage(
  deps: Deps,
  actor: AdminActor,
  { page, limit, sort, ...filter }: ApplicationPageInput,
  metadata: RequestMetadata,
): Promise<{ items: AdminKycApplication[]; total: number }> {
  const bounds = { limit, offset: (page - 1) * limit, oldestFirst: sort === 'oldest' };
  const [items, total] = await Promise.all([
    findAdminViews(deps, filter, bounds, { actor, metadata }),
    countApplications(deps.db, filter),
  ]);
  await recordListing(deps, actor, items.length, { ...filter, page }, metadata);
  return { items, total };
}

const textFilters: ReadonlySet<string> = new Set(['q', 'country']);

/**
 * Writes to the audit log that an admin viewed a list of applications. The entry names the filters, but not the texts
 * that the admin entered.
 */
export async function recordListing(
  deps: Deps,
  actor: AdminActor,
  count: number,
  filter: Record<string, string | number | undefined>,
  metadata: RequestMetadata,
): Promise<void> {
  const narrowed = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'kyc.applications_listed',
    subjectType: 'kyc_applications',
    subjectId: 'list',
    metadata,
    details: {
      count,
      filter: narrowed.map(([name, value]) => (textFilters.has(name) ? name : `${name} ${value}`)).join(', '),
    },
  });
}

/** @param requester - the admin who may see document numbers in full; by default, all numbers are masked */
export async function findAdminViews(
  deps: Deps,
  filter: AdminApplicationFilter,
  page: ApplicationPage,
  requester?: Requester,
): Promise<AdminKycApplication[]> {
  const rows = await findApplicationsForAdmin(deps.db, filter, { ...page, ages: await ageRule(deps) });
  const eventsOf = await findEventsOf(deps, rows);
  const numbersOf = requester ? await numbersFor(deps, requester, rows) : maskedNumbers;
  return rows.map((row) => presentAdminApplication(row, numbersOf(row), eventsOf.get(row.id) ?? []));
}

/** The rule for flagging applicants below the minimum age, with today's date in UTC. */
export async function ageRule(deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<AgeRule> {
  const { minimumAge } = await getSettings(deps);
  return { today: deps.now().toISOString().slice(0, 10), minimumAge };
}
