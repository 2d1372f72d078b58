import type { z } from 'zod';
import type { KycStatus } from '../../shared/enums.ts';
import {
  type AdminKycApplication,
  canMoveKyc,
  type KycApplication,
  type kycStatusInput,
} from '../../shared/kyc/kyc.ts';
import type { RequestedItem } from '../../shared/kyc/kyc-reasons.ts';
import { type kycAppealInput, type undoDecisionInput, undoSeconds } from '../../shared/kyc/kyc-review.ts';
import type { NotificationKind } from '../../shared/messages/notifications.ts';
import { findActiveAdmins } from '../access/active-admins.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { queueEmail, withdrawEmail } from '../messages/email/email.operations.ts';
import { decisionEmail, decisionEmailKey } from '../messages/email/templates/kyc.ts';
import { notify, withdrawNotification } from '../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import type { FormerDecision, KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { findAdminViews, updatePersonStatus } from './kyc.operations.ts';
import { presentApplication } from './kyc.present.ts';
import { findApplication, findCurrentApplication, insertEvent, lockUser } from './kyc.queries.ts';
import {
  type DecisionColumns,
  findLastEvent,
  hasAppeal,
  moveApplication,
  releaseCase,
  reopenForAppeal,
  restoreDecision,
  supersedeOlderApproved,
} from './review.queries.ts';
import { updateWaitingNotification } from './waiting-notification.operations.ts';

/** The email is sent shortly after the undo period, so that an undo always comes before it. */
const emailDelaySeconds = undoSeconds + 2;

type Decision = { to: Exclude<KycStatus, 'pending'> } & DecisionColumns;

/**
 * Approves or rejects the newest application of a user, or returns it for review. Setting the current status again
 * changes nothing and sends no email, unless it asks the applicant for other items than before. If several admins
 * decide at the same time, one succeeds. Without `adminNotes`, the previous admin notes are cleared; without
 * `internalNotes`, the previous internal notes stay. An admin's own application is decided by another admin, unless
 * there is none. REST: PUT /api/admin/kyc/applications/{id}/status.
 * @throws DomainError not_found; forbidden for the admin's own application; illegal_transition, also if there is a
 * newer application; conflict if another admin decided first, or if the status and the requested items are no longer
 * `seenStatus` and `seenItems`
 */
export async function decideApplication(
  deps: Deps,
  actor: AdminActor,
  input: z.infer<typeof kycStatusInput>,
  metadata: RequestMetadata,
): Promise<AdminKycApplication> {
  const { id, status: to } = input;
  const application = await findApplication(deps.db, id);
  if (!application) throw notFound('Application');
  if (application.superseded_at !== null) throw superseded();
  const requested = to === 'requires_review' ? [...new Set(input.requestedItems ?? [])] : [];
  const asked = application.requested_items;
  if (application.status !== to || (requested.length > 0 && !haveSameItems(requested, asked))) {
    if (application.status !== to && !canMoveKyc(application.status, to)) {
      throw illegalTransition(
        `This application is ${statusLabel(application.status)} and cannot become ${statusLabel(to)}`,
      );
    }
    if (input.seenStatus && input.seenStatus !== application.status) throw changedMeanwhile();
    if (input.seenItems && !haveSameItems(input.seenItems, asked)) throw changedMeanwhile();
    const decision: Decision = {
      to,
      admin_notes: input.adminNotes || null,
      internal_notes: input.internalNotes || null,
      reason_code: to === 'approved' ? null : (input.reasonCode ?? null),
      can_resubmit: to === 'rejected' ? (input.canResubmit ?? true) : true,
      requested_items: requested,
    };
    await inTransaction(deps.db, (trx) => decide(deps, trx, actor, application, decision, metadata));
  }
  return viewOf(deps, id);
}

