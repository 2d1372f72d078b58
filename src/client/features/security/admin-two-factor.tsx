import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type AdminTwoFactorProps = { user: CurrentUser; children: ReactNode };

/** Reminds admins of the second factor and, where the academy asks for it, leads there instead of the page (D-60). */
export function AdminTwoFactor({ user, children }: AdminTwoFactorProps) {
  const status = trpc.security.twoFactorStatus.useQuery(undefined, { enabled: !user.twoFactorEnabled });
  if (user.twoFactorEnabled) return children;
  const setUp = (
    <Link to="/profile" className={buttonClass(status.data?.required ? 'primary' : 'secondary', 'small')}>
      Set up two-factor
    </Link>
  );
  if (status.data?.required) {
    return (
      <Notice tone="warning" title="Set up two-factor first" role="status" action={setUp}>
        Admins of this academy sign in with a second factor. Until yours is set up, the admin area stays
        closed.
      </Notice>
    );
  }
  return (
    <>
      <Notice title="Protect this account" action={setUp} className="mb-6">
        You can see everybody's data. A second factor keeps it safe when your password is found out.
      </Notice>
      {children}
    </>
  );
}
