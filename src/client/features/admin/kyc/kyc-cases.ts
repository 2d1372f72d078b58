import { hourMs } from '../../../../shared/durations.ts';
import { documentTypes, openKycStatuses } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { requestedItemTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import {
  type KycQueueInput,
  kycFlags,
  type QueueFilter,
  queueAssignees,
  queueFilters,
} from '../../../../shared/kyc/kyc-review.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { kycStatusLabels, type StatusLabel } from '../../../lib/status-labels.ts';

export type QueueSearch = KycQueueInput & { status: QueueFilter };

/** Whether any filter besides the status is set. */
export function isFiltered({ country, documentType, flag, assignee, q }: QueueSearch): boolean {
  return Boolean(country || documentType || flag || assignee || q);
}

/** Reads the filters of the queue from the URL. Unknown values are ignored. */
export function readQueueSearch(search: AdminSearch): QueueSearch {
  const known = <Value extends string>(values: readonly Value[], text: string | undefined) =>
    values.find((value) => value === text);
  const documentType = known(documentTypes, search.document);
  const flag = known(kycFlags, search.flag);
  const assignee = known(queueAssignees, search.assignee);
  return {
    status: known(queueFilters, search.status) ?? 'open',
    ...(search.country && { country: search.country.slice(0, 200) }),
    ...(documentType && { documentType }),
    ...(flag && { flag }),
    ...(assignee && { assignee }),
    ...(search.q && { q: search.q.slice(0, 100) }),
  };
}

type CaseFacts = Pick<AdminKycApplication, 'status' | 'supersededAt'>;

/** Whether the case is neither decided nor replaced: it waits for an admin or, after a request, for its applicant. */
export function isOpenCase(application: CaseFacts): boolean {
  return openKycStatuses.includes(application.status) && application.supersededAt === null;
}

/** The message after a decision that changed nothing, because another admin had just made the same decision. */
export const sameDecisionText = 'Another admin made the same decision';

export const waitsForApplicant: StatusLabel = { label: 'Waiting for applicant', tone: 'neutral' };

type OpenCaseFacts = CaseFacts & Pick<AdminKycApplication, 'requestedItems'>;

/** Whether the case is open and waits for an admin, not for items that were requested from its applicant. */
export function waitsForAdmin(application: OpenCaseFacts): boolean {
  return isOpenCase(application) && application.requestedItems.length === 0;
}

/**
 * The status that reviewers see. A case with requested items is shown as waiting for its applicant, instead of as
 * needing review.
 */
export function caseStatus(application: OpenCaseFacts): StatusLabel {
  const isAsked = isOpenCase(application) && !waitsForAdmin(application);
  return isAsked ? waitsForApplicant : kycStatusLabels[application.status];
}

/** @param promisedHours - the setting `reviewHoursTo` */
export function isOverdue(createdAt: string, now: number, promisedHours: number): boolean {
  return now - Date.parse(createdAt) > promisedHours * hourMs;
}

/** How long a case has waited: "less than 1 h", "5 h", "3 days". */
export function waitingText(createdAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(createdAt)) / hourMs);
  if (hours < 1) return 'less than 1 h';
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/**
 * The requested items as text, or the text for a final rejection; undefined if there is nothing to add to the status.
 */
export function statusDetail({
  status,
  requestedItems,
  canResubmit,
}: Pick<AdminKycApplication, 'status' | 'requestedItems' | 'canResubmit'>): string | undefined {
  if (status === 'requires_review' && requestedItems.length > 0) {
    return `Asked for: ${requestedItems.map((item) => requestedItemTexts[item].label.toLowerCase()).join(', ')}.`;
  }
  if (status === 'rejected' && !canResubmit) return 'Final decision: no new application.';
  return undefined;
}
