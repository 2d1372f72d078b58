import { Billing } from '../features/payments/billing.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /billing: membership, payments, receipts and refunds. */
export function BillingPage() {
  const { user } = useCurrentUser();
  const { academyName } = useSiteSettings();
  if (!user) {
    return (
      <SignInPrompt>Please log in to see your membership, your payments and their receipts.</SignInPrompt>
    );
  }
  return (
    <Page>
      <StepUpDialog signsIn />
      <p className="mb-6 hidden font-semibold print:block">
        {academyName} · {user.firstName} {user.lastName} · {user.email}
      </p>
      <PageHeader title="Membership and payments" lead="What you pay, what it opens, and every receipt." />
      <Billing key={user.id} />
    </Page>
  );
}
