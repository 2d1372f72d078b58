import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';
import { useReturnPath } from './sign-in-redirect.tsx';

export type SignInPromptProps = {
  title?: string;
  /** What logging in gives access to, in one sentence. */
  children: ReactNode;
  /** Replaces the link to the login page. */
  login?: ReactNode;
  /** An alternative action. */
  other?: ReactNode;
};

/** Shown to a visitor instead of a page that needs an account. Logging in leads back to the requested URL. */
export function SignInPrompt({
  title = 'Authentication Required',
  children,
  login,
  other,
}: SignInPromptProps) {
  const next = useReturnPath();
  return (
    <ClosedPage
      title={title}
      actions={
        <>
          {login ?? (
            <Link to="/auth" search={{ next }} className={buttonClass('primary')}>
              Go to Login
            </Link>
          )}
          {other}
        </>
      }
    >
      {children}
    </ClosedPage>
  );
}
