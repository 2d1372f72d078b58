import type { KycStatus } from '../../../shared/enums.ts';
import { composeLetter } from '../letter.ts';
import type { Mail } from '../mail.operations.ts';

type Recipient = { id: string; email: string; first_name: string };

/** Says that both sides arrived. No mail holds document data (KYC-10). */
export function receivedMail(user: Recipient, applicationId: string, appUrl: string): Mail {
  return {
    kind: 'kyc_received',
    userId: user.id,
    to: user.email,
    ...composeLetter({
      subject: 'We received your documents',
      firstName: user.first_name,
      paragraphs: [
        'Thank you, both sides of your document arrived safely. A person looks at them next, which usually takes 24 to 48 hours.',
        'You need to do nothing until then. We write to you as soon as there is a decision.',
      ],
      action: applications(appUrl),
    }),
    dedupeKey: `kyc-received:${applicationId}`,
  };
}

const decisions: Record<Exclude<KycStatus, 'pending'>, { subject: string; text: string }> = {
  approved: {
    subject: 'Your identity is verified',
    text: 'Good news: your application was approved and your identity is verified.',
  },
  rejected: {
    subject: 'We could not verify your identity',
    text: 'We looked at your application and could not approve it this time. The page below shows the note that our reviewer left for you.',
  },
  requires_review: {
    subject: 'Your application needs a second look',
    text: 'Your application is not decided yet: it needs an extra check. The page below shows whether we need anything from you.',
  },
};

/** Says what an admin decided; `eventId` makes it one mail a decision. */
export function decisionMail(
  user: Recipient,
  status: Exclude<KycStatus, 'pending'>,
  eventId: string,
  appUrl: string,
): Mail {
  const { subject, text } = decisions[status];
  return {
    kind: `kyc_${status}`,
    userId: user.id,
    to: user.email,
    ...composeLetter({
      subject,
      firstName: user.first_name,
      paragraphs: [text],
      action: applications(appUrl),
    }),
    dedupeKey: decisionMailKey(eventId),
  };
}

export function decisionMailKey(eventId: string): string {
  return `kyc-decision:${eventId}`;
}

function applications(appUrl: string) {
  return { label: 'Your applications', url: `${appUrl}/kyc` };
}