function haveSameItems(one: readonly RequestedItem[], other: readonly RequestedItem[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}

async function viewOf(deps: Deps, id: string): Promise<AdminKycApplication> {
  const [view] = await findAdminViews(deps, { id }, { limit: 1 });
  if (!view) throw notFound('Application');
  return view;
}

async function decide(
  deps: Deps,
  trx: Trx,
  actor: AdminActor,
  application: KycApplicationRow,
  decision: Decision,
  metadata: RequestMetadata,
): Promise<void> {
  const { id, status: from } = application;
  const { to } = decision;
  const now = deps.now();
  const user = await lockUser(trx, application.user_id);
  if (!user) throw notFound('User');
  if (user.id === actor.userId && (await findActiveAdmins(trx)).some((admin) => admin.id !== actor.userId)) {
    throw new DomainError('forbidden', 'This is your own application. Another admin must decide it.');
  }
  // Once there is a newer application, the decision about this one cannot be changed, even if it is not superseded.
  if ((await findCurrentApplication(trx, user.id))?.id !== id) throw superseded();
  const move = { id, from, fromItems: application.requested_items, reviewerId: actor.userId, ...decision };
  if (!(await moveApplication(trx, move, now))) throw changedMeanwhile();
  // A rejection ended an earlier approval, which must not count again when the rejected application is reopened.
  const endsApproval = to === 'approved' || from === 'rejected';
  const supersededIds = endsApproval ? await supersedeOlderApproved(trx, application, now) : [];
  await updatePersonStatus(trx, user.id, now);
  const eventId = await insertEvent(trx, {
    application_id: id,
    actor_id: actor.userId,
    from_status: from,
    to_status: to,
    kind: 'decision',
    note: decision.admin_notes,
    internal_note: decision.internal_notes,
    reason_code: decision.reason_code,
    former: JSON.stringify(formerOf(application, supersededIds)),
    ip: metadata.ip,
    created_at: now,
  });
  await recordAudit(trx, {
    actorId: actor.userId,
    action: `kyc.${to}`,
    subjectType: 'kyc_application',
    subjectId: id,
    metadata,
    details: {
      userId: user.id,
      from,
      to,
      ...(decision.reason_code && { reasonCode: decision.reason_code }),
      ...(!decision.can_resubmit && { final: true }),
      ...(user.id === actor.userId && { ownApplication: true }),
    },
  });
  const facts = { status: to, canResubmit: decision.can_resubmit, requestedItems: decision.requested_items };
  await queueEmail(
    deps,
    trx,
    decisionEmail({ ...user, firstName: user.first_name }, facts, eventId, deps.appUrl()),
    emailDelaySeconds,
  );
  await notify(trx, { userId: user.id, ...decisionNotification(to, eventId), appearsAt: now });
  await recordEvent(trx, 'kyc_decided', { userId: user.id, properties: { status: to }, at: now });
  await updateWaitingNotification(deps, trx, { deciderId: actor.userId });
}

function formerOf(row: KycApplicationRow, supersededIds: string[]): FormerDecision {
  return {
    status: row.status,
    admin_notes: row.admin_notes,
    internal_notes: row.internal_notes,
    reason_code: row.reason_code,
    can_resubmit: row.can_resubmit,
    requested_items: row.requested_items,
    assigned_to: row.assigned_to,
    assigned_at: row.assigned_at,
    reviewed_by: row.reviewed_by,
    reviewed_at: row.reviewed_at,
    supersededIds,
  };
}

/**
 * Undoes the admin's own last decision, within `undoSeconds` and if nothing else has happened to the application.
 * Withdraws the email and the notification; decision and undo stay in the history. If the admin who had claimed the
 * case is no longer an admin, the case stays unclaimed.
 * @throws DomainError not_found; conflict if it is too late, or if the decision is not the admin's own last one
 */
export async function undoDecision(
  deps: Deps,
  actor: AdminActor,
  { id, eventId }: z.infer<typeof undoDecisionInput>,
  metadata: RequestMetadata,
): Promise<AdminKycApplication> {
  const found = await findApplication(deps.db, id);
  if (!found) throw notFound('Application');
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const user = await lockUser(trx, found.user_id);
    const application = await findApplication(trx, id);
    const last = await findLastEvent(trx, id);
    if (!user || !application || last?.id !== eventId || !last.former || last.actor_id !== actor.userId) {
      throw tooLate();
    }
    if (application.status !== last.to_status) throw tooLate();
    if (now.getTime() - Date.parse(last.created_at) > undoSeconds * 1_000) throw tooLate();
    // If a newer application has arrived, restoring the status would leave two open applications.
    const current = await findCurrentApplication(trx, user.id);
    if (current?.id !== id && !last.former.supersededIds.includes(current?.id ?? '')) throw tooLate();
    if (!(await withdrawEmail(trx, decisionEmailKey(eventId)))) throw tooLate();
    await withdrawNotification(trx, user.id, decisionEmailKey(eventId));
    if (!(await restoreDecision(trx, application, last.former, now))) throw tooLate();
    const { assigned_to: assignee } = last.former;
    // `restoreDecision` set the assignee, and its foreign key check waited for any demotion in progress. This query
    // therefore sees that demotion. A later demotion releases the case itself.
    if (assignee !== null && !(await findActiveAdmins(trx)).some((admin) => admin.id === assignee)) {
      await releaseCase(trx, id, assignee);
    }
    await updatePersonStatus(trx, user.id, now);
    await insertEvent(trx, {
      application_id: id,
      actor_id: actor.userId,
      from_status: application.status,
      to_status: last.former.status,
      kind: 'undo',
      ip: metadata.ip,
      created_at: now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'kyc.decision_undone',
      subjectType: 'kyc_application',
      subjectId: id,
      metadata,
      details: { userId: user.id, from: application.status, to: last.former.status },
    });
    await updateWaitingNotification(deps, trx, { deciderId: actor.userId });
  });
  return viewOf(deps, id);
}

