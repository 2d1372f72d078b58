import { useState } from 'react';
import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import { impersonationMinutes } from '../../../../shared/admin/impersonation.ts';
import { countText } from '../../../lib/count-text.ts';
import { notifyOtherTabs } from '../../../lib/other-tabs.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ActionDialog, type AdminAction, noteReasonHint, recordReasonHint } from '../action-dialog.tsx';
import { CoachDialog } from '../coaching/coach-dialog.tsx';
import { closingActions, entry, signedOutText } from './closing-actions.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';

type Account = UserPage['account'];

/** The actions that an admin can take on an account. */
export function UserActions({ account, isOwn }: { account: Account; isOwn: boolean }) {
  const actions = useActions(account);
  const [chosen, setChosen] = useState<AdminAction>();
  const [open, setOpen] = useState<'edit' | 'coach'>();
  const coaches = trpc.admin.coaching.coaches.useQuery();
  const coach = coaches.data?.find(({ userId }) => userId === account.id);
  const name = personName(account);
  const isDeletionScheduled = account.deletionDueAt !== null;
  const canSignIn = account.suspendedAt === null && !isDeletionScheduled;
  const canBecomeAdmin = account.role === 'user' && canSignIn && !isOwn;
  const available = [
    ...(account.role === 'user' && canSignIn ? [actions.view] : []),
    ...(canSignIn ? [actions.sendReset] : []),
    ...(account.emailVerified || isDeletionScheduled ? [] : [actions.resend]),
    ...(account.sessions > 0 ? [actions.signOut] : []),
    ...(account.twoFactorEnabled && !isOwn ? [actions.resetTwoFactor] : []),
    ...(canBecomeAdmin ? [actions.promote] : []),
    ...(account.role === 'admin' && !isOwn ? [actions.demote] : []),
    ...(isOwn ? [] : [account.suspendedAt === null ? actions.suspend : actions.unsuspend]),
    ...(isOwn ? [] : [isDeletionScheduled ? actions.keep : actions.delete]),
  ];
  const ordinary = available.filter(({ action }) => !action.isDanger);
  const sensitive = available.filter(({ action }) => action.isDanger);
  return (
    <>
      {isOwn && (
        <Notice className="mb-4">This is you. Another admin can change your role or suspend you.</Notice>
      )}
      <div className="flex flex-wrap gap-2 *:whitespace-normal">
        <Button variant="secondary" size="small" onClick={() => setOpen('edit')}>
          Edit
        </Button>
        {ordinary.map(({ label, action }) => (
          <Button key={label} variant="secondary" size="small" onClick={() => setChosen(action)}>
            {label}
          </Button>
        ))}
        {canSignIn && (
          <Button
            variant="secondary"
            size="small"
            // Disabled until the coaches are loaded. Before that, even a coach would be offered “Make coach”.
            disabled={coaches.isPending}
            onClick={() => (coaches.data ? setOpen('coach') : void coaches.refetch())}
          >
            {coaches.isLoadingError ? 'Load coaches again' : coach?.active ? 'Edit coach' : 'Make coach'}
          </Button>
        )}
      </div>
      {sensitive.length > 0 && (
        <fieldset className="mt-3 border-t border-border pt-2">
          <legend className="sr-only">Sensitive actions</legend>
          <div className="-mx-3 flex flex-wrap">
            {sensitive.map(({ label, action }) => (
              <Button key={label} variant="quietDanger" size="small" onClick={() => setChosen(action)}>
                {label}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {canBecomeAdmin && (
        <p className="mt-2 measure text-sm text-muted">
          Before you make someone an admin, make sure that their email address is verified. Their identity
          need not be approved.
        </p>
      )}
      {open === 'coach' && (
        <CoachDialog userId={account.id} coach={coach} name={name} onClose={() => setOpen(undefined)} />
      )}
      {open === 'edit' && <EditUserDialog account={account} onClose={() => setOpen(undefined)} />}
      {chosen && <ActionDialog action={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useActions(account: Account) {
  const { id, email, emailVerified, role } = account;
  const { client } = trpc.useUtils();
  const name = personName(account);
  return {
    view: entry('View as student', {
      title: `See the academy as ${name}?`,
      consequence: (
        <p>
          For {impersonationMinutes} minutes, or until you stop, this browser shows every page as they see it.
          You can change nothing and see neither their identity documents nor their payments. Their profile
          shows when you did this. Other tabs of this browser are reloaded: save your work there first.
        </p>
      ),
      confirm: 'View as student',
      busy: 'Opening...',
      reasonHint: recordReasonHint,
      failure: 'You still see your own pages',
      run: async (reason) => {
        await client.admin.impersonation.start.mutate({ id, reason });
        notifyOtherTabs(null);
        // A full page load removes admin data from memory. The promise stays pending until the browser has left.
        window.location.assign('/coaching');
        return new Promise<string>(() => undefined);
      },
    }),
    resend: entry('Resend verification email', {
      title: `Send ${name} the verification email again?`,
      consequence: (
        <p>A new link goes to {email}. Links in earlier emails stop working once the new link is used.</p>
      ),
      confirm: 'Send email',
      busy: 'Sending...',
      failure: 'The email was not sent',
      run: async () => {
        await client.admin.users.resendVerification.mutate({ id });
        return 'Verification email sent';
      },
    }),
    sendReset: entry('Send password link', {
      title: `Send ${name} a link to choose a new password?`,
      consequence: (
        <p>
          The link goes to {email} and works once, within an hour. Their password stays until they use the
          link; then every device is logged out.
        </p>
      ),
      confirm: 'Send link',
      busy: 'Sending...',
      failure: 'The link was not sent',
      run: async () => {
        await client.admin.users.sendResetLink.mutate({ id });
        return 'Password link sent';
      },
    }),
    signOut: entry('Log out everywhere', {
      title: `Log ${name} out everywhere?`,
      consequence: <p>Every device has to log in again. Nothing else changes.</p>,
      confirm: 'Log out',
      busy: 'Logging out...',
      isDanger: true,
      failure: 'The user was not logged out',
      run: async () => {
        const { ended } = await client.admin.users.signOutEverywhere.mutate({ id });
        return `Logged out on ${countText(ended, 'device')}`;
      },
    }),
    resetTwoFactor: entry('Reset two-factor', {
      title: `Turn off the second factor of ${name}?`,
      consequence: (
        <p>
          After that, a password alone opens the account. Make sure that they asked for this themselves.{' '}
          {signedOutText} They get an email.
        </p>
      ),
      confirm: 'Reset two-factor',
      busy: 'Resetting...',
      isDanger: true,
      failure: 'The second factor is still on',
      run: async () => {
        await client.admin.users.resetTwoFactor.mutate({ id });
        return 'Two-factor is off';
      },
    }),
    promote: entry('Make admin', {
      title: `Make ${name} an admin?`,
      consequence: (
        <>
          {!emailVerified && (
            <Notice tone="warning" title="This email address is not verified" className="mb-4">
              Someone else may own {email}. Choose “Resend verification email” first, and make this user an
              admin once they have opened the link.
            </Notice>
          )}
          <p>
            Admins see every account and identity document, decide applications, refund payments and make
            other admins. {signedOutText} If strict password rules are on and their password does not meet
            them, they must change it before they can act as an admin.
          </p>
        </>
      ),
      confirm: 'Make admin',
      busy: 'Changing...',
      isDanger: true,
      reasonHint: noteReasonHint,
      failure: 'The role could not be changed',
      run: async (reason) => {
        await client.admin.users.setRole.mutate({ id, role: 'admin', reason });
        return `${name} is an admin now`;
      },
    }),
    demote: entry('Remove admin role', {
      title: `Remove the admin role from ${name}?`,
      consequence: <p>They keep their account as a student. {signedOutText}</p>,
      confirm: 'Remove role',
      busy: 'Changing...',
      isDanger: true,
      reasonHint: noteReasonHint,
      failure: 'The role could not be changed',
      run: async (reason) => {
        await client.admin.users.setRole.mutate({ id, role: 'user', reason });
        return `${name} is no longer an admin`;
      },
    }),
    ...closingActions(client, {
      id,
      name,
      role,
      isSuspended: account.suspendedAt !== null,
      isDeletionScheduled: account.deletionDueAt !== null,
    }),
  };
}
