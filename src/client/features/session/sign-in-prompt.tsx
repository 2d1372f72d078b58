import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';

export type SignInPromptProps = {
  title?: string;
  /** What logging in gives access to, in one sentence. */
  children: ReactNode;
  /** Where to return after logging in. */
  next: string;
  /** Replaces the link to the login page. */
  login?: ReactNode;
  /** An alternative action. */
  other?: ReactNode;
};

/** Shown to a visitor instead of a page that needs an account. */
export function SignInPrompt({
  title = 'Authentication Required',
  children,
  next,
  login,
  other,
}: SignInPromptProps) {
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
