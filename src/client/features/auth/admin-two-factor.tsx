import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { limits } from '../../../shared/limits.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type AdminTwoFactorProps = { user: CurrentUser; children: ReactNode };

/**
 * Replaces the page for an admin who must first change a weak password or set up two-factor authentication. Reminds
 * other admins who have not set it up.
 */
export function AdminTwoFactor({ user, children }: AdminTwoFactorProps) {
  const status = trpc.security.twoFactorStatus.useQuery();
  if (status.data?.passwordRejected) {
    return (
      <Notice
        tone="warning"
        title="Change your password first"
        role="status"
        action={
          <Link to="/profile" className={buttonClass('primary', 'small')}>
            Change it in your profile
          </Link>
        }
      >
        Passwords of admins must be at least {limits.adminPasswordMinLength} characters and none of the common
        ones. Until yours is, the admin area stays closed.
      </Notice>
    );
  }
  if (user.twoFactorEnabled) return children;
  const setUp = (
    <Link to="/profile" className={buttonClass(status.data?.required ? 'primary' : 'secondary', 'small')}>
      Set up two-factor
    </Link>
  );
  if (status.data?.required) {
    return (
      <Notice tone="warning" title="Set up two-factor first" role="status" action={setUp}>
        Admins of this academy log in with a second factor. Until yours is set up, the admin area stays
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
