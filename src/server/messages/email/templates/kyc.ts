import type { KycStatus } from '../../../../shared/enums.ts';
import { type RequestedItem, requestedItemTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { reviewTimeText, type SiteSettings } from '../../../../shared/site-settings.ts';
import type { EmailTextKey } from '../../../../shared/site-texts/email-texts.ts';
import { type Email, emailTo, type Recipient } from '../email.operations.ts';

type ReviewHours = Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>;

/** Confirms that both sides of the document were received. The email contains no data of the document. */
export function receivedEmail(
  user: Recipient,
  applicationId: string,
  hours: ReviewHours,
  appUrl: string,
): Email {
  return emailTo(user, {
    kind: 'kyc_received',
    text: 'kyc_received',
    values: { hours: reviewTimeText(hours) },
    action: applicationsAction(appUrl),
    dedupeKey: `kyc-received:${applicationId}`,
  });
}

/** Apologizes when the review takes longer than promised. */
export function lateReviewEmail(
  user: Recipient,
  applicationId: string,
  hours: ReviewHours,
  appUrl: string,
): Email {
  return emailTo(user, {
    kind: 'kyc_late',
    text: 'kyc_late',
    values: { hours: reviewTimeText(hours) },
    action: applicationsAction(appUrl),
    dedupeKey: `kyc-late:${applicationId}`,
  });
}

type DecisionFacts = {
  status: Exclude<KycStatus, 'pending'>;
  canResubmit: boolean;
  requestedItems: readonly RequestedItem[];
};

/** Announces a decision; `eventId` deduplicates the email. */
export function decisionEmail(
  user: Recipient,
  decision: DecisionFacts,
  eventId: string,
  appUrl: string,
): Email {
  const { text, label } = textOf(decision);
  const requested = decision.requestedItems.map((item) => `- ${requestedItemTexts[item].request}`);
  return emailTo(user, {
    kind: `kyc_${decision.status}`,
    text,
    values: { items: requested.join('\n') },
    action: { ...applicationsAction(appUrl), label },
    dedupeKey: decisionEmailKey(eventId),
  });
}

function textOf({ status, canResubmit, requestedItems }: DecisionFacts): {
  text: EmailTextKey;
  label: string;
} {
  switch (status) {
    case 'approved':
      return { text: 'kyc_approved', label: 'Your applications' };
    case 'rejected':
      return canResubmit
        ? { text: 'kyc_rejected', label: 'See what to change' }
        : { text: 'kyc_rejected_final', label: 'See the decision' };
    case 'requires_review':
      return requestedItems.length === 0
        ? { text: 'kyc_second_look', label: 'Your applications' }
        : { text: 'kyc_items_needed', label: 'Send what is missing' };
  }
}

export function decisionEmailKey(eventId: string): string {
  return `kyc-decision:${eventId}`;
}

function applicationsAction(appUrl: string) {
  return { label: 'Your applications', url: `${appUrl}/kyc` };
}
