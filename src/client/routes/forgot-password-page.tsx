import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function ForgotPasswordPage() {
  return (
    <Page width="narrow">
      <PageHeader
        title="Forgot your password?"
        lead="Tell us your email, and we send you a link to choose a new password."
      />
      <ForgotPasswordForm />
    </Page>
  );
}
