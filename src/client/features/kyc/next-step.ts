import { hourMs } from '../../../shared/durations.ts';
import type { KycApplication } from '../../../shared/kyc/kyc.ts';
import { kycReasonText } from '../../../shared/kyc/kyc-reasons.ts';
import { reviewTimeText, type SiteSettings } from '../../../shared/site-settings.ts';

/** The current application: the newest that was not superseded. */
export function currentApplication(newestFirst: readonly KycApplication[]): KycApplication | undefined {
  return newestFirst.find(({ supersededAt }) => supersededAt === null);
}

/** Whether the application was rejected for good. This stays true while an appeal is open. */
export function isFinal({ canResubmit, status }: Pick<KycApplication, 'canResubmit' | 'status'>): boolean {
  return !canResubmit && status !== 'approved';
}

/** Whether the application was returned to the applicant with requested items. */
export function hasOpenRequest(
  application: Pick<KycApplication, 'status' | 'canResubmit'> & { requestedItems: readonly unknown[] },
): boolean {
  const { status, canResubmit, requestedItems } = application;
  return status === 'requires_review' && canResubmit && requestedItems.length > 0;
}

/** What the reviewer's reason means for the applicant. */
export function adviceOf(
  application: Pick<KycApplication, 'reasonCode' | 'canResubmit' | 'status'>,
): string | undefined {
  const { reasonCode } = application;
  return reasonCode === null ? undefined : kycReasonText(reasonCode, isFinal(application));
}

type Facts = Pick<KycApplication, 'status' | 'supersededAt' | 'canResubmit' | 'appealedAt' | 'createdAt'> & {
  requestedItems: readonly string[];
};

/** The review time from the settings, 24 to 48 hours by default. */
export type ReviewHours = Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>;

/** What the applicant can expect or must do now. */
export function nextStep(application: Facts, now: number, hours: ReviewHours): string {
  const { status, supersededAt, canResubmit, appealedAt, requestedItems, createdAt } = application;
  if (supersededAt !== null) return 'Replaced by a newer application.';
  switch (status) {
    case 'pending':
      return now - Date.parse(createdAt) > hours.reviewHoursTo * hourMs
        ? `We are sorry that this takes longer than the ${reviewTimeText(hours)} we promised. You lose nothing by waiting, and you don’t need to do anything.`
        : `A person looks at it, usually within ${reviewTimeText(hours)}. You don’t need to do anything.`;
    case 'approved':
      return 'Your identity is verified. You don’t need to do anything.';
    case 'rejected':
      if (canResubmit) return 'Fix this and send a new application below.';
      return appealedAt === null
        ? 'This decision is final. If you think that it is wrong, you can appeal it once.'
        : 'We reviewed your appeal, and the decision stands.';
    case 'requires_review':
      if (appealedAt !== null && !canResubmit)
        return 'We have received your appeal and are reviewing the decision. We write to you as soon as it is decided.';
      return requestedItems.length > 0
        ? 'Please send these below. Everything else stays as you sent it.'
        : 'We write to you as soon as it is decided. You don’t need to do anything.';
  }
}
