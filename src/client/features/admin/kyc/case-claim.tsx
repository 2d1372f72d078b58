import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { isOpenCase } from './kyc-cases.ts';
import { useRefreshDecisions } from './use-refresh-decisions.ts';

/** Lets the admin claim or release an open case, or names the other admin who has claimed it. Hidden for other cases. */
export function CaseClaim({ application }: { application: AdminKycApplication }) {
  const { user } = useCurrentUser();
  const onSettled = useRefreshDecisions();
  const claim = useAction(
    trpc.admin.kyc.claim.useMutation({ onError: showFailure('The case was not claimed'), onSettled }),
  );
  const release = useAction(
    trpc.admin.kyc.release.useMutation({ onError: showFailure('The case was not released'), onSettled }),
  );
  if (!isOpenCase(application)) return null;
  const { id, assignedTo, assigneeName } = application;
  const isMine = assignedTo !== null && assignedTo === user?.id;
  if (assignedTo !== null && !isMine) {
    return <p className="font-semibold text-warning">{assigneeName} is on this case</p>;
  }

  return (
    <Button
      variant="secondary"
      size="small"
      busy={claim.isPending || release.isPending}
      busyLabel="Saving..."
      onClick={() => (isMine ? release : claim).run({ id })}
    >
      {isMine ? 'Release this case' : 'Claim this case'}
    </Button>
  );
}
