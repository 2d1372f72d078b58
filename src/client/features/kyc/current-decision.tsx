import { trpc } from '../../trpc.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says before the form what a new application does to the one there is. */
export function CurrentDecision() {
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = data.filter(({ supersededAt }) => supersededAt === null);
  if (current.some(({ status }) => status === 'pending' || status === 'requires_review')) {
    return (
      <Notice className="mb-4">A new application takes the place of the one that is being looked at.</Notice>
    );
  }
  if (current.some(({ status }) => status === 'approved')) {
    return (
      <Notice className="mb-4">
        You are verified, and you stay verified until a new application is decided.
      </Notice>
    );
  }
  return null;
}
