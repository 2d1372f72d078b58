import type { KycStatus } from '../../../../shared/enums.ts';
import { type RequestedItem, requestedItemTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { reviewTimeText, type SiteSettings } from '../../../../shared/site-settings.ts';
import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

type ReviewHours = Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>;

/** Says that both sides arrived. No mail holds document data. */
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
        `Thank you, both sides of your document arrived safely. A person looks at them next, which usually takes ${reviewTimeText(hours)}.`,
        'You need to do nothing until then. We write to you as soon as there is a decision.',
      ],
      action: applications(appUrl),
    }),
    dedupeKey: `kyc-received:${applicationId}`,
  };
}

/** Says sorry when the promised time is over. */
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
      subject: 'Your review takes longer than we promised',
      firstName: user.firstName,
      paragraphs: [
        `We are sorry: we meant to look at your documents within ${reviewTimeText(hours)}, and have not finished yet.`,
        'Your application keeps its place, you lose nothing by waiting, and you need to do nothing. We write to you as soon as there is a decision.',
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

/** Says what an admin decided; `eventId` makes it one email a decision. */
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
          'We looked at your application and could not approve it this time. The page below shows the reason and the note that our reviewer left for you.',
          canResubmit
            ? 'You can send a new application with this put right.'
            : 'This decision is final. If you think that it is wrong, you can appeal it once, on the same page.',
        ],
        label: canResubmit ? 'See what to change' : 'See the decision',
      };
    case 'requires_review':
      if (requestedItems.length === 0) {
        return {
          subject: 'Your application needs a second look',
          paragraphs: [
            'Your application is not decided yet: it needs an extra check. You need to do nothing; we write to you as soon as it is decided.',
          ],
          label: 'Your applications',
        };
      }
      return {
        subject: 'We need something from you',
        paragraphs: [
          'Your application is not decided yet. To go on, we need from you:',
          requestedItems.map((item) => `- ${requestedItemTexts[item].request}`).join('\n'),
          'Please send a new application with it; it takes the place of the one before.',
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
