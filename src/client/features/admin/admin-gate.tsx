import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { PageLoading } from '../../routing/page-loading.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';
import { SignInPrompt } from '../session/sign-in-prompt.tsx';
import { StepUpDialog } from '../session/step-up-dialog.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

/** Renders a page for admins only. */
export function AdminGate({ children }: { children: (admin: SignedInUser) => ReactNode }) {
  const { user } = useCurrentUser();
  if (user === undefined) return <PageLoading />;
  if (user === null) {
    return <SignInPrompt>Please log in with an admin account to open this page.</SignInPrompt>;
  }
  if (user.role === 'admin') {
    return (
      <>
        <StepUpDialog signsIn />
        {children(user)}
      </>
    );
  }
  return (
    <ClosedPage
      title="Access Denied"
      actions={
        <Link to="/coaching" className={buttonClass('secondary')}>
          Open my library
        </Link>
      }
    >
      You need admin privileges to access this page.
    </ClosedPage>
  );
}
