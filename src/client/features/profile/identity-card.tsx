import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { reviewTimeText, type SiteSettings } from '../../../shared/site-settings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { KycStatusBadge } from '../../ui/status-badge.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

type Reviewed = Pick<CurrentUser, 'role' | 'kycStatus' | 'kycSubmitted'>;

/** The status of the identity review. An account without an application is "Not submitted". */
export function IdentityCard({ user }: { user: Reviewed }) {
  const settings = useSiteSettings();
  return (
    <Card as="section" aria-labelledby="identity-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="identity-title" className="text-lg font-semibold">
          Identity
        </h2>
        <KycStatusBadge status={user.kycStatus} submitted={user.kycSubmitted} />
      </div>
      <p className="mt-2 text-muted">
        <NoWrap text={explanation(user, settings)} part={reviewTimeText(settings)} />
      </p>
      {mayNeedDocuments(user) && (
        <Link to="/kyc" className={`${buttonClass('primary')} mt-4`}>
          {user.kycSubmitted ? 'See your application' : 'Send your documents'}
        </Link>
      )}
    </Card>
  );
}

function mayNeedDocuments({ role, kycStatus, kycSubmitted }: Reviewed): boolean {
  if (kycStatus === 'pending') return !kycSubmitted && role !== 'admin';
  return kycStatus !== 'approved';
}

function explanation({ role, kycStatus, kycSubmitted }: Reviewed, settings: SiteSettings): string {
  switch (kycStatus) {
    case 'pending':
      if (kycSubmitted)
        return `A person looks at your documents, usually within ${reviewTimeText(settings)}.`;
      return role === 'admin'
        ? 'You need no approved identity to run the academy.'
        : 'We have no documents of yours yet. Send both sides of an identity document to finish your registration.';
    case 'approved':
      return 'Your identity is verified.';
    case 'rejected':
      return 'Your last application was not accepted. The reason and what to do are on the KYC page.';
    case 'requires_review':
      return 'We have not decided yet. The KYC page shows whether we need something from you.';
  }
}