function tooLate(): DomainError {
  return new DomainError('conflict', 'This decision can no longer be undone');
}

/**
 * Appeals the applicant's final rejection, which is possible once. The case then waits for an admin again.
 * @throws DomainError not_found for another user's application; illegal_transition if there is nothing to appeal
 */
export async function appealDecision(
  deps: Deps,
  actor: Actor,
  { id, message }: z.infer<typeof kycAppealInput>,
  metadata: RequestMetadata,
): Promise<KycApplication> {
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const user = await lockUser(trx, actor.userId);
    const application = await findApplication(trx, id);
    if (!user || application?.user_id !== actor.userId) throw notFound('Application');
    if (await hasAppeal(trx, id)) {
      throw illegalTransition(
        'You have already appealed this decision. We will write to you about the result.',
      );
    }
    const isCurrent = (await findCurrentApplication(trx, user.id))?.id === id;
    if (!isCurrent || !(await reopenForAppeal(trx, id, now))) {
      throw illegalTransition('There is no final decision to appeal against');
    }
    // The final rejection ended an earlier approval, which must not count again while the appeal is undecided.
    await supersedeOlderApproved(trx, application, now);
    await updatePersonStatus(trx, user.id, now);
    await insertEvent(trx, {
      application_id: id,
      actor_id: actor.userId,
      from_status: 'rejected',
      to_status: 'requires_review',
      kind: 'appeal',
      note: message,
      ip: metadata.ip,
      created_at: now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'kyc.appealed',
      subjectType: 'kyc_application',
      subjectId: id,
      metadata,
    });
    await updateWaitingNotification(deps, trx, { arrival: `appeal:${id}` });
    const appealed = await findApplication(trx, id);
    if (!appealed) throw notFound('Application');
    return presentApplication(appealed, now.toISOString());
  });
}

function statusLabel(status: KycStatus): string {
  return status === 'requires_review' ? '"Needs review"' : status;
}

function changedMeanwhile(): DomainError {
  return new DomainError(
    'conflict',
    'This application has changed in the meantime. Check it again, then decide.',
  );
}

function superseded(): DomainError {
  return illegalTransition('This application was superseded by a newer one and can no longer be changed');
}

function illegalTransition(message: string): DomainError {
  return new DomainError('illegal_transition', message);
}

const notificationTexts: Record<
  Exclude<KycStatus, 'pending'>,
  { kind: NotificationKind; title: string; body: string }
> = {
  approved: {
    kind: 'kyc_approved',
    title: 'Your identity is verified',
    body: 'Your application was approved. There is nothing more for you to do.',
  },
  rejected: {
    kind: 'kyc_rejected',
    title: 'We could not verify your identity',
    body: 'Open your applications to see the details.',
  },
  requires_review: {
    kind: 'kyc_requires_review',
    title: 'Your application needs a second look',
    body: 'Open your applications to see whether we need anything from you.',
  },
};

/** The notification about a decision. It has the same key as the email, so that an undo withdraws both. */
function decisionNotification(status: Exclude<KycStatus, 'pending'>, eventId: string) {
  return { ...notificationTexts[status], path: '/kyc', dedupeKey: decisionEmailKey(eventId) };
}
