import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { fullName } from '../../../shared/person-name.ts';
import { hasUnsentAnswer } from '../../lib/answer-drafts.ts';
import { useAction } from '../../lib/use-action.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { menuClass, panelItemClass } from './panel-class.ts';
import { useDisclosure } from './use-disclosure.ts';

/** Loaded on demand, because dialogs are larger than the menu. */
const LogoutConfirmation = lazyDialog(
  async () => (await import('./logout-confirmation.tsx')).LogoutConfirmation,
);

/** Avatar, full name and email, links to the user's pages, and Logout. */
export function AccountMenu({ user }: { user: SignedInUser }) {
  const { show, close, containerProps, buttonProps, panelProps } = useDisclosure();
  // The menu may have been closed during the request. If the request fails, the menu opens again and shows the failure.
  const { isPending, failure, run, reset } = useAction(useSignOut({ onError: show }));
  const [isAsking, setAsking] = useState(false);
  const name = fullName(user.firstName, user.lastName);

  function handleLogout() {
    if (!hasUnsentAnswer()) return run();
    close();
    setAsking(true);
  }

  return (
    <div {...containerProps}>
      <button
        {...buttonProps}
        onClick={() => {
          reset();
          buttonProps.onClick();
        }}
        className="flex min-h-11 items-center gap-2 rounded-full pr-1 pl-1 hover:bg-sunken lg:pr-4"
      >
        <Avatar
          firstName={user.firstName}
          lastName={user.lastName}
          imageUrl={user.profileImageUrl}
          size="small"
        />
        <span className="hidden max-w-48 truncate text-sm font-semibold lg:inline">{name}</span>
        <span className="sr-only">Account menu</span>
      </button>
      <div {...panelProps} className={menuClass}>
        <div className="mb-2 border-b border-border px-3 pt-1 pb-3">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <ul>
          <li>
            <Link to="/coaching-dashboard" className={panelItemClass} onClick={close}>
              Coaching Dashboard
            </Link>
          </li>
          <li>
            <Link to="/coaching-pdfs" className={panelItemClass} onClick={close}>
              Coaching Plans
            </Link>
          </li>
          <li>
            <Link to="/profile" className={panelItemClass} onClick={close}>
              Profile
            </Link>
          </li>
          <li>
            <Link to="/billing" className={panelItemClass} onClick={close}>
              Membership and payments
            </Link>
          </li>
          {user.isCoach && (
            <li>
              <Link to="/coach" className={panelItemClass} onClick={close}>
                Student questions
              </Link>
            </li>
          )}
          {user.role === 'admin' && (
            <li>
              <Link to="/admin" className={panelItemClass} onClick={close}>
                Admin Panel
              </Link>
            </li>
          )}
          <li className="mt-2 grid gap-2 border-t border-border pt-2">
            <button type="button" aria-busy={isPending} className={panelItemClass} onClick={handleLogout}>
              {isPending ? 'Logging out...' : 'Logout'}
            </button>
            <FormError title="You are still logged in" failure={failure} />
          </li>
        </ul>
      </div>
      {isAsking && <LogoutConfirmation onClose={() => setAsking(false)} />}
    </div>
  );
}
