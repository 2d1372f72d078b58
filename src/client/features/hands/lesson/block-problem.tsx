import { Notice } from '../../../ui/notice.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';

/** The error in a block, shown only to admins. */
export function BlockProblem({ problem }: { problem: string }) {
  const { user } = useCurrentUser();
  if (user?.role !== 'admin') return null;
  return (
    <Notice tone="warning" title="Students do not see this block" className="mt-4">
      {problem}
    </Notice>
  );
}
