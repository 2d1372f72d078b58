import type { AdminKycApplication } from '../../../shared/kyc.ts';

export const caseFilters = ['open', 'approved', 'rejected', 'all'] as const;
export type CaseFilter = (typeof caseFilters)[number];

type CaseFacts = Pick<AdminKycApplication, 'id' | 'status' | 'supersededAt' | 'createdAt'>;

/** The filter in the address; anything else means the open ones. */
export function readCaseFilter(status: string | undefined): CaseFilter {
  return caseFilters.find((known) => known === status) ?? 'open';
}

/** Waits for a decision (D-66). */
export function isOpenCase(application: CaseFacts): boolean {
  const undecided = application.status === 'pending' || application.status === 'requires_review';
  return undecided && application.supersededAt === null;
}

function matchesFilter(application: CaseFacts, filter: CaseFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'open') return isOpenCase(application);
  return application.status === filter && application.supersededAt === null;
}

/** Open cases oldest first, as they are worked off (B6); the others newest first, as they are looked up. */
export function listCases<A extends CaseFacts>(applications: readonly A[], filter: CaseFilter): A[] {
  const oldestFirst = applications
    .filter((application) => matchesFilter(application, filter))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return filter === 'open' ? oldestFirst : oldestFirst.reverse();
}

/** The open case that has waited longest, other than this one. */
export function nextOpenCase<A extends CaseFacts>(
  applications: readonly A[],
  currentId: string,
): A | undefined {
  return listCases(applications, 'open').find((application) => application.id !== currentId);
}

/** A person's newest open application, for the quick action of Recent Users. */
export function newestOpenCase<A extends CaseFacts>(applications: readonly A[]): A | undefined {
  return listCases(applications, 'open').at(-1);
}

const hour = 60 * 60 * 1000;

/** S1 §2 promises an answer within 24 to 48 hours. */
export function isOverdue(createdAt: string, now: number): boolean {
  return now - Date.parse(createdAt) > 48 * hour;
}

/** How long a case has waited: "less than 1 h", "5 h", "3 days". */
export function waitingText(createdAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(createdAt)) / hour);
  if (hours < 1) return 'less than 1 h';
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
