import type { z } from 'zod';
import type { KycStatus } from '../../shared/enums.ts';
import {
  type AdminKycApplication,
  canMoveKyc,
  type KycApplication,
  type KycApplicationInput,
  type kycStatusInput,
} from '../../shared/kyc.ts';
import { limits } from '../../shared/limits.ts';
import type { Actor, AdminActor, Origin, Uploader } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import type { KycApplicationRow, UserRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import { queueMail } from '../mail/mail.operations.ts';
import { claimUploads, prepareDocuments } from '../uploads/uploads.operations.ts';
import { presentAdminApplication, presentApplication } from './kyc.present.ts';
import {
  type AdminApplicationFilter,
  findApplication,
  findApplicationsForAdmin,
  findApplicationsOf,
  findCurrentStatuses,
  findEvents,
  findSubmissionTimes,
  hasOtherOpen,
  insertApplication,
  insertEvent,
  lockUser,
  moveApplication,
  supersedeOlderApproved,
  supersedeOpen,
  updateUserKycStatus,
} from './kyc.queries.ts';
import { decisionMail, receivedMail } from './kyc-mails.ts';
import { personKycStatus } from './kyc-status.ts';

const day = 24 * 60 * 60 * 1000;

type ApplicationFields = Omit<KycApplicationInput, 'documentImageUrl1' | 'documentImageUrl2'>;

/** Where an application comes from: two prepared uploads of this uploader. */
type ApplicationSource = { sides: readonly [string, string]; uploader: Uploader; origin: Origin };

/**
 * The application that comes with a registration (D-19), in the registration's transaction.
 * @throws DomainError conflict when a side was claimed in the meantime
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
 * POST /api/kyc/application. The new application supersedes an open one; an approval stays until it is decided (D-25).
 * @throws DomainError too_many_attempts beyond 5 in 24 hours; what `prepareDocuments` and `claimUploads` throw
 */
export async function submitApplication(
  deps: Deps,
  actor: Actor,
  input: KycApplicationInput,
  uploader: Uploader,
  origin: Origin,
): Promise<KycApplication> {
  const sides = await prepareDocuments(deps, uploader, [input.documentImageUrl1, input.documentImageUrl2]);
  return inTransaction(deps.db, async (trx) => {
    const user = await lockUser(trx, actor.userId);
    if (!user) throw notSignedIn();
    await assertMaySubmit(deps, trx, user);
    return presentApplication(await openApplication(deps, trx, user, { ...input, sides, uploader, origin }));
  });
}

async function assertMaySubmit(deps: Deps, trx: Trx, user: UserRow): Promise<void> {
  const now = deps.now().getTime();
  const times = await findSubmissionTimes(trx, user.id, new Date(now - day));
  const [oldest] = times;
  if (oldest === undefined || times.length < limits.applicationsPerDay) return;
  throw new DomainError(
    'too_many_attempts',
    `You can send ${limits.applicationsPerDay} applications a day. Please try again tomorrow.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(oldest) + day - now) / 1000)) },
  );
}

async function openApplication(
  deps: Deps,
  trx: Trx,
  user: UserRow,
  { sides, uploader, origin, ...fields }: ApplicationFields & ApplicationSource,
): Promise<KycApplicationRow> {
  const now = deps.now();
  await claimUploads(trx, uploader, sides, user.id, now);
  await supersedeOpen(trx, user.id, now);
  const application = await insertApplication(trx, {
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
    document_number1: fields.documentNumber1,
    document_number2: fields.documentNumber2,
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
    ip: origin.ip,
    created_at: now,
  });
  await updatePersonStatus(trx, user.id, now);
  await queueMail(deps, trx, receivedMail(user, application.id, deps.appUrl()));
  return application;
}

/** D-26, in the transaction of what changed the applications. */
async function updatePersonStatus(trx: Trx, userId: string, now: Date): Promise<void> {
  const status = personKycStatus(await findCurrentStatuses(trx, userId));
  await updateUserKycStatus(trx, userId, status, now);
}

/** GET /api/kyc/applications/user: the person's own, newest first. */
export async function listOwnApplications(deps: Deps, actor: Actor): Promise<KycApplication[]> {
  const rows = await findApplicationsOf(deps.db, actor.userId, limits.listCap);
  return rows.map(presentApplication);
}

/** All applications, newest first, at most 1 000 (D-6); `page` starts at 1. A `status` leaves superseded ones out. */
export async function listApplications(
  deps: Deps,
  _actor: AdminActor,
  filter: {
    userId?: string | undefined;
    status?: KycStatus | undefined;
    page?: number | undefined;
    limit?: number | undefined;
  } = {},
): Promise<AdminKycApplication[]> {
  const limit = Math.min(filter.limit ?? limits.listCap, limits.listCap);
  const offset = ((filter.page ?? 1) - 1) * limit;
  return findAdminViews(deps, { userId: filter.userId, status: filter.status, limit, offset });
}

async function findAdminViews(deps: Deps, filter: AdminApplicationFilter): Promise<AdminKycApplication[]> {
  const rows = await findApplicationsForAdmin(deps.db, filter);
  const events = await findEvents(
    deps.db,
    rows.map((row) => row.id),
  );
  const eventsOf = Map.groupBy(events, (event) => event.application_id);
  return rows.map((row) => presentAdminApplication(row, eventsOf.get(row.id) ?? []));
}

/**
 * PUT /api/admin/kyc/applications/{id}/status (D-24). The same status again changes nothing and sends no mail. Of
 * several admins who decide at once one wins (KYC-9). Notes are kept as typed; none clears those of the last decision.
 * @throws DomainError invalid_input for pending, not_found, illegal_transition, conflict for who came second
 */
export async function setApplicationStatus(
  deps: Deps,
  actor: AdminActor,
  input: z.infer<typeof kycStatusInput>,
  origin: Origin,
): Promise<AdminKycApplication> {
  const { id, status: to } = input;
  if (to === 'pending') {
    const message = 'Status must be approved, rejected or requires_review';
    throw new DomainError('invalid_input', message, { fields: { status: message } });
  }
  const application = await findApplication(deps.db, id);
  if (!application) throw notFound('Application');
  if (application.superseded_at !== null) {
    throw illegalTransition('This application was superseded by a newer one and can no longer be changed');
  }
  if (application.status !== to) {
    if (!canMoveKyc(application.status, to)) {
      throw illegalTransition(
        `This application is ${words(application.status)} and cannot become ${words(to)}`,
      );
    }
    const adminNotes = input.adminNotes ? input.adminNotes : null;
    await inTransaction(deps.db, (trx) => decide(deps, trx, actor, application, { to, adminNotes }, origin));
  }
  const [view] = await findAdminViews(deps, { id, limit: 1, offset: 0 });
  if (!view) throw notFound('Application');
  return view;
}

async function decide(
  deps: Deps,
  trx: Trx,
  actor: AdminActor,
  application: KycApplicationRow,
  decision: { to: Exclude<KycStatus, 'pending'>; adminNotes: string | null },
  origin: Origin,
): Promise<void> {
  const { id, status: from } = application;
  const { to, adminNotes } = decision;
  const now = deps.now();
  const user = await lockUser(trx, application.user_id);
  if (!user) throw notFound('User');
  if (to === 'requires_review' && (await hasOtherOpen(trx, application))) {
    throw illegalTransition(
      `This application is ${words(from)} and a newer one of this person is open: decide that one`,
    );
  }
  if (!(await moveApplication(trx, { id, from, to, adminNotes, reviewerId: actor.userId }, now))) {
    throw new DomainError('conflict', 'Somebody else changed this application at the same moment');
  }
  if (to === 'approved') await supersedeOlderApproved(trx, application, now);
  await updatePersonStatus(trx, user.id, now);
  const eventId = await insertEvent(trx, {
    application_id: id,
    actor_id: actor.userId,
    from_status: from,
    to_status: to,
    note: adminNotes,
    ip: origin.ip,
    created_at: now,
  });
  await recordAudit(trx, {
    actorId: actor.userId,
    action: `kyc.${to}`,
    subjectType: 'kyc_application',
    subjectId: id,
    origin,
    details: { userId: user.id, from, to, ...(user.id === actor.userId && { ownApplication: true }) },
  });
  await queueMail(deps, trx, decisionMail(user, to, eventId, deps.appUrl()));
}

function words(status: KycStatus): string {
  return status === 'requires_review' ? 'under review' : status;
}

function illegalTransition(message: string): DomainError {
  return new DomainError('illegal_transition', message);
}
