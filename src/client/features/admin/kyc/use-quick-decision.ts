import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecentUser } from '../../../../shared/admin/admin.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { useRefresh } from '../use-refresh.ts';
import { sameDecisionText } from './kyc-cases.ts';
import type { Rejection } from './reject-dialog.tsx';
import { useUndoables } from './undo-bar.tsx';

export type QuickDecision = 'approved' | 'rejected';
type QuickFailure = Pick<ErrorText, 'message' | 'requestId'>;

const verbs: Record<QuickDecision, string> = { approved: 'Approved', rejected: 'Rejected' };

/** The note that a quick decision stores for the applicant. */
export function quickNote(status: QuickDecision, today = serverDate()): string {
  return `${verbs[status]} via Recent Users section by admin on ${formatDate(today)}`;
}

/** True only if the user has a pending application without warnings and is not an admin. */
export function allowsQuickDecision(
  user: Pick<RecentUser, 'role' | 'kycStatus' | 'kycSubmitted' | 'flags'>,
): boolean {
  const isWaiting = user.kycStatus === 'pending' && user.kycSubmitted && user.role !== 'admin';
  return isWaiting && user.flags.length === 0;
}

type Request = { user: RecentUser; status: QuickDecision; rejection?: Rejection | undefined };

/** Decides a user's latest open application from the list of Recent Users. */
export function useQuickDecision({ onSettled }: { onSettled: () => void }) {
  const { client } = trpc.useUtils();
  const { user: admin } = useCurrentUser();
  const refresh = useRefresh();
  const [failure, setFailure] = useState<QuickFailure>();
  const { undoables, add, remove } = useUndoables();

  function fail(user: RecentUser, message: string, requestId?: string) {
    setFailure({ message: `${personName(user)}: ${message}`, requestId });
    showToast({ title: 'Update failed', description: message, tone: 'danger' });
  }

  const { isPending, variables, run } = useAction(
    useMutation({
      onMutate: () => setFailure(undefined),
      async mutationFn({ user, status, rejection }: Request) {
        // Reads the current state: another admin may have decided, or another applicant may have sent the same
        // document number, which adds a warning.
        const users = await client.admin.users.recent.query();
        const current = users.find(({ id }) => id === user.id);
        if (!current || current.openCaseId === null)
          return { problem: 'No KYC application found for this user' };
        if (current.openCaseId !== user.openCaseId)
          return { problem: 'There is a newer application. Open the case with Review.' };
        if (status === 'approved' && current.flags.length > 0)
          return { problem: 'There are warnings. Open the case with Review.' };
        const decided = await client.admin.kyc.setStatus.mutate({
          id: current.openCaseId,
          status,
          seenStatus: user.kycStatus,
          adminNotes: quickNote(status),
          ...rejection,
        });
        // Another admin had just made the same decision, so this request changed nothing.
        if (decided.reviewedBy !== admin?.id) return { problem: sameDecisionText };
        return { decided };
      },
      async onSuccess({ decided, problem }, { user }) {
        if (decided) add(decided);
        else fail(user, problem);
        await refresh.afterSuccess();
      },
      async onError(error, { user }) {
        const { message, requestId, status } = describeError(error);
        fail(user, `Failed to update KYC status. ${message}`, requestId);
        if (status === 409 || status === 404) await refresh.afterError();
      },
      onSettled,
    }),
  );

  return {
    decide: (user: RecentUser, status: QuickDecision, rejection?: Rejection) =>
      run({ user, status, rejection }),
    busy: isPending && variables ? { userId: variables.user.id, status: variables.status } : undefined,
    failure,
    undoables,
    forget: remove,
  };
}
