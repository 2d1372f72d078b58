import type { Role } from '../../../../shared/enums.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import { formatDate } from '../../../lib/format.ts';
import type { TrpcClient } from '../../../trpc.ts';
import { type AdminAction, noteReasonHint } from '../action-dialog.tsx';

export const signedOutText = 'They are logged out everywhere immediately.';

export const entry = (label: string, action: AdminAction) => ({ label, action });

type ClosingAccount = {
  id: string;
  name: string;
  role: Role;
  isSuspended: boolean;
  isDeletionScheduled: boolean;
};

/** The actions that suspend an account, schedule its deletion, and undo either. */
export function closingActions(client: TrpcClient, account: ClosingAccount) {
  const { id, name, role, isSuspended, isDeletionScheduled } = account;
  return {
    suspend: entry('Suspend', {
      title: `Suspend ${name}?`,
      consequence: (
        <p>
          {signedOutText} They cannot log in until you end the suspension
          {role === 'admin' ? ', and have no admin rights during that time' : ''}. A paid subscription
          continues to renew, and they cannot cancel it: choose “End renewals” under “Membership” on this
          page.
        </p>
      ),
      confirm: 'Suspend account',
      busy: 'Suspending...',
      isDanger: true,
      reasonHint: noteReasonHint,
      failure: 'The account could not be suspended',
      run: async (reason) => {
        await client.admin.users.suspend.mutate({ id, reason });
        return `${name} is suspended`;
      },
    }),
    unsuspend: entry('End suspension', {
      title: `End the suspension of ${name}?`,
      consequence: (
        <p>
          {isDeletionScheduled
            ? 'They still cannot log in, because the deletion of the account is scheduled.'
            : 'They can log in again with the password they have.'}
        </p>
      ),
      confirm: 'End suspension',
      busy: 'Ending...',
      reasonHint: noteReasonHint,
      failure: 'The suspension could not be ended',
      run: async (reason) => {
        await client.admin.users.unsuspend.mutate({ id, reason });
        return isDeletionScheduled ? `${name} is no longer suspended` : `${name} can log in again`;
      },
    }),
    delete: entry('Delete account', {
      title: `Delete the account of ${name}?`,
      consequence: (
        <p>
          {signedOutText} Their membership stops renewing and pictures of identity documents are erased
          immediately. For {retention.undoDays} days you can cancel the deletion, and so can they, with the
          link in their email. After that, everything except the payment records is erased for good.
        </p>
      ),
      confirm: 'Delete account',
      busy: 'Deleting...',
      isDanger: true,
      reasonHint: noteReasonHint,
      failure: 'The account was not deleted',
      run: async (reason) => {
        const { dueAt } = await client.admin.users.delete.mutate({ id, reason });
        return `Erased on ${formatDate(dueAt)}, unless the deletion is canceled`;
      },
    }),
    keep: entry('Keep account', {
      title: `Keep the account of ${name}?`,
      consequence: (
        <p>
          {isSuspended
            ? 'They get an email, but cannot log in until you end the suspension.'
            : 'They can log in again and get an email.'}{' '}
          The pictures of identity documents stay erased. A membership that stopped renewing does not start to
          renew again.
        </p>
      ),
      confirm: 'Keep account',
      busy: 'Keeping...',
      reasonHint: noteReasonHint,
      failure: 'The account is still scheduled for deletion',
      run: async (reason) => {
        await client.admin.users.withdrawDeletion.mutate({ id, reason });
        return `The account of ${name} stays`;
      },
    }),
  };
}
