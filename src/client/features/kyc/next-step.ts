import type { KycApplication } from '../../../shared/kyc.ts';

/** What an applicant can expect or has to do now (B1). */
export function nextStep({ status, supersededAt }: Pick<KycApplication, 'status' | 'supersededAt'>): string {
  if (supersededAt !== null) return 'Replaced by a newer application.';
  switch (status) {
    case 'pending':
      return 'A person looks at it, usually within 24-48 hours. There is nothing to do for you.';
    case 'approved':
      return 'Your identity is verified. There is nothing to do for you.';
    case 'rejected':
      return 'Submit a new application below; the note says what to do differently.';
    case 'requires_review':
      return 'Extra check under way. We write to you as soon as it is decided.';
  }
}
