import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { dayMs } from '../../../shared/durations.ts';
import { limits } from '../../../shared/limits.ts';
import { browserStorage } from '../../lib/browser-storage.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type AdminTwoFactorProps = { user: CurrentUser; children: ReactNode };

/**
 * Replaces the page for an admin who must first change a weak password or set up two-factor authentication. Reminds
 * other admins to set up two-factor authentication.
 */
export function AdminTwoFactor({ user, children }: AdminTwoFactorProps) {
  const status = trpc.security.twoFactorStatus.useQuery();
  if (status.data?.passwordRejected) {
    return (
      <ClosedArea title="Change your password first" action="Change it in your profile">
        Passwords of admins must have at least {limits.adminPasswordMinLength} characters and must not be
        common. Until yours is changed, the admin area stays closed.
      </ClosedArea>
    );
  }
  if (user.twoFactorEnabled) return children;
  if (status.data?.required) {
    return (
      <ClosedArea title="Set up two-factor first" action="Set up two-factor">
        Admins of this academy log in with a second factor. Until yours is set up, the admin area stays
        closed.
      </ClosedArea>
    );
  }
  return (
    <>
      <TwoFactorReminder />
      {children}
    </>
  );
}

function ClosedArea({ title, action, children }: { title: string; action: string; children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">Admin area</h1>
      <Notice
        tone="warning"
        title={title}
        role="status"
        action={
          <Link to="/profile" hash="security" className={buttonClass('primary', 'small')}>
            {action}
          </Link>
        }
      >
        {children}
      </Notice>
    </>
  );
}

const hiddenUntilKey = 'two-factor-reminder-hidden-until';

/** One line, which can be hidden for a week. */
function TwoFactorReminder() {
  const [isHidden, setIsHidden] = useState(() => Number(browserStorage.read(hiddenUntilKey)) > Date.now());
  if (isHidden) return null;
  return (
    <p className="mb-6 flex items-center justify-between gap-4 rounded-control bg-primary-soft py-1 pr-1 pl-4 text-sm">
      <span>
        <strong className="text-primary-text">Protect this account:</strong> you can see everyone’s data.{' '}
        <Link
          to="/profile"
          hash="security"
          className="font-semibold text-primary-text underline underline-offset-2"
        >
          Set up two-factor
        </Link>
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label="Hide for a week"
        onClick={() => {
          browserStorage.write(hiddenUntilKey, Date.now() + 7 * dayMs);
          setIsHidden(true);
        }}
      >
        <span aria-hidden="true">✕</span>
      </Button>
    </p>
  );
}
