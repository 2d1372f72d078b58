import type { KycStatus } from '../../shared/enums.ts';
import type { NotificationKind } from '../../shared/messages/notifications.ts';
import { decisionEmailKey } from '../messages/email/templates/kyc.ts';

const notices: Record<
  Exclude<KycStatus, 'pending'>,
  { kind: NotificationKind; title: string; body: string }
> = {
  approved: {
    kind: 'kyc_approved',
    title: 'Your identity is verified',
    body: 'Your application was approved. You need to do nothing more.',
  },
  rejected: {
    kind: 'kyc_rejected',
    title: 'We could not verify your identity',
    body: 'Open your applications to read what our reviewer wrote and what you can do.',
  },
  requires_review: {
    kind: 'kyc_requires_review',
    title: 'Your application needs a second look',
    body: 'Open your applications to see whether we need anything from you.',
  },
};

/** What notifications says of a decision; it goes with the email, and is taken back with it. */
export function decisionNotice(status: Exclude<KycStatus, 'pending'>, eventId: string) {
  return { ...notices[status], path: '/kyc', dedupeKey: decisionEmailKey(eventId) };
}
