import { useSearch } from '@tanstack/react-router';
import { VerifyEmail } from '../features/auth/verify-email.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function VerifyEmailPage() {
  const { token } = useSearch({ from: '/verify-email' });
  return (
    <Page width="narrow">
      <PageHeader
        title="Verify your email"
        lead="So that receipts and decisions about your identity documents reach you."
      />
      <VerifyEmail token={token} />
    </Page>
  );
}
