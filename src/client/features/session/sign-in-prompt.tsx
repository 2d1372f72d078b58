import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

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
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-1 mb-6 measure text-muted">{children}</p>
      <div className="flex flex-wrap gap-2">
        {login ?? (
          <Link to="/auth" search={{ next }} className={buttonClass('primary')}>
            Go to Login
          </Link>
        )}
        {other}
      </div>
    </Card>
  );
}
