import { useSearch } from '@tanstack/react-router';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  return (
    <Page width="narrow">
      <PageHeader title="Choose a new password" lead="Then log in with the new password on every device." />
      <ResetPasswordForm token={token} />
    </Page>
  );
}
