import { Link } from '@tanstack/react-router';
import { Billing } from '../features/payments/billing.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { RangeGrid } from '../ui/range-grid.tsx';

/** Plan, payments, receipts and refunds. */
export function BillingPage() {
  const { user } = useCurrentUser();
  const { academyName } = useSiteSettings();
  if (!user) {
    return (
      <Page width="medium">
        <Card as="section">
          <RangeGrid variant="empty" className="mb-4 w-16" />
          <h1 className="text-xl font-semibold">Authentication Required</h1>
          <p className="mt-1 mb-6 measure text-muted">
            Please log in to see your membership, your payments and their receipts.
          </p>
          <Link to="/auth" search={{ next: '/billing' }} className={buttonClass('primary')}>
            Go to Login
          </Link>
        </Card>
      </Page>
    );
  }
  return (
    <Page>
      <p className="mb-6 hidden font-semibold print:block">
        {academyName} · {user.firstName} {user.lastName} · {user.email}
      </p>
      <PageHeader title="Membership and payments" lead="What you pay, what it opens, and every receipt." />
      <Billing key={user.id} />
    </Page>
  );
}
