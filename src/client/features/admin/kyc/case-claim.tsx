import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { isOpenCase } from './kyc-cases.ts';
import { useRefreshDecisions } from './use-refresh-decisions.ts';

/** Says who is on a case, and lets the admin take it or give it back. */
export function CaseClaim({ application }: { application: AdminKycApplication }) {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const refresh = useRefreshDecisions();
  const { busy, run } = useSingleRun();
  if (!isOpenCase(application)) return null;
  const { id, assignedTo, assigneeName } = application;
  const mine = assignedTo !== null && assignedTo === user?.id;
  if (assignedTo !== null && !mine) {
    return <p className="font-semibold text-warning">{assigneeName} is on this case</p>;
  }

  const handleClick = () =>
    run(async () => {
      try {
        if (mine) await utils.client.admin.kyc.release.mutate({ id });
        else await utils.client.admin.kyc.claim.mutate({ id });
      } catch (error) {
        showToast({ title: 'Claim failed', description: describeError(error).message, tone: 'danger' });
      }
      await refresh();
    });

  return (
    <Button variant="secondary" size="small" busy={busy} busyLabel="Saving..." onClick={() => handleClick()}>
      {mine ? 'Give the case back' : 'Claim this case'}
    </Button>
  );
}
