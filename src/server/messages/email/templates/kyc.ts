import type { KycStatus } from '../../../../shared/enums.ts';
import { type RequestedItem, requestedItemTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { reviewTimeText, type SiteSettings } from '../../../../shared/site-settings.ts';
import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

type ReviewHours = Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>;

/** Confirms that both sides were received. Emails never contain document data. */
export function receivedEmail(
  user: Recipient,
  applicationId: string,
  hours: ReviewHours,
  appUrl: string,
): Email {
  return {
    kind: 'kyc_received',
    userId: user.id,
    to: user.email,
    ...renderEmail({
      subject: 'We received your documents',
      firstName: user.firstName,
      paragraphs: [
        `Thank you. Both sides of your document arrived safely. Our team reviews them next, which usually takes ${reviewTimeText(hours)}.`,
        'There is nothing you need to do. We will email you as soon as there is a decision.',
      ],
      action: applications(appUrl),
    }),
    dedupeKey: `kyc-received:${applicationId}`,
  };
}

/** Apologizes when the review takes longer than promised. */
export function lateReviewEmail(
  user: Recipient,
  applicationId: string,
  hours: ReviewHours,
  appUrl: string,
): Email {
  return {
    kind: 'kyc_late',
    userId: user.id,
    to: user.email,
    ...renderEmail({
      subject: 'Your review is taking longer than we promised',
      firstName: user.firstName,
      paragraphs: [
        `We are sorry: we promised to review your documents within ${reviewTimeText(hours)}, and we have not finished yet.`,
        'Your application keeps its place in the queue, and there is nothing you need to do. We will email you as soon as there is a decision.',
      ],
      action: applications(appUrl),
    }),
    dedupeKey: `kyc-late:${applicationId}`,
  };
}

export type DecisionFacts = {
  status: Exclude<KycStatus, 'pending'>;
  canResubmit: boolean;
  requestedItems: readonly RequestedItem[];
};

type Content = { subject: string; paragraphs: string[]; label: string };

/** Announces a decision; `eventId` deduplicates the email. */
export function decisionEmail(
  user: Recipient,
  decision: DecisionFacts,
  eventId: string,
  appUrl: string,
): Email {
  const { subject, paragraphs, label } = contentOf(decision);
  return {
    kind: `kyc_${decision.status}`,
    userId: user.id,
    to: user.email,
    ...renderEmail({
      subject,
      firstName: user.firstName,
      paragraphs,
      action: { ...applications(appUrl), label },
    }),
    dedupeKey: decisionEmailKey(eventId),
  };
}

function contentOf({ status, canResubmit, requestedItems }: DecisionFacts): Content {
  switch (status) {
    case 'approved':
      return {
        subject: 'Your identity is verified',
        paragraphs: ['Good news: your application was approved and your identity is verified.'],
        label: 'Your applications',
      };
    case 'rejected':
      return {
        subject: 'We could not verify your identity',
        paragraphs: [
          'We reviewed your application and could not approve it this time. The page below shows the reason and the note our reviewer left for you.',
          canResubmit
            ? 'You can correct this and send a new application.'
            : 'This decision is final. If you think it is wrong, you can appeal once, on the same page.',
        ],
        label: canResubmit ? 'See what to change' : 'See the decision',
      };
    case 'requires_review':
      if (requestedItems.length === 0) {
        return {
          subject: 'Your application needs a second look',
          paragraphs: [
            'Your application needs an extra check before we can decide. There is nothing you need to do. We will email you as soon as there is a decision.',
          ],
          label: 'Your applications',
        };
      }
      return {
        subject: 'We need something from you',
        paragraphs: [
          'We cannot decide on your application yet. To continue, we need from you:',
          requestedItems.map((item) => `- ${requestedItemTexts[item].request}`).join('\n'),
          'Please send it in a new application, which replaces the previous one.',
        ],
        label: 'Send what is missing',
      };
  }
}

export function decisionEmailKey(eventId: string): string {
  return `kyc-decision:${eventId}`;
}

function applications(appUrl: string) {
  return { label: 'Your applications', url: `${appUrl}/kyc` };
}
