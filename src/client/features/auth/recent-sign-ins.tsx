import { useState } from 'react';
import type { SignInView } from '../../../shared/auth/sign-in-security.ts';
import { formatDateTime } from '../../lib/format.ts';
import { signInMethodLabels, signInOutcomeLabels } from '../../lib/sign-in-labels.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** The number of entries on the card. The dialog shows all entries that the server sends. */
const shownOnCard = 3;

/** Recent logins and failed attempts. */
export function RecentSignIns() {
  const history = trpc.security.signInHistory.useQuery();
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="sign-ins-title" className="mt-4 border-t border-border pt-4">
      <h3 id="sign-ins-title" className="font-semibold">
        Recent logins
      </h3>
      <QueryView
        query={history}
        skeleton={
          <SkeletonRegion label="Loading your logins..." className="mt-2">
            <Skeleton className="h-11 w-full" />
          </SkeletonRegion>
        }
        empty={<p className="mt-2 text-sm text-muted">Your next login will be listed here.</p>}
      >
        {(signIns) => (
          <>
            <SignInList signIns={signIns.slice(0, shownOnCard)} />
            {signIns.length > shownOnCard && (
              <Button variant="quiet" size="small" className="-ml-3" onClick={() => setOpen(true)}>
                Show all logins
              </Button>
            )}
          </>
        )}
      </QueryView>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Recent logins"
        description="Up to 50 recent logins and failed attempts. If one of them was not you, change your password. The change logs out every other device."
        footer={
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Close
          </Button>
        }
      >
        <SignInList signIns={history.data ?? []} />
      </Dialog>
    </section>
  );
}

function SignInList({ signIns }: { signIns: readonly SignInView[] }) {
  return (
    <ul className="divide-y divide-border text-sm">
      {signIns.map(({ id, at, outcome, method, device, address }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{formatDateTime(at)}</p>
            <p className="text-muted wrap-anywhere">
              {[device, address, method && signInMethodLabels[method]].filter(Boolean).join(' · ')}
            </p>
          </div>
          <StatusBadge status={signInOutcomeLabels[outcome]} />
        </li>
      ))}
    </ul>
  );
}
