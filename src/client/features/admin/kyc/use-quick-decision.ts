import { useState } from 'react';
import type { RecentUser } from '../../../../shared/admin/admin.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { Rejection } from './reject-dialog.tsx';
import { useUndoables } from './undo-bar.tsx';
import { useRefreshDecisions } from './use-refresh-decisions.ts';

export type QuickDecision = 'approved' | 'rejected';
export type QuickFailure = { message: string; requestId?: string | undefined };

const verbs: Record<QuickDecision, string> = { approved: 'Approved', rejected: 'Rejected' };

/** The note that a quick decision leaves for the applicant. */
export function quickNote(status: QuickDecision, today = new Date()): string {
  return `${verbs[status]} via Recent Users section by admin on ${formatDate(today)}`;
}

/** Only while pending, with an application, never for admins, and never where something was found. */
export function allowsQuickDecision(
  user: Pick<RecentUser, 'role' | 'kycStatus' | 'kycSubmitted' | 'flags'>,
): boolean {
  const isWaiting = user.kycStatus === 'pending' && user.kycSubmitted && user.role !== 'admin';
  return isWaiting && user.flags.length === 0;
}

/** Decides a person's newest open application from the list of Recent Users. */
export function useQuickDecision() {
  const utils = trpc.useUtils();
  const refresh = useRefreshDecisions();
  const { busy: running, run } = useSingleRun();
  const [busy, setBusy] = useState<{ userId: string; status: QuickDecision }>();
  const [failure, setFailure] = useState<QuickFailure>();
  const { undoables, add, remove } = useUndoables();

  function fail(user: RecentUser, message: string, requestId?: string) {
    setFailure({ message: `${personName(user)}: ${message}`, requestId });
    showToast({ title: 'Update failed', description: message, tone: 'danger' });
  }

  async function change(user: RecentUser, status: QuickDecision, rejection?: Rejection) {
    // As of now: somebody else may have decided, or sent the same number.
    const users = await utils.client.admin.users.recent.query();
    const current = users.find(({ id }) => id === user.id);
    if (!current || current.openCaseId === null) {
      fail(user, 'No KYC application found for this user');
      await refresh();
      return;
    }
    if (status === 'approved' && current.flags.length > 0) {
      fail(user, 'There are warnings. Open the case with Review.');
      await refresh();
      return;
    }
    const decided = await utils.client.admin.kyc.setStatus.mutate({
      id: current.openCaseId,
      status,
      adminNotes: quickNote(status),
      ...rejection,
    });
    add(decided);
    await refresh();
    showToast({
      title: 'User status updated',
      description: `${personName(user)}: ${verbs[status]}`,
      tone: 'success',
    });
  }

  const decide = (user: RecentUser, status: QuickDecision, rejection?: Rejection): Promise<void> =>
    run(async () => {
      setBusy({ userId: user.id, status });
      setFailure(undefined);
      try {
        await change(user, status, rejection);
      } catch (error) {
        const { message, requestId, status: httpStatus } = describeError(error);
        fail(user, `Failed to update KYC status. ${message}`, requestId);
        if (httpStatus === 409 || httpStatus === 404) await refresh();
      }
    });

  return {
    decide,
    busy: running ? busy : undefined,
    failure,
    undoables,
    forget: remove,
  };
}
